import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { placeOf } from './section.ts';
import { w } from './text.ts';
import type { Word } from './words/en.ts';

/** Finished sections to begin with: each is a grid of blocks with words that say what to write there. */
export const PRESETS = [
  'hero',
  'heroPicture',
  'textPicture',
  'pictureText',
  'features',
  'quote',
  'gallery',
  'action',
  'prices',
  'questions',
  'contact',
  'team',
  'figures',
  'video',
  'text',
  'empty',
] as const;
export type Preset = (typeof PRESETS)[number];

type Place = readonly [top: number, left: number, bottom: number, right: number];

/** Words become HTML here, and nothing in them is markup. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const heading = (key: Word, level: 2 | 3 = 2, values?: Record<string, string | number>): string =>
  `<h${level}>${escaped(w(key, values))}</h${level}>`;
const paragraph = (key: Word): string => `<p>${escaped(w(key))}</p>`;
const centered = (html: string): string => html.replace(/<(h2|h3|p)>/g, '<$1 style="text-align: center;">');

const block = (type: number, value: JsonObject, place: Place, more: JsonObject = {}): JsonObject => {
  const [top, left, bottom, right] = place;
  const { verticalAlignment, ...rest } = more;
  const desktop = placeOf({ top, left, bottom, right });
  return { type, ...rest, value, desktop: verticalAlignment ? { ...desktop, verticalAlignment } : desktop };
};
const html = (text: string, place: Place, more?: JsonObject): JsonObject => block(2, { html: text }, place, more);
const picture = (place: Place): JsonObject => block(5, {}, place, { variant: 1011 });
const button = (key: Word, place: Place, alignment: 'left' | 'center' = 'left'): JsonObject =>
  block(53, { text: w(key), url: '/', size: 'medium', alignment }, place);

const section = (rows: number, blocks: JsonObject[], more: JsonObject = {}): JsonObject => ({
  spacing: { top: 'medium', bottom: 'medium' },
  ...more,
  grid: {
    desktop: { columns: 24, rows, rowHeight: '2.15%' },
    mobile: { columns: 8, rows: 1, rowHeight: 24 },
    columnGap: 11,
    rowGap: 11,
  },
  blocks,
});

const MIDDLE: JsonObject = { verticalAlignment: 'middle' };
const LARGE: JsonObject = { spacing: { top: 'large', bottom: 'large' } };

/** The columns of so many parts that stand beside each other. */
const parts = (count: number): (readonly [number, number])[] =>
  Array.from({ length: count }, (_, index) => {
    const width = Math.floor((24 - (count - 1)) / count);
    const left = 2 + index * (width + 1);
    return [left, index === count - 1 ? 26 : left + width];
  });

const threeTexts = (top: number, bottom: number, text: (n: number) => string): JsonObject[] =>
  parts(3).map(([left, right], index) => html(text(index + 1), [top, left, bottom, right]));

/** A preset as it is put into a file. A form is one that the site has. */
export function sectionOf(preset: Preset, form?: string): JsonObject {
  switch (preset) {
    case 'hero':
      return section(
        8,
        [
          html(centered(heading('sample.hero') + paragraph('sample.text')), [1, 5, 6, 23]),
          button('sample.button', [6, 5, 8, 23], 'center'),
        ],
        { ...LARGE, theme: 'dark', background: { gradient: { angle: 135, colors: ['#1f2d3d', '#37566b'] } } },
      );
    case 'heroPicture':
      return section(
        12,
        [
          html(heading('sample.hero') + paragraph('sample.text'), [3, 2, 8, 13]),
          button('sample.button', [8, 2, 10, 13]),
          picture([1, 14, 13, 27]),
        ],
        { theme: 'light', spacing: { top: 'none', bottom: 'none' } },
      );
    case 'textPicture':
      return section(10, [
        html(heading('sample.title') + paragraph('sample.text'), [1, 2, 11, 13], MIDDLE),
        picture([1, 14, 11, 26]),
      ]);
    case 'pictureText':
      return section(10, [
        picture([1, 2, 11, 14]),
        html(heading('sample.title') + paragraph('sample.text'), [1, 15, 11, 26], MIDDLE),
      ]);
    case 'features':
      return section(8, [
        html(heading('sample.features'), [1, 2, 3, 26]),
        ...threeTexts(4, 9, (n) => heading('sample.feature', 3, { n }) + paragraph('sample.short')),
      ]);
    case 'quote':
      return section(5, [block(31, { quote: w('sample.quote'), source: w('sample.name') }, [1, 5, 6, 23], MIDDLE)], {
        ...LARGE,
        theme: 'light',
      });
    case 'gallery':
      return section(14, [
        html(heading('sample.gallery'), [1, 2, 3, 26]),
        block(8, { images: [] }, [4, 2, 15, 26], { variant: 1000 }),
      ]);
    case 'action':
      return section(
        4,
        [
          html(heading('sample.action') + paragraph('sample.short'), [1, 2, 5, 18], MIDDLE),
          button('sample.button', [2, 19, 4, 26], 'center'),
        ],
        { theme: 'bright' },
      );
    case 'prices':
      return section(13, [
        html(centered(heading('sample.prices')), [1, 2, 3, 26]),
        ...threeTexts(4, 11, (n) =>
          centered(`${heading('sample.plan', 3, { n })}<p><strong>${n * 10}</strong></p>${paragraph('sample.short')}`),
        ),
        ...parts(3).map(([left, right]) => button('sample.choose', [11, left, 13, right], 'center')),
      ]);
    case 'questions':
      return section(10, [
        html(heading('sample.questions'), [1, 2, 4, 10]),
        block(
          69,
          {
            items: [1, 2, 3].map((n) => ({ title: w('sample.question', { n }), html: paragraph('sample.answer') })),
          },
          [1, 11, 11, 26],
        ),
      ]);
    case 'contact':
      return section(12, [
        html(heading('sample.contact') + paragraph('sample.short'), [1, 2, 7, 11]),
        block(9, form === undefined ? {} : { formId: form }, [1, 13, 13, 26]),
      ]);
    case 'team':
      return section(14, [
        html(heading('sample.team'), [1, 2, 3, 26]),
        ...parts(3).flatMap(([left, right]) => [
          picture([4, left, 11, right]),
          html(centered(heading('sample.name', 3) + paragraph('sample.role')), [11, left, 14, right]),
        ]),
      ]);
    case 'figures':
      return section(
        4,
        parts(4).map(([left, right], index) =>
          html(centered(`<h2>${[120, 24, 7, 98][index] ?? 1}</h2>${paragraph('sample.figure')}`), [1, left, 5, right]),
        ),
        { theme: 'dark' },
      );
    case 'video':
      return section(18, [html(centered(heading('sample.title')), [1, 2, 3, 26]), block(32, {}, [4, 5, 19, 23])]);
    case 'text':
      return section(7, [html(heading('sample.title') + paragraph('sample.text'), [1, 6, 8, 22])]);
    case 'empty':
      return section(8, []);
  }
}

/** Whether a section of a file has rows of columns, which the grid does not show. */
export const hasRows = (json: Json | undefined): boolean =>
  isObject(json) && Array.isArray(json.rows) && json.rows.length > 0;
