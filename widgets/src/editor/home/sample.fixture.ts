import { HttpResponse, http } from 'msw';
import type { components } from '../../contract/schema.gen.ts';
import type { Home } from '../client/editor.ts';

type Schemas = components['schemas'];

/** A shop on its way: named, not yet with a logo, with one thing unfinished. */
export const HALF_WAY: Home = {
  steps: [
    { name: 'name', done: true },
    { name: 'logo', done: false },
    { name: 'design', done: false },
    { name: 'product', done: true },
    { name: 'delivery', done: true },
    { name: 'payment', done: false },
    { name: 'publish', done: false },
  ],
  sells: true,
  counts: true,
  timeZone: 'America/New_York',
  drafts: [
    { title: 'The first loaf', path: 'content/blog/first.json', status: 'draft' },
    { title: 'Winter menu', path: 'content/winter/collection.json', status: 'needsReview' },
  ],
  draftCount: 3,
};

const NOTHING: Schemas['FigureSums'] = {
  orders: 0,
  grossCents: 0,
  netCents: 0,
  refundedCents: 0,
  discountCents: 0,
  deliveryCents: 0,
  taxCents: 0,
  moneyCents: 0,
  byGiftCardsCents: 0,
  giftCardsSoldCents: 0,
};
const FIGURES: Schemas['Figures'] = {
  from: '2026-11-26',
  to: '2026-11-26',
  timeZone: 'America/New_York',
  beforeFrom: '2026-11-25',
  beforeTo: '2026-11-25',
  step: 'day',
  waiting: 0,
  currencies: [
    {
      currency: 'USD',
      total: { ...NOTHING, orders: 3, grossCents: 12_550 },
      before: NOTHING,
      periods: [],
      testOrders: 2,
    },
  ],
};

/** What the editor's server and the shop say on this day. */
export const day = (home: Partial<Home> = {}) => [
  http.get('*/config/api/home', () => HttpResponse.json({ ...HALF_WAY, ...home })),
  http.get('*/api/commerce/figures', () => HttpResponse.json(FIGURES)),
  http.get('*/api/commerce/desk/counts', () =>
    HttpResponse.json({
      views: [
        { view: 'TO_SEND', orders: 4, isMore: false },
        { view: 'RETURNS', orders: 2, isMore: false },
      ],
    }),
  ),
  http.get('*/api/inbox/counts', () =>
    HttpResponse.json({ unread: 3, byAbout: [{ kind: 'form', about: 'contact', unread: 3 }] }),
  ),
  http.get('*/api/form/submissions', () =>
    HttpResponse.json({
      submissions: [
        {
          id: 's2',
          formId: 'contact',
          formName: 'Contact',
          answers: [{ id: 'name', title: 'Your name', text: 'Ada Baker' }],
          createdOn: Date.now(),
          suspect: false,
        },
        { id: 's1', formId: 'contact', answers: [], createdOn: Date.UTC(2020, 1, 1), suspect: false },
      ],
      hasNextPage: true,
      nextPageCursor: 's1',
    }),
  ),
  http.get('*/api/comments/moderation', () =>
    HttpResponse.json({
      comments: [{ id: 'c1', author: 'Ann', body: 'Good', createdOn: 1, status: 'PENDING', itemId: 'first' }],
      hasNextPage: true,
      nextPageCursor: 'c1',
    }),
  ),
  http.get('*/api/commerce/reviews', () => HttpResponse.json({ reviews: [], hasNextPage: false })),
  http.get('*/api/reports/overview', () =>
    HttpResponse.json({
      from: 0,
      to: 1,
      step: 3_600_000,
      visitors: 21,
      visits: 25,
      views: 1043,
      searches: 0,
      orders: 0,
      errors: 0,
      sales: [],
      periods: [],
    }),
  ),
];
