import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';

type Schemas = components['schemas'];

const usual = (chart: Schemas['Chart'], revenue: string): Schemas['AccountingSettings'] => ({
  chart,
  country: 'DE',
  receivable: '10000',
  giftCards: chart === 'SKR03' ? '1700' : '3500',
  clearing: [
    { provider: 'stripe', account: '1361' },
    { provider: '', account: '1360' },
  ],
  taxes: [
    { place: 'HOME', rate: '19', revenue, delivery: '', tax: '1776', automatic: true, key: '' },
    { place: 'HOME', rate: '*', revenue: '8200', delivery: '', tax: '1770', automatic: false, key: '' },
    { place: 'EU', rate: '*', revenue: '8320', delivery: '', tax: '1767', automatic: true, key: '' },
    { place: 'WORLD', rate: '*', revenue: '8120', delivery: '', tax: '1770', automatic: true, key: '' },
  ],
  consultant: 0,
  client: 0,
  accountLength: 4,
  yearBegins: 1,
});

const ACCOUNTING: Schemas['Accounting'] = {
  settings: usual('SKR03', '8400'),
  isKept: false,
  usual: [usual('SKR03', '8400'), usual('SKR04', '4400'), usual('OWN', '4000')],
  currencies: ['EUR', 'USD'],
};

const CLOSING: Schemas['Closing'] = {
  timeZone: 'Europe/Berlin',
  from: '2026-11-21',
  to: '2026-11-21',
  waiting: 1,
  currencies: [
    {
      currency: 'EUR',
      methods: [
        { provider: 'paypal', payments: 1, takenCents: 2380, refunds: 0, backCents: 0, netCents: 2380 },
        { provider: 'stripe', payments: 2, takenCents: 9520, refunds: 1, backCents: 500, netCents: 9020 },
      ],
      cards: { spentCents: 1000, soldCents: 2500 },
      rows: [
        {
          at: 1_795_240_800_000,
          orderId: 'o1',
          document: '1001',
          provider: 'stripe',
          kind: 'TAKEN',
          amountCents: 9520,
          reference: 'pi_1',
        },
        {
          at: 1_795_240_900_000,
          orderId: 'o1',
          document: '1001-1',
          provider: 'stripe',
          kind: 'BACK',
          amountCents: 500,
          reference: 're_1',
        },
      ],
      leftOut: 3,
    },
  ],
};

export type Seen = { method: string; path: string; body: unknown };

/** A shop with a day's payments and its account numbers; what it was asked is noted in `seen`. */
export function shop(seen: Seen[] = []) {
  let known = ACCOUNTING;
  const note = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const body: unknown = request.method === 'PUT' ? await request.json() : null;
    seen.push({ method: request.method, path: pathname + search, body });
    return body;
  };
  const table = async ({ request }: { request: Request }) => {
    await note(request);
    return new HttpResponse('a,b\r\n', { headers: { 'content-disposition': 'attachment; filename="table.csv"' } });
  };
  return [
    http.get('*/api/commerce/accounting', async ({ request }) => {
      await note(request);
      return HttpResponse.json(known);
    }),
    http.put('*/api/commerce/accounting', async ({ request }) => {
      const settings = (await note(request)) as Schemas['AccountingSettings'];
      known = { ...known, settings, isKept: true };
      return HttpResponse.json(known);
    }),
    http.get('*/api/commerce/accounting/closing', async ({ request }) => {
      await note(request);
      const day = new URL(request.url).searchParams.get('day');
      const isOther = day !== '' && day !== CLOSING.from;
      return HttpResponse.json(isOther ? { ...CLOSING, from: day, to: day, currencies: [], waiting: 0 } : CLOSING);
    }),
    http.get('*/api/commerce/accounting/closing.csv', table),
    http.get('*/api/commerce/accounting/journal.csv', table),
    http.get('*/api/commerce/accounting/datev.csv', table),
  ];
}
