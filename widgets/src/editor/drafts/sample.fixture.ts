import { HttpResponse, http } from 'msw';
import { cart, entry } from '../../../mock-api/data.ts';
import type { components } from '../../contract/schema.gen.ts';
import { emptyBody, type Whole } from './draft.ts';

type Schemas = components['schemas'];

const ROW: Schemas['DraftRow'] = {
  id: 'd1',
  state: 'OPEN',
  email: 'ann@shopper.example',
  currency: 'USD',
  totalCents: 2055,
  author: 'own@shop.example',
  createdOn: 1_790_000_000_000,
  sentOn: null,
  expiresOn: null,
  orderId: null,
  orderNumber: null,
};

const OPTION = { id: 'post', name: 'Post', costCents: 500 };

const CART: Schemas['Cart'] = cart({
  id: 'd1',
  entries: [entry({ itemId: 'bread', chosenVariant: { sku: 'bread', attributes: {} }, quantity: 2, title: 'Bread' })],
  selectedShippingOption: OPTION,
  shippingOptions: [OPTION],
  taxCents: 96,
  shippingCostCents: 500,
  discountCents: 120,
  discounts: [{ id: 'draft-d1', name: 'A regular', amountCents: 120, ofDelivery: false }],
  grandTotalCents: 1676,
  requiresShipping: true,
  currency: 'USD',
});

const OF_CATALOG = { agreedPriceCents: null, priceCents: 0, ships: false, taxClass: '' };

const BODY: Schemas['DraftBody'] = {
  ...emptyBody(),
  email: 'ann@shopper.example',
  name: 'Ann Lee',
  shippingOptionId: 'post',
  shippingLocation: {
    ...{ country: 'US', region: 'NY', city: 'New York', district: '' },
    ...{ postalCode: '10001', line1: '1 Main Street', line2: '' },
  },
  lines: [{ itemId: 'bread', sku: 'bread', quantity: 2, title: '', ...OF_CATALOG }],
  discount: { percent: '10', amountCents: null, reason: 'A regular' },
};

export const OPEN: Whole = { draft: ROW, body: BODY, cart: CART, problem: null, link: null };

const LINK = 'https://shop.example/api/plain/pay?draft=d1&key=1790000000000.abc';

export const SENT: Whole = {
  ...OPEN,
  draft: { ...ROW, state: 'SENT', sentOn: 1_790_000_000_000, expiresOn: 1_790_250_000_000 },
  link: LINK,
};

export const PLACED: Whole = { ...OPEN, draft: { ...ROW, state: 'PLACED', orderId: 'o1', orderNumber: 1001 } };

const STOCK: Schemas['StockRow'] = {
  itemId: 'bread',
  sku: 'bread',
  title: 'Bread',
  options: '',
  picture: '',
  available: 18,
  held: 2,
  unlimited: false,
  lowAt: null,
  lowIsOwn: false,
};

export type Seen = { method: string; path: string; body: unknown };

/** Answers of a shop with a draft; what is asked is noted. */
export const shop = (seen: Seen[] = [], first: Whole = OPEN) => {
  const give = (method: 'get' | 'post' | 'put' | 'delete', path: string, answer: object | null) =>
    http[method](`*/api/commerce/desk/${path}`, async ({ request }) => {
      const body: unknown = await request.json().catch(() => null);
      seen.push({ method: request.method, path: new URL(request.url).pathname, body });
      return answer ? HttpResponse.json(answer) : new HttpResponse(null, { status: 204 });
    });
  return [
    http.get('*/api/commerce/desk/drafts', ({ request }) => {
      const isPlaced = new URL(request.url).searchParams.get('placed') === 'true';
      return HttpResponse.json({ drafts: [isPlaced ? PLACED.draft : first.draft], nextPageCursor: null });
    }),
    give('get', 'drafts/d1', first),
    give('post', 'drafts', OPEN),
    give('put', 'drafts/d1', OPEN),
    give('delete', 'drafts/d1', null),
    give('post', 'drafts/d1/link', SENT),
    give('post', 'drafts/d1/payment', PLACED),
    http.get('*/api/commerce/desk/stock', ({ request }) => {
      const text = new URL(request.url).searchParams.get('text');
      return HttpResponse.json({ variants: text === 'nothing' ? [] : [STOCK], nextPageCursor: null });
    }),
  ];
};
