import type { Changes, Told } from './edit.ts';

/** A loaf is taken out and a mug comes to it, as a server tells of it. */
export const TOLD: Told = {
  digest: 'd1',
  beforeCents: 2400,
  afterCents: 3700,
  differenceCents: 1300,
  removed: [{ position: 0, title: 'Bread', quantity: 1, cents: 600 }],
  deliveryCents: 0,
  moneyCents: 500,
  setOffCents: 0,
  toCardsCents: 100,
  added: [{ itemId: 'mug', sku: 'mug-s', title: 'Mug', quantity: 1, priceCents: 1850, available: 4 }],
  addedCents: 1900,
  addedDeliveryCents: 0,
  addedTaxCents: 50,
  isInStock: true,
  lessCents: 0,
  staysCents: 0,
  place: null,
};

/** Another country, where delivery and tax cost more. */
export const ELSEWHERE: Told = {
  ...{ ...TOLD, digest: 'd3', removed: [], added: [], moneyCents: 0, toCardsCents: 0 },
  ...{ beforeCents: 1796, afterCents: 2940, differenceCents: 1144, addedCents: 1144, addedTaxCents: 0 },
  place: {
    deliveryName: 'Air',
    isOtherWay: true,
    deliveryBeforeCents: 500,
    deliveryAfterCents: 1500,
    taxBeforeCents: 96,
    taxAfterCents: 240,
    hasOtherIncludedTax: false,
  },
};

/** A loaf comes back for a mug. */
export const EXCHANGED: Told = {
  ...{ ...TOLD, digest: 'd6', moneyCents: 0, toCardsCents: 0, staysCents: 600, addedCents: 1350 },
  ...{ afterCents: 3750, differenceCents: 1350 },
};

/** A change that waits to be paid, and one that was made. */
export const CHANGES: Changes = {
  changes: [
    {
      id: 'c1',
      state: 'DONE',
      removed: [{ position: 0, title: 'Bread', quantity: 1, cents: 600 }],
      exchanged: [],
      added: [],
      beforeCents: 3000,
      afterCents: 2400,
      returnedCents: 600,
      reason: 'By phone.',
      author: 'own@shop.example',
      createdOn: 1_790_000_080_000,
      endedOn: 1_790_000_080_000,
      link: null,
      expiresOn: null,
      draftId: null,
      addedOrderId: null,
      addedOrderNumber: null,
    },
    {
      id: 'c2',
      state: 'PENDING',
      removed: [],
      exchanged: [],
      added: [{ itemId: 'mug', sku: 'mug-s', title: 'Mug', quantity: 1, priceCents: 1850, available: null }],
      beforeCents: 2400,
      afterCents: 4300,
      returnedCents: 0,
      reason: '',
      author: 'own@shop.example',
      createdOn: 1_790_000_090_000,
      endedOn: null,
      link: 'https://shop.example/api/plain/pay?draft=d2&key=1.x',
      expiresOn: 1_790_600_000_000,
      draftId: 'd2',
      addedOrderId: null,
      addedOrderNumber: null,
    },
  ],
  addedToOrderId: null,
  addedToOrderNumber: null,
};

/** No change. */
export const NO_CHANGES: Changes = { changes: [], addedToOrderId: null, addedToOrderNumber: null };

/** What the search finds. */
export const FOUND = {
  variants: [
    { itemId: 'mug', sku: 'mug-s', title: 'Mug', options: 'Small', unlimited: false, available: 4 },
    { itemId: 'bread', sku: 'bread', title: 'Bread', options: '', unlimited: false, available: 17 },
  ],
};
