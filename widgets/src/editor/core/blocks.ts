import { DESIGNS } from './galleryOptions.ts';
import type { Json, JsonObject } from './json.ts';

/** What a field of a block asks for; each kind has one control. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'richText'
  | 'markdown'
  | 'html'
  | 'code'
  | 'number'
  | 'flag'
  | 'choice'
  | 'link'
  | 'image'
  | 'images'
  | 'file'
  | 'collection'
  | 'form'
  | 'product'
  | 'navigation'
  | 'location'
  | 'dataset'
  | 'gallery'
  | 'list';
export type FieldSpec = {
  key: string;
  kind: FieldKind;
  choices?: readonly string[];
  /** What an entry of a list is made of. */
  of?: readonly FieldSpec[];
  /** What it is called, and its choices, where the template says so; else they have our names. */
  label?: string;
  choiceLabels?: Readonly<Record<string, string>>;
};
export type BlockGroup = 'own' | 'basic' | 'pictures' | 'lists' | 'shop' | 'social' | 'more';
export type BlockSpec = {
  code: number;
  name: string;
  group: BlockGroup;
  fields: readonly FieldSpec[];
  /** The layouts it has, by their code and name. */
  variants?: readonly (readonly [code: number, name: string])[];
  /** What a new one holds, so that it shows something at once. */
  value?: JsonObject;
  /** What a kind of the template's is called. Its code is 0: in a file it is known by its name. */
  title?: string;
};

const f = (key: string, kind: FieldKind, choices?: readonly string[]): FieldSpec =>
  choices ? { key, kind, choices } : { key, kind };
const list = (key: string, of: readonly FieldSpec[]): FieldSpec => ({ key, kind: 'list', of });

const COLLECTION = f('collection', 'collection');
const LIMIT = f('limit', 'number');
const TITLE = f('title', 'text');
const LINKED = [TITLE, f('text', 'longText'), f('url', 'link'), f('buttonText', 'text')];
const RESERVATION: readonly (readonly [number, string])[] = [
  [1017, 'reservation-event-button'],
  [1018, 'reservation-event-widget'],
  [1019, 'reservation-event-list'],
];
const EVENTS = list('events', [TITLE, f('when', 'text'), f('url', 'link')]);
const SERVICE = [COLLECTION, f('username', 'text'), f('url', 'link')];
const SUMMARY: readonly (readonly [number, string])[] = [
  [1004, 'summary-wall'],
  [1005, 'summary-carousel'],
  [1006, 'summary-list'],
  [1007, 'summary-grid'],
];
const SUMMARY_FIELDS = [
  COLLECTION,
  LIMIT,
  f('category', 'text'),
  f('tag', 'text'),
  f('showExcerpt', 'flag'),
  f('moreText', 'text'),
];

/** Every kind of block (the codes are the generator's), in the order of the menu. */
export const BLOCKS: readonly BlockSpec[] = [
  { code: 2, name: 'html', group: 'basic', fields: [f('html', 'richText')], value: { html: '<p></p>' } },
  {
    code: 5,
    name: 'image',
    group: 'basic',
    fields: [
      f('image', 'image'),
      TITLE,
      f('subtitle', 'richText'),
      f('caption', 'text'),
      f('linkUrl', 'link'),
      f('buttonText', 'text'),
      f('buttonUrl', 'link'),
      f('newWindow', 'flag'),
    ],
    variants: [
      [1011, 'image-inline'],
      [1012, 'image-poster'],
      [1013, 'image-card'],
      [1014, 'image-overlap'],
      [1015, 'image-collage'],
      [1016, 'image-stack'],
    ],
  },
  {
    code: 53,
    name: 'button',
    group: 'basic',
    fields: [
      f('text', 'text'),
      f('url', 'link'),
      f('size', 'choice', ['small', 'medium', 'large']),
      f('alignment', 'choice', ['left', 'center', 'right']),
      f('newWindow', 'flag'),
    ],
    value: { text: 'Read more', url: '/' },
  },
  { code: 9, name: 'form', group: 'basic', fields: [f('formId', 'form')] },
  {
    code: 31,
    name: 'quote',
    group: 'basic',
    fields: [f('quote', 'longText'), f('source', 'text'), f('sourceUrl', 'link')],
    value: { quote: '' },
  },
  { code: 44, name: 'markdown', group: 'basic', fields: [f('text', 'markdown')], value: { text: '' } },
  { code: 21, name: 'spacer', group: 'basic', fields: [f('height', 'number')], value: { height: 24 } },
  { code: 47, name: 'horizontalrule', group: 'basic', fields: [], value: {} },
  {
    code: 69,
    name: 'accordion',
    group: 'basic',
    fields: [f('name', 'text'), list('items', [TITLE, f('html', 'richText'), f('open', 'flag')])],
    value: { items: [{ title: '', html: '<p></p>' }] },
  },
  {
    code: 8,
    name: 'gallery',
    group: 'pictures',
    fields: [TITLE, f('images', 'images'), COLLECTION, f('options', 'gallery')],
    variants: DESIGNS.map((design, index) => [1000 + index, `gallery-${design}`] as const),
    value: { images: [] },
  },
  {
    code: 32,
    name: 'video',
    group: 'pictures',
    fields: [TITLE, f('url', 'text'), f('image', 'image'), f('description', 'richText')],
  },
  {
    code: 41,
    name: 'audio',
    group: 'pictures',
    fields: [TITLE, f('author', 'text'), f('url', 'file'), f('description', 'richText')],
  },
  { code: 60, name: 'album', group: 'pictures', fields: [COLLECTION] },
  { code: 3, name: 'logo', group: 'pictures', fields: [f('url', 'link')], value: { url: '/' } },
  {
    code: 62,
    name: 'chart',
    group: 'pictures',
    fields: [TITLE, f('dataset', 'dataset'), f('description', 'longText'), f('showTable', 'flag')],
    variants: [
      [1008, 'chart-bar'],
      [1009, 'chart-line'],
      [1010, 'chart-pie'],
    ],
    value: { dataset: { columns: [], rows: [] } },
  },
  {
    code: 4,
    name: 'map',
    group: 'pictures',
    fields: [f('location', 'location'), f('image', 'image'), f('zoom', 'number')],
  },
  { code: 10, name: 'geo', group: 'pictures', fields: [f('location', 'location')] },
  { code: 55, name: 'summary-v2', group: 'lists', fields: SUMMARY_FIELDS, variants: SUMMARY },
  { code: 20, name: 'summary', group: 'lists', fields: SUMMARY_FIELDS, variants: SUMMARY },
  { code: 7, name: 'journal', group: 'lists', fields: [COLLECTION, LIMIT, f('moreText', 'text')] },
  { code: 26, name: 'calendar', group: 'lists', fields: [COLLECTION] },
  {
    code: 61,
    name: 'archive',
    group: 'lists',
    fields: [COLLECTION, TITLE, f('groupBy', 'choice', ['month', 'year', 'category', 'tag', 'author'])],
  },
  { code: 14, name: 'tagcloud', group: 'lists', fields: [COLLECTION, TITLE] },
  { code: 27, name: 'postsbyauthor', group: 'lists', fields: [COLLECTION, TITLE] },
  { code: 28, name: 'postsbytag', group: 'lists', fields: [COLLECTION, TITLE] },
  { code: 29, name: 'postsbycategory', group: 'lists', fields: [COLLECTION, TITLE] },
  { code: 30, name: 'postsbymonth', group: 'lists', fields: [COLLECTION, TITLE] },
  { code: 49, name: 'rss', group: 'lists', fields: [COLLECTION, TITLE] },
  { code: 33, name: 'search', group: 'lists', fields: [f('placeholder', 'text'), COLLECTION] },
  { code: 1, name: 'navigation', group: 'lists', fields: [f('navigationId', 'navigation'), TITLE] },
  { code: 17, name: 'folder', group: 'lists', fields: [COLLECTION, TITLE] },
  { code: 11, name: 'index', group: 'lists', fields: [COLLECTION] },
  { code: 12, name: 'collectionlink', group: 'lists', fields: [COLLECTION, TITLE, f('description', 'text')] },
  {
    code: 13,
    name: 'link',
    group: 'lists',
    fields: [f('url', 'link'), TITLE, f('description', 'text'), f('image', 'image'), f('newWindow', 'flag')],
  },
  {
    code: 18,
    name: 'menu',
    group: 'lists',
    fields: [
      TITLE,
      f('description', 'text'),
      list('sections', [
        TITLE,
        f('description', 'text'),
        list('items', [TITLE, f('price', 'text'), f('description', 'text')]),
      ]),
    ],
    value: { sections: [] },
  },
  {
    code: 59,
    name: 'tourdates',
    group: 'lists',
    fields: [
      COLLECTION,
      list('dates', [
        f('date', 'text'),
        TITLE,
        f('venue', 'text'),
        f('city', 'text'),
        f('ticketsUrl', 'link'),
        f('soldOut', 'flag'),
      ]),
    ],
  },
  { code: 43, name: 'product', group: 'shop', fields: [f('productId', 'product')] },
  { code: 52, name: 'donation', group: 'shop', fields: [f('productId', 'product'), TITLE] },
  { code: 51, name: 'newsletter', group: 'shop', fields: [TITLE, f('formId', 'form'), f('description', 'richText')] },
  {
    code: 46,
    name: 'amazon',
    group: 'shop',
    fields: [
      f('url', 'link'),
      TITLE,
      f('author', 'text'),
      f('price', 'text'),
      f('image', 'image'),
      f('buttonText', 'text'),
    ],
  },
  {
    code: 67,
    name: 'member-area',
    group: 'shop',
    fields: [
      TITLE,
      f('html', 'richText'),
      f('joinUrl', 'link'),
      f('joinText', 'text'),
      f('url', 'link'),
      f('logInText', 'text'),
    ],
  },
  { code: 50, name: 'opentable', group: 'shop', fields: [...LINKED, EVENTS], variants: RESERVATION },
  { code: 66, name: 'opentable-v2', group: 'shop', fields: [...LINKED, EVENTS], variants: RESERVATION },
  { code: 68, name: 'tock', group: 'shop', fields: [...LINKED, EVENTS], variants: RESERVATION },
  { code: 63, name: 'zola', group: 'shop', fields: LINKED },
  { code: 65, name: 'acuity', group: 'shop', fields: LINKED },
  {
    code: 19,
    name: 'sociallinks',
    group: 'social',
    fields: [list('accounts', [f('serviceName', 'text'), f('userName', 'text'), f('profileUrl', 'text')])],
  },
  {
    code: 48,
    name: 'socialaccountlinks',
    group: 'social',
    fields: [list('accounts', [f('serviceName', 'text'), f('userName', 'text'), f('profileUrl', 'text')])],
  },
  {
    code: 54,
    name: 'socialaccountlinks-v2',
    group: 'social',
    fields: [list('accounts', [f('serviceName', 'text'), f('userName', 'text'), f('profileUrl', 'text')])],
  },
  { code: 6, name: 'twitter', group: 'social', fields: SERVICE },
  { code: 25, name: 'instagram', group: 'social', fields: SERVICE },
  { code: 24, name: 'foursquare', group: 'social', fields: SERVICE },
  { code: 42, name: 'fivehundredpix', group: 'social', fields: SERVICE },
  { code: 45, name: 'flickr', group: 'social', fields: SERVICE },
  { code: 56, name: 'soundcloud', group: 'social', fields: [f('url', 'link'), TITLE, f('description', 'text')] },
  { code: 16, name: 'comments', group: 'social', fields: [], value: {} },
  {
    code: 22,
    name: 'embed',
    group: 'more',
    fields: [f('url', 'text'), f('html', 'html'), TITLE, f('height', 'number')],
  },
  {
    code: 23,
    name: 'code',
    group: 'more',
    fields: [f('source', 'code'), f('language', 'text'), f('displaySource', 'flag')],
    value: { source: '' },
  },
  { code: 57, name: 'emailfooter', group: 'more', fields: [f('text', 'longText')] },
  { code: 58, name: 'in-browser-message-link', group: 'more', fields: [f('text', 'text'), f('url', 'link')] },
];

/** The block that a file means by its `type`: a code, or its name. */
export const blockOf = (type: Json | undefined): BlockSpec | undefined =>
  BLOCKS.find((block) => block.code === type || block.name === type);

/** A new block as it is put into a file. */
export const newBlock = (spec: BlockSpec): JsonObject => ({
  type: spec.code === 0 ? spec.name : spec.code,
  ...(spec.variants?.[0] ? { variant: spec.variants[0][0] } : {}),
  value: spec.value ?? {},
});
