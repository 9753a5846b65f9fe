import { ACCOUNT_TEXTS } from './catalogue/account.ts';
import { ACCOUNT_PAGE_TEXTS } from './catalogue/accountPage.ts';
import { CART_TEXTS } from './catalogue/cart.ts';
import { CHECKOUT_TEXTS } from './catalogue/checkout.ts';
import { CHOICES_TEXTS } from './catalogue/choices.ts';
import { CONFIRMED_TEXTS } from './catalogue/confirmed.ts';
import { EXPRESS_TEXTS } from './catalogue/express.ts';
import { FORMS_TEXTS } from './catalogue/forms.ts';
import { GALLERY_TEXTS } from './catalogue/gallery.ts';
import { GIFT_CARD_TEXTS } from './catalogue/giftCard.ts';
import { INSTALLMENT_TEXTS } from './catalogue/installment.ts';
import { SEARCH_TEXTS } from './catalogue/search.ts';
import { SHOP_TEXTS } from './catalogue/shop.ts';
import { SOCIAL_TEXTS } from './catalogue/social.ts';
import { DETAIL_TEXTS } from './detail.ts';
import { FIELD_TEXTS } from './formProblem.ts';
import ar from './languages/ar.ts';
import de from './languages/de.ts';
import fr from './languages/fr.ts';
import { PROBLEM_TEXTS, problemText } from './problem.ts';
import { initTexts, joinWithAnd, plural, setLanguage, text } from './text.ts';

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

test('a page in another language speaks it; what the site says itself, and says otherwise than we do, stands before it', () => {
  initTexts({ productAddedText: 'Added!', productAddToCartText: 'Her damit' }, 'de-DE');
  setLanguage(de);
  expect(text('productAddingText')).toBe('Wird hinzugefügt …');
  expect(text('productAddToCartText')).toBe('Her damit');
  expect(text('productAddedText')).toBe('Hinzugefügt!'); // our own English, repeated by the page's data
  expect(problemText({ code: 'options-unselected', options: ['Größe'] })).toBe('Bitte wählen Sie die Option Größe.');
  setLanguage({});
});

test('a language with more plural forms than two has them', () => {
  initTexts({}, 'ar');
  setLanguage(ar);
  expect([1, 2, 5, 11, 100].map((n) => plural('commentCount', n))).toEqual([
    'تعليق واحد',
    'تعليقان',
    '5 تعليقات',
    '11 تعليقًا',
    '100 تعليق',
  ]);
  setLanguage({});
});

/** Every key a language must have: the whole catalogue, the refusals and what is said of a field. */
const KEYS = [
  ...Object.keys({
    ...SHOP_TEXTS,
    ...CART_TEXTS,
    ...CHECKOUT_TEXTS,
    ...CHOICES_TEXTS,
    ...EXPRESS_TEXTS,
    ...CONFIRMED_TEXTS,
    ...GIFT_CARD_TEXTS,
    ...FORMS_TEXTS,
    ...INSTALLMENT_TEXTS,
    ...GALLERY_TEXTS,
    ...SOCIAL_TEXTS,
    ...ACCOUNT_TEXTS,
    ...ACCOUNT_PAGE_TEXTS,
    ...SEARCH_TEXTS,
  }),
  ...Object.keys(PROBLEM_TEXTS).map((code) => `problem.${code}`),
  ...Object.keys(FIELD_TEXTS).map((code) => `field.${code}`),
  ...Object.keys(DETAIL_TEXTS).map((code) => `detail.${code}`),
];
const holes = (words: string) => [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const english: Record<string, string> = {
  ...SHOP_TEXTS,
  ...CART_TEXTS,
  ...CHECKOUT_TEXTS,
  ...CHOICES_TEXTS,
  ...EXPRESS_TEXTS,
  ...CONFIRMED_TEXTS,
  ...GIFT_CARD_TEXTS,
  ...FORMS_TEXTS,
  ...SOCIAL_TEXTS,
};

test.each([
  ['German', de],
  ['French', fr],
  ['Arabic', ar],
])('%s is complete, has no word too many and keeps every {name}', (_, words) => {
  expect(KEYS.filter((key) => !words[key])).toEqual([]);
  const forms = /(Zero|One|Two|Few|Many|Other)$/;
  const known = (key: string) =>
    KEYS.includes(key) || KEYS.includes(key.replace(forms, 'Other')) || /\.(one|none)$/.test(key);
  expect(Object.keys(words).filter((key) => !known(key))).toEqual([]);
  // A counted text may say its number in words: 'one week'.
  const differs = (key: string) => {
    const ours = english[key];
    return ours && !forms.test(key) && String(holes(ours)) !== String(holes(words[key] ?? ''));
  };
  expect(KEYS.filter(differs)).toEqual([]);
});
