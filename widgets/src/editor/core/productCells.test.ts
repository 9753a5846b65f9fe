import { apply } from './edit.ts';
import { at, type Json } from './json.ts';
import { cellText, placeOfOnly, plainAmount, type VariantColumn, writeCell } from './productCells.ts';

const variant = (more: { [key: string]: Json }): Json => ({ sku: 'A', attributes: {}, ...more });
const product = (variants: Json[], more: { [key: string]: Json } = {}): Json => ({
  title: 'Loaf',
  structuredContent: { productType: 1, variants, ...more },
});
const FIRST = '/structuredContent/variants/0';

/** What a file says after something is written into its only variant, or why it cannot be. */
function written(item: Json, column: VariantColumn, text: string): unknown {
  const place = placeOfOnly(item) ?? FIRST;
  const wanted = writeCell(item, place, column, text, 'EUR');
  return 'wrong' in wanted ? wanted.wrong : at(apply(item, wanted.edits).document, place);
}

test('S-438 an amount is whole hundredths; one that may mean two amounts is refused', () => {
  expect(['12,5', '1.234,50', '1,234.50', '1,234,567', ' 7 ', '€ 3.20', '−2'].map(plainAmount)).toEqual([
    '12.5',
    '1234.50',
    '1234.50',
    '1234567',
    '7',
    '3.20',
    '-2',
  ]);
  const loaf = product([variant({ price: 650, priceMoney: { value: '6.50', currency: 'EUR' } })]);
  expect(written(loaf, 'price', '0.29')).toMatchObject({ price: 29, priceMoney: { value: '0.29', currency: 'EUR' } });
  expect(['x', '', '1.234', '-1', '9'.repeat(17)].map((text) => written(loaf, 'price', text))).toEqual([
    'amount',
    'amount',
    'too-precise',
    'negative',
    'too-large',
  ]);
});

test('S-437 only what says the value is changed, where the file says it and as it says it', () => {
  const whole = product([variant({ price: 650 })]);
  expect(written(whole, 'price', '7')).toEqual({ sku: 'A', attributes: {}, price: 700 });
  const money = product([variant({ priceMoney: { decimalValue: '6.50', currency: 'EUR' } })]);
  expect(written(money, 'price', '7')).toEqual({
    sku: 'A',
    attributes: {},
    priceMoney: { decimalValue: '7.00', currency: 'EUR' },
  });
  const sale = product([variant({ price: 650, onSale: false, salePrice: 0 })]);
  expect(cellText(sale, FIRST, 'salePrice')).toBe('');
  expect(written(sale, 'salePrice', '5')).toMatchObject({ price: 650, onSale: true, salePrice: 500 });
  const reduced = product([variant({ price: 650, onSale: true, salePrice: 500 })]);
  expect(written(reduced, 'salePrice', '')).toMatchObject({ onSale: false, salePrice: 500 });
});

test('S-437 stock, weight and numbers are whole, and a number stands once in a product', () => {
  const loaf = product([variant({ qtyInStock: 3, unlimited: false })]);
  expect(written(loaf, 'stock', '12')).toMatchObject({ qtyInStock: 12, unlimited: false });
  expect(written(loaf, 'stock', '∞')).toMatchObject({ qtyInStock: 3, unlimited: true });
  const endless = product([variant({ qtyInStock: 3, unlimited: true })]);
  expect(cellText(endless, FIRST, 'stock')).toBe('∞');
  expect(written(endless, 'stock', '4')).toMatchObject({ qtyInStock: 4, unlimited: false });
  expect(written(loaf, 'weight', '250')).toMatchObject({ shippingWeight: 250 });
  expect([written(loaf, 'stock', '1.5'), written(loaf, 'stock', ''), written(loaf, 'weight', '1 kg')]).toEqual([
    'stock',
    'stock',
    'weight',
  ]);
  const two = product([variant({}), variant({ sku: 'B' })]);
  expect(placeOfOnly(two)).toBeNull();
  expect([written(two, 'sku', 'B'), written(two, 'sku', ' ')]).toEqual(['skuTaken', 'skuNeeded']);
  expect(written(two, 'sku', 'C')).toMatchObject({ sku: 'C' });
});

test('S-437 what is priced as a whole says its price where it says it', () => {
  const own = product([variant({ price: 100 })], { productType: 2, priceMoney: { value: '9.00', currency: 'EUR' } });
  expect(placeOfOnly(own)).toBe('/structuredContent');
  expect(cellText(own, '/structuredContent', 'price')).toBe('9.00');
  const inner = product([variant({ price: 100 })], { productType: 2 });
  expect(placeOfOnly(inner)).toBe(FIRST);
  expect(written(inner, 'price', '2')).toMatchObject({ price: 200 });
});
