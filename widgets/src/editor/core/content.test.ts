import { BLOCKS, blockOf, newBlock } from './blocks.ts';
import {
  addColumn,
  addRow,
  type Dataset,
  datasetProblem,
  MAX_COLUMNS,
  MAX_ROWS,
  pasted,
  removeColumn,
  removeRow,
  setCell,
} from './dataset.ts';
import { apply } from './edit.ts';
import { addField, FIELD_TYPES, FIELDSETS, newForm, propertiesOf, storageProblem } from './formSchema.ts';
import { ANCHORS, clamped, DESIGNS, MEDIA, OPTIONS } from './galleryOptions.ts';
import { addBlock, countBlocks, gridOf, moveBlock, placeOf, removeBlock, setSpan, splitColumn, step } from './grid.ts';
import { newCollection, newItem } from './item.ts';
import { at, type Json, listAt } from './json.ts';
import { entriesOf, moveEntry, stepEntry } from './navigation.ts';
import {
  amountOf,
  combinations,
  isWholeOnSale,
  maySubscribe,
  optionsOf,
  PRODUCT_TYPES,
  setOptions,
  setPrice,
  setWholeOnSale,
  setWholePrice,
  VARIANTS,
  wholeAmountOf,
} from './product.ts';
import {
  classesOf,
  classOf,
  cssValue,
  propertyValue,
  setTweak,
  type Tweak,
  tweakProblem,
  tweakValue,
} from './tweak.ts';

/** An option of galleries that is a number. */
const wholeOption = (name: string) => {
  const found = OPTIONS.find((option) => option.name === name);
  if (found?.kind !== 'whole') throw new Error(`${name} is no number of a gallery`);
  return found;
};

const block = (n: number): Json => ({ type: 2, value: { html: `<p>${n}</p>` } });
const page = {
  rows: [{ columns: [{ span: 12, blocks: [block(1), block(2)] }] }, { columns: [{ span: 12, blocks: [block(3)] }] }],
};
const done = (document: Json, answer: ReturnType<typeof addBlock>): Json =>
  'edits' in answer ? apply(document, answer.edits).document : document;

describe('blocks on their twelfths', () => {
  test('every code of the specification has fields and a name that finds it', () => {
    expect(BLOCKS).toHaveLength(60);
    expect(new Set(BLOCKS.map(({ code }) => code)).size).toBe(60);
    for (const spec of BLOCKS) expect([blockOf(spec.code), blockOf(spec.name)]).toEqual([spec, spec]);
  });
  test('E-128, E-132 the 61st block is refused', () => {
    const full = { blocks: Array.from({ length: 60 }, (_, n) => block(n)) };
    expect(addBlock(full, block(61))).toEqual({ problem: 'limits.full', values: { n: 60 } });
    expect(countBlocks(gridOf(full))).toBe(60);
  });
  test('the first block brings its row, the next one is below', () => {
    const first = done({}, addBlock({}, block(1)));
    expect(first).toEqual({ rows: [{ columns: [{ span: 12, blocks: [block(1)] }] }] });
    expect(gridOf(done(first, addBlock(first, block(2)))).rows).toHaveLength(2);
  });
  test('a block beside another takes half of its width', () => {
    const after = done(page, splitColumn(page, { row: 0, column: 0, index: 0 }, block(9)));
    expect(gridOf(after).rows[0]?.map(({ span }) => span)).toEqual([6, 6]);
    const plain = { title: 'x', blocks: [block(1), block(2)] };
    const rows = gridOf(done(plain, splitColumn(plain, { row: 0, column: 0, index: 1 }, block(9)))).rows;
    expect(rows.map((row) => row.map(({ span }) => span))).toEqual([[12], [6, 6]]);
  });
  test('the last block of a row takes its row with it, of a column its column', () => {
    expect(gridOf(apply(page, removeBlock(page, { row: 1, column: 0, index: 0 })).document).rows).toHaveLength(1);
    const two = {
      rows: [
        {
          columns: [
            { span: 4, blocks: [block(1)] },
            { span: 8, blocks: [block(2)] },
          ],
        },
      ],
    };
    const one = apply(two, removeBlock(two, { row: 0, column: 0, index: 0 })).document;
    expect(gridOf(one).rows).toEqual([[{ span: 12, blocks: [block(2)] }]]);
  });
  test('a block goes to another row, and the empty row goes', () => {
    const after = apply(
      page,
      moveBlock(page, { row: 1, column: 0, index: 0 }, { row: 0, column: 0, index: 1 }),
    ).document;
    expect(gridOf(after).rows).toEqual([[{ span: 12, blocks: [block(1), block(3), block(2)] }]]);
  });
  test('a block is moved by keyboard over the end of its column', () => {
    const grid = gridOf(page);
    expect(step(grid, { row: 0, column: 0, index: 1 }, 'down')).toEqual({ row: 1, column: 0, index: 0 });
    expect(step(grid, { row: 0, column: 0, index: 0 }, 'up')).toBeUndefined();
    const below = step(grid, { row: 0, column: 0, index: 0 }, 'down');
    if (!below) throw new Error('there is a place below');
    expect(moveBlock(page, { row: 0, column: 0, index: 0 }, below)).toEqual([
      { op: 'move', from: '/rows/0/columns/0/blocks/0', pointer: '/rows/0/columns/0/blocks/1' },
    ]);
  });
  test('a column that grows takes from its neighbour', () => {
    const two = {
      rows: [
        {
          columns: [
            { span: 6, blocks: [block(1)] },
            { span: 6, blocks: [block(2)] },
          ],
        },
      ],
    };
    expect(gridOf(apply(two, setSpan(two, 0, 0, 9)).document).rows[0]?.map(({ span }) => span)).toEqual([9, 3]);
    expect(gridOf(apply(two, setSpan(two, 0, 0, 40)).document).rows[0]?.map(({ span }) => span)).toEqual([11, 1]);
  });
  test('a place of the page leads to its block', () => {
    expect(placeOf('/rows/1/columns/0/blocks/2/value/title')).toEqual({ row: 1, column: 0, index: 2 });
    expect(placeOf('/blocks/4')).toEqual({ row: 0, column: 0, index: 4 });
    expect(placeOf('/title')).toBeUndefined();
  });
});

describe('the menu', () => {
  const site = {
    navigation: {
      mainNav: [
        { title: 'Shop', url: '/shop' },
        { title: 'More', folder: true, items: [{ title: 'About', url: '/about' }] },
        { title: 'Contact', url: '/contact' },
      ],
    },
  };
  const titles = (json: Json) =>
    entriesOf(json, 'mainNav').map(({ title, items }) => [title, ...(items ?? []).map((one) => one.title)]);
  const moved = (from: readonly [number, number?], to: readonly [number, number?]) =>
    titles(apply(site, moveEntry(site, 'mainNav', from, to)).document);

  test('an entry is dragged to the front, to the end, into the folder and out of it', () => {
    expect(moved([2], [0])).toEqual([['Contact'], ['Shop'], ['More', 'About']]);
    expect(moved([0], [3])).toEqual([['More', 'About'], ['Contact'], ['Shop']]);
    expect(moved([0], [1, 1])).toEqual([['More', 'About', 'Shop'], ['Contact']]);
    expect(moved([2], [1, 0])).toEqual([['Shop'], ['More', 'Contact', 'About']]);
    expect(moved([1, 0], [0])).toEqual([['About'], ['Shop'], ['More'], ['Contact']]);
  });
  test('a folder does not go into a folder, and nothing moves onto itself', () => {
    expect(moveEntry(site, 'mainNav', [1], [1, 0])).toEqual([]);
    expect(moveEntry(site, 'mainNav', [0], [1])).toEqual([]);
  });
  test('every step by keyboard', () => {
    expect(stepEntry(site, 'mainNav', [0], 'up')).toBeUndefined();
    expect(stepEntry(site, 'mainNav', [0], 'down')).toEqual([2]);
    expect(stepEntry(site, 'mainNav', [2], 'in')).toEqual([1, 1]);
    expect(stepEntry(site, 'mainNav', [1, 0], 'out')).toEqual([2]);
  });
});

describe('datasets', () => {
  const small: Dataset = { columns: ['Month'], rows: [['May']] };
  test('E-075 the last column stays', () => {
    expect(removeColumn(small, 0)).toEqual({ dataset: small, problem: 'chart.oneColumn' });
  });
  test('E-076 the last row stays', () =>
    expect(removeRow(small, 0)).toEqual({ dataset: small, problem: 'chart.oneRow' }));
  test('E-077 a blank cell is missing data', () => {
    expect(datasetProblem({ columns: ['a', 'b'], rows: [['x', ' ']] })).toBe('chart.missing');
    expect(datasetProblem({ columns: ['a', 'b'], rows: [['x', 0]] })).toBeNull();
  });
  test('E-078 nothing at all', () => expect(datasetProblem({ columns: [], rows: [] })).toBe('chart.empty'));
  test('E-079, N-097 100 rows and 20 columns are the most', () => {
    const rows = Array.from({ length: MAX_ROWS }, () => ['1']);
    expect([MAX_ROWS, MAX_COLUMNS]).toEqual([100, 20]);
    expect(addRow({ columns: ['a'], rows }).problem).toBe('chart.tooManyRows');
    const columns = Array.from({ length: MAX_COLUMNS }, (_, n) => `c${n}`);
    expect(addColumn({ columns, rows: [columns] }, 'x').problem).toBe('chart.tooManyColumns');
  });
  test('E-074 a table is pasted, numbers as numbers', () => {
    const { dataset } = pasted(
      [
        ['May', '120'],
        ['June', '1.5'],
      ],
      0,
      0,
      small,
    );
    expect(dataset.rows).toEqual([
      ['May', 120],
      ['June', 1.5],
    ]);
    expect(setCell(small, 0, 0, 'x').rows).toEqual([['x']]);
    expect(setCell(small, 0, 0, '12345678901234567890').rows).toEqual([['12345678901234567890']]);
  });
});

describe('galleries', () => {
  test.each([
    ['E-116', 'autoplay-duration', 0, 1],
    ['E-116', 'autoplay-duration', 11, 10],
    ['E-117', 'thumbnail-strip-height', 201, 200],
    ['E-118', 'thumbnail-strip-margin', 61, 60],
    ['E-119', 'thumbnails-per-row', 0, 1],
    ['E-119', 'thumbnails-per-row', 11, 10],
    ['E-120', 'padding', 51, 50],
    ['E-121', 'max-width', 99, 100],
    ['E-121', 'max-width', 301, 300],
  ])('%s: %s %d becomes %d', (_, name, wanted, becomes) => expect(clamped(wholeOption(name), wanted)).toBe(becomes));
  test('E-116 a new gallery stands 5 seconds', () => expect(wholeOption('autoplay-duration').default).toBe(5));
  test('E-115 a grid, and three others', () => expect(DESIGNS).toEqual(['grid', 'slideshow', 'slider', 'stacked']));
  test('E-122 nine places', () => expect(ANCHORS).toHaveLength(9));
  test('E-054, N-022 six kinds of media', () =>
    expect(MEDIA).toEqual(['imageEmpty', 'imageFile', 'imageLicensed', 'imageReused', 'assetReused', 'video']));
  test('every option of the specification once', () =>
    expect(new Set(OPTIONS.map(({ name }) => name)).size).toBe(OPTIONS.length));
});

describe('products', () => {
  const mug = {
    title: 'Mug',
    structuredContent: { productType: 1, variants: [{ sku: 'MUG', attributes: {}, price: 1400, unlimited: true }] },
  };
  const options = [
    { name: 'Size', values: ['S', 'M', 'L'] },
    { name: 'Color', values: ['Red', 'Blue', 'Green', 'White'] },
  ];
  test('E-124 three sizes in four colours are twelve variants, at the price of the first', () => {
    const after = apply(mug, setOptions(mug, options, 'USD')).document;
    const variants = listAt(after, VARIANTS);
    expect(variants).toHaveLength(12);
    expect(new Set(variants.map((variant) => at(variant, '/sku'))).size).toBe(12);
    expect(variants[0]).toMatchObject({
      attributes: { Size: 'S', Color: 'Red' },
      optionValues: [{ value: 'S' }, { value: 'Red' }],
      price: 1400,
    });
    expect(optionsOf(after)).toEqual(options);
  });
  test('what was said of a variant stays when a value is added', () => {
    const first = apply(mug, setOptions(mug, options, 'USD')).document;
    const priced = apply(first, setPrice(`${VARIANTS}/5`, 'price', 1999, 'USD')).document;
    const more = [options[0], { name: 'Color', values: ['Red', 'Blue', 'Green', 'White', 'Black'] }] as typeof options;
    const after = apply(priced, setOptions(priced, more, 'USD')).document;
    const kept = listAt(after, VARIANTS).find((one) => at(one, '/sku') === at(priced, `${VARIANTS}/5/sku`));
    expect(kept).toMatchObject({ price: 1999, priceMoney: { value: '19.99', currency: 'USD' } });
  });
  test('S-404 the editor shows the amount that the shop reads, in whatever form the item says it', () => {
    expect(amountOf({ priceMoney: { value: '12.50', currency: 'USD' } }, 'price')).toBe(1250);
    expect(amountOf({ price: 1250 }, 'price')).toBe(1250);
    expect(amountOf({ salePrice: 900, salePriceMoney: { value: null } }, 'salePrice')).toBe(900);
    expect(amountOf({ priceMoney: { decimalValue: 12.5 } }, 'price')).toBe(1250);
    expect(amountOf({}, 'price')).toBe(0);
  });
  test('S-404 a file that is sold says its price in its only variant, until it is changed', () => {
    const variant = { sku: 'A', priceMoney: { value: '8.00' }, salePrice: 600, onSale: true };
    const file = { structuredContent: { productType: 2, variants: [variant] } };
    const pricesOf = (item: Json) => [
      wholeAmountOf(item, 'price'),
      wholeAmountOf(item, 'salePrice'),
      isWholeOnSale(item),
    ];
    expect(pricesOf(file)).toEqual([800, 600, true]);
    const after = apply(file, setWholePrice(file, 'price', 950, 'EUR')).document;
    expect(at(after, '/structuredContent')).toMatchObject({
      price: 950,
      priceMoney: { value: '9.50', currency: 'EUR' },
      salePrice: 600,
      salePriceMoney: { value: '6.00', currency: 'EUR' },
      onSale: true,
      variants: [variant],
    });
    expect(pricesOf(apply(file, setWholeOnSale(file, false, 'EUR')).document)).toEqual([800, 600, false]);
  });
  test('S-404 both forms of an amount are changed together', () => {
    const file = { structuredContent: { productType: 2, price: 500, priceMoney: { value: '5.00' }, variants: [] } };
    const after = apply(file, setWholePrice(file, 'price', 700, 'USD')).document;
    expect(at(after, '/structuredContent')).toMatchObject({
      price: 700,
      priceMoney: { value: '7.00', currency: 'USD' },
    });
  });
  test('no options are one variant', () => expect(combinations([])).toEqual([{}]));
  test('E-127 only things and services are subscribed to', () => {
    expect(Object.values(PRODUCT_TYPES).filter(maySubscribe)).toEqual([1, 3]);
  });
  test('E-011 a new item is a draft, with what its collection expects', () => {
    const shop = { folder: 'shop', id: 'shop', type: 13, typeName: 'products', ordering: 'user-orderable' };
    const { path, json } = newItem(shop, 'Big Mug', new Set(['big-mug']), { now: 5, currency: 'EUR', count: 3 });
    expect(path).toBe('content/shop/big-mug-2.json');
    expect(json).toMatchObject({ status: 'Draft', recordType: 11, displayIndex: 4, urlId: 'big-mug-2' });
    expect(at(json, '/structuredContent/variants/0/priceMoney/currency')).toBe('EUR');
    expect(newCollection('A & B', 'page', new Set()).path).toBe('content/a-b/collection.json');
  });
});

describe('forms', () => {
  const schema = {
    fieldsets: [],
    fields: FIELD_TYPES.map((type) => ({
      type,
      properties:
        { phone: ['showCountryCode'], section: ['underline', 'required'], radio: ['options'] }[type as 'phone'] ?? [],
    })),
  };
  test('E-081 five fieldsets in their order', () => {
    expect(FIELDSETS).toEqual(['build', 'storage', 'advanced', 'captcha', 'disclaimer']);
  });
  test('E-082, E-083 a new form, and one that a product asks for', () => {
    expect(newForm(new Set(), false).json).toMatchObject({ name: 'My Form Name', fields: [], captchaEnabled: false });
    expect(newForm(new Set(['my-form-name']), true)).toMatchObject({
      path: 'forms/my-form-name-2.json',
      json: { buttonText: 'Add to Cart' },
    });
  });
  test('E-103 every visible field has title, description and, where it makes sense, the rest', () => {
    expect(propertiesOf(schema, 'text')).toEqual(['title', 'description', 'placeholder', 'required']);
    expect(propertiesOf(schema, 'phone')).toEqual(['title', 'description', 'required', 'showCountryCode']);
    expect(propertiesOf(schema, 'hidden')).toEqual([]);
  });
  test('E-104 a section asks for nothing', () => {
    expect(propertiesOf(schema, 'section')).toEqual(['title', 'description', 'underline']);
  });
  test('E-084 all nineteen fields are added, each with an id of its own', () => {
    let form: Json = { fields: [] };
    for (const type of [...FIELD_TYPES, ...FIELD_TYPES]) form = apply(form, addField(form, type, type)).document;
    const ids = listAt(form, '/fields').map((field) => at(field, '/id'));
    expect(new Set(ids).size).toBe(38);
    expect(FIELD_TYPES).toHaveLength(19);
  });
  test('E-067 a list must be chosen, an address must be one', () => {
    expect(storageProblem('list', ' ')).toBe('forms.selectList');
    expect(storageProblem('webhook', 'nowhere')).toBe('link.urlFormat');
    expect(storageProblem('webhook', 'https://hooks.example/1')).toBeNull();
  });
});

describe('E-114 tweaks', () => {
  test('what is chosen or switched is a class of the page, a picture an address', () => {
    const arches: Tweak = { name: 'arches', kind: 'checkbox', label: 'Arches', options: [] };
    const options = ['beside', 'in line'].map((value) => ({ value, label: value }));
    const header: Tweak = { name: 'header', kind: 'select', label: 'Header', options };
    expect([classOf(arches, true), classOf(arches, false)]).toEqual(['tweak-arches', undefined]);
    expect(classOf(header, 'in line')).toBe('tweak-header-in-line');
    expect([...classesOf(arches), ...classesOf(header)]).toEqual([
      'tweak-arches',
      'tweak-header-beside',
      'tweak-header-in-line',
    ]);
    // Those of comments in style sheets go by their title, and a font's choices bring none.
    const both = [options[1], { value: 'Bag (Small)', label: '' }].map((option) => option ?? { value: '', label: '' });
    const style: Tweak = { name: 'icon-style', kind: 'select', label: '', options: both, class: 'icon-style' };
    expect(classesOf(style)).toEqual(['icon-style-in-line', 'icon-style-bag-small']);
    expect(classOf({ ...arches, class: 'hide-author' }, true)).toBe('hide-author');
    expect(classesOf({ ...style, class: '' })).toEqual([]);
    const backdrop: Tweak = { name: 'backdrop', kind: 'image', label: 'Backdrop', options: [] };
    expect(propertyValue(backdrop, '/files/sea.jpg')).toBe('url("/files/sea.jpg")');
    expect(classesOf(backdrop)).toEqual([]);
  });

  const ink: Tweak = { name: 'ink', kind: 'color', label: 'Ink', default: '#333333', options: [] };
  const gap: Tweak = {
    name: 'gap',
    kind: 'range',
    label: 'Gap',
    default: '16px',
    unit: 'px',
    min: 0,
    max: 40,
    options: [],
  };
  test('a value stands in site.json, the template’s own does not', () => {
    const set = apply({}, setTweak({}, ink, '#123456')).document;
    expect(set).toEqual({ tweaks: { ink: '#123456' } });
    expect(tweakValue(set, ink)).toBe('#123456');
    expect(apply(set, setTweak(set, ink, '#333333')).document).toEqual({ tweaks: {} });
  });
  test('a range keeps its unit', () => {
    expect(tweakValue({}, gap)).toBe(16);
    expect(apply({}, setTweak({}, gap, 20)).document).toEqual({ tweaks: { gap: '20px' } });
    expect(cssValue(gap, 20)).toBe('20px');
  });
  test('E-062 a value outside the list is refused', () => {
    const look: Tweak = { name: 'look', kind: 'select', label: 'Look', options: [{ value: 'a', label: 'A' }] };
    expect(tweakProblem(look, 'x')).toBe('style.notAnOption');
    expect(tweakProblem(look, 'a')).toBeNull();
    expect(tweakProblem(ink, 'rgb(1,2,3,.5)')).toBe('style.badColour');
  });
});

test('a new block shows something at once', () => {
  const spec = blockOf('gallery');
  if (!spec) throw new Error('there are galleries');
  expect(newBlock(spec)).toEqual({ type: 8, variant: 1000, value: { images: [] } });
});
