import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';
import type { One } from './one.ts';

type Schemas = components['schemas'];

/** One that is paid each month, with an address. */
export const ACTIVE: One = {
  id: 's1',
  orderId: 'o1',
  orderNumber: 1001,
  email: 'ann@shopper.example',
  itemId: 'bread-box',
  productName: 'Bread box',
  sku: 'box',
  quantity: 2,
  priceCents: 1500,
  currency: 'USD',
  plan: { billingPeriod: { value: 1, unit: 'MONTH' }, numBillingCycles: 0 } as unknown as Schemas['SubscriptionPlan'],
  status: 'active',
  cyclesBilled: 3,
  attempts: 0,
  nextBillingDate: 1_790_600_000_000,
  pausedOn: null,
  shippingLocation: {
    country: 'US',
    line1: '1 Main Street',
    line2: '',
    postalCode: '10001',
    city: 'New York',
    region: 'NY',
    district: '',
  },
};
/** One whose last payment was refused. */
export const PAST_DUE: One = { ...ACTIVE, id: 's2', email: 'bea@shopper.example', status: 'past_due', attempts: 2 };
/** One that is paused. */
export const PAUSED: One = {
  ...ACTIVE,
  id: 's3',
  email: 'cid@shopper.example',
  status: 'paused',
  nextBillingDate: null,
  pausedOn: 1_790_000_000_000,
};

export type Seen = { path: string; body: unknown }[];

/** Answers of a shop with these; what is asked is noted, and `changed` is how a subscription stands after what is done with it. */
export const shop = (seen: Seen = [], all: One[] = [ACTIVE, PAST_DUE, PAUSED], changed: One = PAUSED) => {
  const note = async (request: Request) => {
    seen.push({ path: new URL(request.url).pathname, body: await request.json().catch(() => null) });
  };
  return [
    http.post('*/api/commerce/subscriptions/search', async ({ request }) => {
      await note(request);
      return HttpResponse.json({ subscriptions: all, hasNextPage: false, nextPageCursor: null });
    }),
    http.get('*/api/commerce/subscriptions/:id', ({ params }) =>
      HttpResponse.json(all.find(({ id }) => id === params.id) ?? ACTIVE),
    ),
    http.post('*/api/commerce/subscriptions/:id/:what', async ({ request }) => {
      await note(request);
      return HttpResponse.json(changed);
    }),
  ];
};
