import type { components } from '../../contract/schema.gen.ts';
import type { Row } from './stock.ts';

const LOW = { lowAt: 3, lowIsOwn: false, held: 0, unlimited: false, picture: '' };

/** Stock as a server tells of it, for tests and stories. */
export const ROWS: Row[] = [
  { ...LOW, itemId: 'bread', sku: 'bread', title: 'Bread', options: '', available: 18, held: 2 },
  { ...LOW, itemId: 'mug', sku: 'mug-l', title: 'Mug', options: 'Large', available: 1 },
  { ...LOW, itemId: 'cake', sku: 'cake', title: 'Cake', options: '', available: 0 },
  { ...LOW, itemId: 'lesson', sku: 'lesson', title: 'Lesson', options: '', available: 0, unlimited: true },
];

export const COUNTS: components['schemas']['StockCounts'] = {
  views: [
    { view: 'ALL', variants: 10_000, isMore: true },
    { view: 'LOW', variants: 1, isMore: false },
    { view: 'OUT', variants: 1, isMore: false },
    { view: 'UNCOUNTED', variants: 1, isMore: false },
  ],
  lowAt: 3,
};

export const LEDGER: components['schemas']['ChangesPage'] = {
  changes: [
    {
      change: 6,
      reason: 'adjustment',
      cause: 'RECEIVED',
      note: 'van 7',
      actor: 'own@shop.example',
      orderId: null,
      orderNumber: null,
      createdOn: 1_790_000_060_000,
    },
    {
      change: -2,
      reason: 'order',
      cause: null,
      note: null,
      actor: null,
      orderId: 'o1',
      orderNumber: 1001,
      createdOn: 1_790_000_000_000,
    },
  ],
  hasNextPage: false,
  nextPageCursor: null,
};

const CHANGE = { line: 2, itemId: 'bread', sku: 'bread', title: 'Bread', options: '', before: 18, after: 12 };

export const TABLE: components['schemas']['TableAnswer'] = {
  isDone: false,
  isKnown: false,
  changes: [{ ...CHANGE, cause: 'COUNTED' }],
  unchanged: 3,
  faults: [],
};
