import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';

type Schemas = components['schemas'];
type Card = Schemas['GiftCardRow'];

const BOUGHT: Card = {
  id: 'g1',
  codeEnd: 'K7QM',
  state: 'OPEN',
  source: 'ORDER',
  orderId: 'o1',
  orderNumber: 1001,
  buyer: 'ann@shopper.example',
  recipient: 'grace@shopper.example',
  currency: 'USD',
  worthCents: 5000,
  balanceCents: 3800,
  testMode: false,
  createdOn: 1_790_000_000_000,
  voidedOn: null,
};

const OLD: Card = {
  ...BOUGHT,
  id: 'g2',
  codeEnd: '',
  state: 'VOIDED',
  source: 'IMPORTED',
  orderId: null,
  orderNumber: null,
  buyer: '',
  recipient: '',
  balanceCents: 0,
  testMode: true,
  voidedOn: 1_790_000_090_000,
};

const CHANGE: Schemas['GiftCardChange'] = {
  changeCents: 5000,
  reason: 'issued',
  note: null,
  actor: null,
  orderId: 'o1',
  orderNumber: 1001,
  createdOn: 1_790_000_000_000,
};

const LEDGER = [{ ...CHANGE, changeCents: -1200, reason: 'spent', orderId: 'o2', orderNumber: 1002 }, CHANGE];

const VOIDED: Schemas['GiftCardDetail'] = {
  card: { ...BOUGHT, state: 'VOIDED', balanceCents: 0, voidedOn: 1_790_000_090_000 },
  ledger: [
    {
      ...CHANGE,
      changeCents: -3800,
      reason: 'voided',
      note: 'It was stolen.',
      actor: 'own@shop.example',
      orderId: null,
      orderNumber: null,
    },
    ...LEDGER,
  ],
  code: null,
};

const MADE: Schemas['GiftCardDetail'] = {
  card: { ...BOUGHT, id: 'g3', source: 'MADE', orderId: null, orderNumber: null, buyer: '', balanceCents: 2500 },
  ledger: [CHANGE],
  code: 'ABCD-EFGH-JKLM-NPQR-STUV',
};

const LIMITS = {
  minimumCents: 0,
  products: [],
  collections: [],
  combinable: false,
  firstOrderOnly: false,
  groups: [],
};

const COUPONS = {
  ofTheShop: [
    { code: 'SPRING', kind: 'percent', value: '10', ...LIMITS, usesInAll: 100 },
    { code: 'PAST', kind: 'amount', value: 500, ...LIMITS, expiresOn: 1_700_000_000_000 },
    { code: 'FULL', kind: 'amount', value: 700, ...LIMITS, usesInAll: 3 },
  ],
  ofTheSite: [{ code: 'FIRSTLOAF', kind: 'percent', value: '15', ...LIMITS, startsOn: 4_000_000_000_000 }],
  discounts: [{ id: 'three', name: 'Three for two', uses: 4, usesInAll: null }],
  uses: { spring: 7, full: 3 },
};

const ORDER: Schemas['CouponOrder'] = {
  orderId: 'o9',
  number: 1009,
  isPaid: true,
  email: 'ann@shopper.example',
  testMode: false,
  currency: 'USD',
  discountCents: 640,
  createdOn: 1_790_000_000_000,
};

export type Seen = { method: string; path: string; key: string | null; body: unknown };

/** Answers of a shop with these cards and codes; what is asked is noted. */
export const shop = (seen: Seen[] = []) => {
  const give = (method: 'get' | 'post' | 'put' | 'delete', path: string, answer: object | null) =>
    http[method](`*/api/commerce/${path}`, async ({ request }) => {
      const body: unknown = await request.json().catch(() => null);
      const key = request.headers.get('idempotency-key');
      seen.push({ method: request.method, path: new URL(request.url).pathname, key, body });
      return answer ? HttpResponse.json(answer) : new HttpResponse(null, { status: 204 });
    });
  return [
    http.post('*/api/commerce/gift-cards/search', async ({ request }) => {
      const body = (await request.json()) as Schemas['GiftCardsWanted'];
      seen.push({ method: 'POST', path: new URL(request.url).pathname, key: null, body });
      const cards = body.text === 'nobody' ? [] : body.view === 'VOIDED' ? [OLD] : [BOUGHT, OLD];
      return HttpResponse.json({ cards, nextCursor: null });
    }),
    give('post', 'gift-cards/g1/void', VOIDED),
    give('get', 'gift-cards/g1', { card: BOUGHT, ledger: LEDGER, code: null }),
    give('post', 'gift-cards', MADE),
    give('get', 'coupons/:code/orders', { orders: [ORDER], hasNextPage: false, nextPageCursor: null }),
    give('put', 'coupons/:code', {}),
    give('delete', 'coupons/:code', null),
    give('get', 'coupons', COUPONS),
  ];
};
