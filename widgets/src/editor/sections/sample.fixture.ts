import type { JsonObject } from '../core/json.ts';

/** A page with three sections: a grid that follows on a phone, one with a layout of its own there, and one without a grid. */
export const PAGE: JsonObject = {
  title: 'About us',
  urlId: 'about',
  type: 10,
  typeName: 'page',
  sections: [
    {
      id: 'hills',
      theme: 'dark',
      unknown: { kept: [1, 2] },
      grid: {
        desktop: { columns: 24, rows: 10, rowHeight: '2.15%' },
        mobile: { columns: 8, rows: 1 },
        columnGap: 11,
        rowGap: 11,
      },
      blocks: [
        {
          type: 2,
          value: { html: '<h2>Hills</h2><p>Far away.</p>' },
          desktop: { rowStart: 1, columnStart: 2, rowEnd: 5, columnEnd: 14 },
        },
        {
          type: 53,
          value: { text: 'Go there', url: '/blog' },
          desktop: { rowStart: 6, columnStart: 2, rowEnd: 8, columnEnd: 8, zIndex: 2, unknown: true },
        },
      ],
    },
    {
      grid: { desktop: { columns: 24, rows: 6 }, mobile: { columns: 8, rows: 4 } },
      blocks: [
        {
          type: 2,
          value: { html: '<p>Valleys</p>' },
          desktop: { rowStart: 1, columnStart: 2, rowEnd: 5, columnEnd: 14 },
          mobile: { rowStart: 1, columnStart: 2, rowEnd: 4, columnEnd: 10 },
        },
      ],
    },
    { blocks: [{ type: 2, value: { html: '<p>Plain</p>' } }], rows: [{ columns: [{ span: 12, blocks: [] }] }] },
  ],
};
