import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';

type Schemas = components['schemas'];

const SUMS: Schemas['FigureSums'] = {
  orders: 0,
  grossCents: 0,
  averageCents: null,
  discountCents: 0,
  deliveryCents: 0,
  refundedCents: 0,
  taxCents: 0,
  netCents: 0,
  moneyCents: 0,
  byGiftCardsCents: 0,
  giftCardsSoldCents: 0,
};

const SOLD: Schemas['FigureSums'] = {
  ...SUMS,
  orders: 3,
  grossCents: 12_000,
  averageCents: 4000,
  refundedCents: 1000,
  deliveryCents: 1500,
  taxCents: 800,
  netCents: 10_200,
  moneyCents: 11_000,
};

const SPAN = { timeZone: 'America/New_York', from: '2026-11-01', to: '2026-11-03' };

/** Figures as a server tells them, for tests and stories. */
const FIGURES: Schemas['Figures'] = {
  ...SPAN,
  beforeFrom: '2026-10-29',
  beforeTo: '2026-10-31',
  step: 'day',
  waiting: 2,
  currencies: [
    {
      currency: 'USD',
      total: SOLD,
      before: { ...SUMS, orders: 4, grossCents: 10_000, netCents: 10_000, averageCents: 2500, moneyCents: 10_000 },
      periods: [
        { from: '2026-11-01', to: '2026-11-01', ...SUMS, orders: 1, grossCents: 3000, netCents: 2800, taxCents: 200 },
        { from: '2026-11-02', to: '2026-11-02', ...SUMS },
        { from: '2026-11-03', to: '2026-11-03', ...SOLD, orders: 2, grossCents: 9000, taxCents: 600, netCents: 7400 },
      ],
      testOrders: 5,
    },
    {
      currency: 'EUR',
      total: { ...SUMS, orders: 1, grossCents: 700, averageCents: 700, netCents: 700, moneyCents: 700 },
      before: SUMS,
      periods: [{ from: '2026-11-01', to: '2026-11-01', ...SUMS }],
      testOrders: 0,
    },
  ],
};

const TAXES: Schemas['TaxFigures'] = {
  ...SPAN,
  currencies: [
    {
      currency: 'USD',
      rows: [
        {
          country: 'US',
          region: 'NY',
          name: '',
          rate: '8',
          netCents: 10_000,
          taxCents: 880,
          netRefundedCents: 1000,
          taxRefundedCents: 80,
          dueCents: 800,
        },
      ],
    },
  ],
};

const PRODUCTS: Schemas['ProductFigures'] = {
  ...SPAN,
  currencies: [
    { currency: 'USD', rows: [{ itemId: 'bread', title: 'Bread', pieces: 7, returned: 1, amountCents: 4200 }] },
  ],
};

export const CARTS: Schemas['CartFigures'] = { ...SPAN, begun: 8, bought: 3, left: 4, orders: 3, visits: null };

export const CUSTOMER: Schemas['Customer'] = {
  email: 'ann@shopper.example',
  otherEmails: [],
  name: 'Ann Lee',
  phone: '+12125550100',
  hasAccount: false,
  count: 2,
  orders: [
    {
      id: 'o2',
      number: 1002,
      createdOn: 1_790_000_060_000,
      testMode: false,
      currency: 'USD',
      amountCents: 2400,
      refundedCents: 0,
    },
    {
      id: 'o1',
      number: 1001,
      createdOn: 1_790_000_000_000,
      testMode: true,
      currency: 'USD',
      amountCents: 1200,
      refundedCents: 0,
    },
  ],
  sums: [{ currency: 'USD', orders: 1, amountCents: 2400, refundedCents: 600 }],
  addresses: [['Ann Lee', '1 Main Street', 'New York, NY 10001']],
  subscriptions: [{ id: 's1', itemId: 'bread-box', status: 'active' }],
  giftCards: [{ currency: 'USD', cards: 2, balanceCents: 1500 }],
  groups: [
    { key: 'trade', name: 'Trade', byRule: false },
    { key: 'often', name: 'Comes often', byRule: true },
  ],
  ownNotes: [{ id: 'n1', author: 'own@shop.example', text: 'Likes rye.', createdOn: 1_790_000_070_000 }],
  consent: [{ email: 'ann@shopper.example', source: 'form contact', joinedOn: 1_780_000_000_000, leftOn: null }],
  notes: [{ orderId: 'o2', author: 'own@shop.example', text: 'Ring twice.', createdOn: 1_790_000_080_000 }],
};

const CUSTOMERS: Schemas['Customers'] = {
  customers: [
    { email: 'ann@shopper.example', name: 'Ann Lee', orders: 2, lastOn: 1_790_000_060_000 },
    { email: 'bea@shopper.example', name: '', orders: 1, lastOn: 1_790_000_000_000 },
  ],
  nextCursor: null,
};

const GROUPS = {
  groups: [
    { key: 'friends', name: 'Friends', rule: null, members: 0 },
    { key: 'often', name: 'Comes often', rule: { ordersAtLeast: 2 }, members: null },
    { key: 'trade', name: 'Trade', rule: null, members: 1 },
  ],
};

type Seen = { path: string; query: string; body: unknown };

/** Answers of a shop with all of this; what is asked is noted. */
export const shop = (seen: Seen[] = []) => {
  const note = async (request: Request) => {
    const url = new URL(request.url);
    const body: unknown = request.method === 'GET' ? null : await request.json().catch(() => null);
    seen.push({ path: url.pathname, query: url.search, body });
  };
  const give = (method: 'get' | 'post' | 'put' | 'delete', path: string, answer: object) =>
    http[method](`*/api/${path}`, async ({ request }) => {
      await note(request);
      return HttpResponse.json(answer);
    });
  return [
    give('get', 'commerce/figures/taxes', TAXES),
    give('get', 'commerce/figures/products', PRODUCTS),
    give('get', 'commerce/figures/carts', CARTS),
    http.get('*/api/commerce/figures.csv', async ({ request }) => {
      await note(request);
      return new HttpResponse('from,to\r\n');
    }),
    give('get', 'commerce/figures', FIGURES),
    give('get', 'commerce/customer-groups', GROUPS),
    give('put', 'commerce/customer-groups/:key', GROUPS),
    give('delete', 'commerce/customer-groups/:key', {}),
    give('post', 'commerce/customer-groups/:key/members', { added: 1, takenOut: 0 }),
    give('post', 'commerce/customers/notes', CUSTOMER),
    give('delete', 'commerce/customers/notes/:id', {}),
    give('post', 'commerce/customers/merge', CUSTOMER),
    give('post', 'commerce/customers/one', CUSTOMER),
    give('post', 'commerce/customers', CUSTOMERS),
    give('post', 'people/erasure', { erased: {} }),
  ];
};
