import { initTexts, joinWithAnd, plural, text } from './text.ts';

test('W-020 T-246 a text asked for before the texts are ready throws; afterwards it is there', () => {
  jest.isolateModules(() => {
    const fresh = jest.requireActual<typeof import('./text.ts')>('./text.ts');
    expect(() => fresh.text('ok')).toThrow('Translation instance not initialised');
    fresh.initTexts();
    expect(fresh.text('ok')).toBe('OK');
  });
});

test('W-021 a site string stands before ours; an empty one does not', () => {
  initTexts({ productAddToCartText: 'Kaufen', addedText: '' });
  expect(text('productAddToCartText')).toBe('Kaufen');
  expect(text('productAddedText')).toBe('Added!');
});

test('names are filled in, and a name without a value stays readable', () => {
  initTexts();
  expect(text('productVariantSelectText', { variantName: 'Size' })).toBe('Select Size');
  expect(text('productVariantSelectText')).toBe('Select {variantName}');
});

test('W-045 W-046 names are joined by and', () => {
  initTexts();
  expect(joinWithAnd(['Size'])).toBe('Size');
  expect(joinWithAnd(['Size', 'Color'])).toBe('Size and Color');
  expect(joinWithAnd(['Size', 'Color', 'Fit'])).toBe('Size, Color and Fit');
});

test('W-061 a count takes the plural form of the locale', () => {
  initTexts();
  expect(plural('cartItemSuffix', 1)).toBe('item');
  expect(plural('cartItemSuffix', 3)).toBe('items');
});
