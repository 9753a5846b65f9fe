import type { components } from '../../contract/schema.gen.ts';
import type { PageCurrency } from '../../contract/types.ts';
import type { Row, Whole } from './desk.ts';
import { FIRST } from './filter.ts';
import type { OneReturn } from './returns.ts';

export const DOLLARS: PageCurrency = {
  code: 'USD',
  fractionDigits: 2,
  symbol: '$',
  prefix: '$',
  suffix: '',
  locale: 'en-US',
};

/** Orders as a server tells of them, for tests and stories. */
export const ROWS: Row[] = [
  {
    id: 'o2',
    number: 1002,
    createdOn: 1_790_000_060_000,
    email: 'ann@shopper.example',
    name: 'Ann Lee',
    place: 'New York, US',
    delivery: 'Post',
    state: 'PART_SENT',
    testMode: false,
    currency: 'USD',
    grandTotalCents: 2400,
    refundedCents: 0,
    pieces: 3,
    sent: 1,
    openReturns: 1,
    openMarks: 1,
    tags: ['Gift wrap'],
  },
  {
    id: 'o1',
    number: 1001,
    createdOn: 1_790_000_000_000,
    email: 'bea@shopper.example',
    name: '',
    place: '',
    delivery: '',
    state: 'PAID',
    testMode: true,
    currency: 'USD',
    grandTotalCents: 1200,
    refundedCents: 0,
    pieces: 1,
    sent: 0,
    openReturns: 0,
    openMarks: 0,
    tags: [],
  },
];

export const COUNTS: components['schemas']['DeskCounts'] = {
  views: [
    { view: 'TO_SEND', orders: 2, isMore: false },
    { view: 'SENT', orders: 10_000, isMore: true },
  ],
};

/** The ways of delivery of the shop. */
export const WAYS: components['schemas']['DeskDeliveries'] = {
  deliveries: [
    { id: 'post', name: 'Post' },
    { id: 'pickup', name: 'Collected' },
  ],
};

/** Views that the shop keeps: one's own, and two for all staff, one of them of somebody else. */
export const VIEWS_KEPT: components['schemas']['KeptDeskView'][] = [
  {
    id: 'v1',
    name: 'Lee',
    filter: { ...FIRST, view: 'ALL', text: 'lee' },
    isShared: false,
    author: '',
    mayChange: true,
    revision: 1,
  },
  {
    id: 'v2',
    name: 'Bread by post',
    filter: { ...FIRST, view: 'PAID', product: 'bread', productTitle: 'Bread', delivery: 'post' },
    isShared: true,
    author: '',
    mayChange: true,
    revision: 3,
  },
  {
    id: 'v3',
    name: 'Gifts',
    filter: { ...FIRST, tag: 'Gift wrap' },
    isShared: true,
    author: 'ben@shop.example',
    mayChange: false,
    revision: 1,
  },
];

export const ONE: Whole = {
  order: {
    id: 'o2',
    number: 1002,
    language: '',
    purchasedCartId: 'c2',
    email: 'ann@shopper.example',
    siteUserId: null,
    state: 'PAID',
    testMode: false,
    currency: 'USD',
    subtotalCents: 1800,
    discountCents: 0,
    shippingCents: 600,
    taxCents: 0,
    includedTaxCents: 0,
    reverseCharge: false,
    reliefCents: 0,
    taxes: [],
    discounts: [],
    grandTotalCents: 2400,
    refundedCents: 0,
    lines: [
      {
        position: 0,
        itemId: 'bread',
        sku: 'bread',
        productName: 'Bread',
        quantity: 3,
        restocked: 0,
        unitPriceCents: 600,
        additionalFields: null,
      },
    ],
    buyer: {
      name: 'Ann Lee',
      phone: '+12125550100',
      company: '',
      note: '',
      billing: null,
      vatId: '',
      vatIdConfirmed: null,
      giftMessage: '',
      termsDigest: '',
    },
    deliveryLines: ['Ann Lee', '1 Main Street', 'New York, NY 10001'],
    shippingLocation: {
      country: 'US',
      region: 'NY',
      city: 'New York',
      district: '',
      line1: '1 Main Street',
      line2: '',
      postalCode: '10001',
    },
    shippingOption: null,
    payment: { provider: 'stripe', status: 'paid', reference: 'pi_1' },
    refunds: [],
    paidByGiftCardsCents: 0,
    giftCards: [],
    disputes: [],
    tracking: null,
    subscriptionId: null,
    subscriptionIds: [],
    createdOn: 1_790_000_060_000,
    paidOn: 1_790_000_060_000,
    fulfilledOn: null,
    cancelledOn: null,
  },
  lines: [
    {
      position: 0,
      options: 'Size: large',
      answers: [{ label: 'Writing', value: 'Happy birthday' }],
      sent: 1,
      left: 2,
      refunded: 0,
      paidCents: 1800,
    },
  ],
  returns: [],
  returnable: [{ position: 0, quantity: 1 }],
  marks: [],
  parcels: [
    {
      carrier: 'UPS',
      trackingNumber: '1Z999',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
      createdOn: 1_790_000_070_000,
      lines: [{ position: 0, quantity: 1 }],
    },
  ],
  notes: [{ author: 'own@shop.example', text: 'Ring twice.', createdOn: 1_790_000_080_000 }],
  tags: ['Gift wrap'],
  letters: [{ kind: 'confirmation', createdOn: 1_790_000_060_000, sentOn: null, isFailed: false }],
  deliveryPaidCents: 600,
  deliveryRefundedCents: 0,
  amounts: DOLLARS,
  history: [],
};

/** Why an order is worth a look: of every kind, the last one looked at. */
export const MARKS: Whole['marks'] = (
  [
    { kind: 'risk-elevated', number: 71 },
    { kind: 'risk-highest' },
    { kind: 'card-country', countries: ['FR', 'US'] },
    { kind: 'billing-country', countries: ['DE', 'US'] },
    { kind: 'refused-payments', number: 4 },
    { kind: 'security-code' },
    { kind: 'postal-code' },
    { kind: 'not-protected' },
    { kind: 'doubled', other: { id: 'o1', number: 1001 }, seenOn: 1_790_000_100_000, seenBy: 'own@shop.example' },
  ] as const
).map((mark, at) => ({
  ...{ id: `m${at}`, number: null, other: null, foundOn: 1_790_000_061_000, seenOn: null, seenBy: '' },
  ...mark,
  countries: 'countries' in mark ? [...mark.countries] : [],
}));

/** A return that the shopper asked for. */
export const RETURN: OneReturn = {
  id: 'r1',
  state: 'REQUESTED',
  exchangeWaits: false,
  byStaff: false,
  notify: true,
  note: 'It was in pieces.',
  answer: '',
  feeCents: 0,
  createdOn: 1_790_000_090_000,
  lines: [{ position: 0, quantity: 1, received: 0, restocked: 0, reason: 'damaged' }],
};

/** What a refund of one loaf would do. */
export const PREVIEW: components['schemas']['RefundPreview'] = {
  lines: [{ position: 0, quantity: 1, cents: 600 }],
  amountCents: 600,
  moneyCents: 500,
  toCardsCents: 100,
  newCardCents: 0,
  voidedCents: 0,
};

/** A table of tracking numbers with a fault. */
export const FAULTS: components['schemas']['TrackingAnswer'] = {
  isApplied: false,
  lines: [
    { line: 2, order: '9999', outcome: 'WRONG', column: 'order', fault: 'There is no such order.' },
    { line: 3, order: '#1002', outcome: 'SENT', column: null, fault: null },
  ],
};

/** Notes that name who reads: at an order, not opened yet, and on a customer. */
export const MENTIONED: components['schemas']['Mentions'] = {
  unread: 1,
  mentions: [
    {
      noteId: 'n9',
      orderId: 'o2',
      number: 1002,
      email: '',
      author: 'ben@shop.example',
      text: 'Ask @own@shop.example today.',
      createdOn: 1_790_000_090_000,
      isUnread: true,
    },
    {
      noteId: 'n8',
      orderId: '',
      number: null,
      email: 'eve@shopper.example',
      author: 'ben@shop.example',
      text: '@own@shop.example knows.',
      createdOn: 1_790_000_080_000,
      isUnread: false,
    },
  ],
};
