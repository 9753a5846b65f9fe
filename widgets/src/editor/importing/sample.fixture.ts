import type { Line, Plan } from './client.ts';

/** What a short list of another shop would do. */
export const PLAN: Plan = {
  plan: 'p1',
  source: 'Shopify',
  pageTitle: 'Shop',
  products: 3,
  variants: 4,
  pictures: 2,
  picturesToBring: 2,
  pieces: 17,
  uncounted: 1,
  prices: '39.50',
  currency: 'USD',
  added: 1,
  changed: 1,
  same: 1,
  left: 0,
  asDrafts: false,
  rows: [
    { line: 2, title: 'Mill bag', variants: 2, least: '12.50', most: '19.00', becomes: 'new', missing: ['price'] },
    { line: 4, title: 'Tea pot', was: 'Teapot', variants: 1, least: '8.00', most: '8.00', becomes: 'changed' },
    { line: 5, title: 'Mug', variants: 1, becomes: 'same' },
  ],
  faults: [
    {
      line: 1,
      code: 'columns-left',
      values: { columns: "'Cost'" },
      more: 0,
      message: "This column was not taken over: 'Cost'.",
      row: [],
    },
    {
      line: 5,
      code: 'not-amount',
      values: { text: 'twelve', column: 'price' },
      more: 1,
      message: "'twelve' in 'price' is not an amount; it was left out.",
      row: [
        { column: 'Name', text: 'Mug' },
        { column: 'Price', text: 'twelve' },
      ],
    },
  ],
  faultCount: 2,
};

export const LINES: Line[] = [
  { kind: 'pictures', done: 1, total: 2 },
  { kind: 'writing' },
  {
    kind: 'imported',
    added: 1,
    changed: 1,
    same: 1,
    left: 0,
    pictures: 1,
    missing: ['https://old.example/2.jpg'],
    files: [
      {
        path: 'content/shop/mill-bag.json',
        digest: 'd1',
        merged: false,
        inverse: { path: 'content/shop/mill-bag.json', baseDigest: 'd1', delete: true },
      },
    ],
  },
];

export const linesOf = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
