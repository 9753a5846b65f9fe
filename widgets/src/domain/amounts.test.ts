import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageCurrency } from '../contract/types.ts';

/**
 * S-731: the texts of `amount.json` held against ICU, which shares no code with `crates/locale` or with `money.ts`. Where the
 * two differ the pages were first, and the widgets write as they do.
 */
const DIFFERENCES: Record<string, string> = {
  ar: 'CLDR names Arabic digits for Arabic without a country; ICU writes those of ASCII. With a country both agree.',
  'fr-CH':
    'CLDR has a narrow space for the groups of amounts in Switzerland; our tables group as its plain numbers do.',
  'mr-IN':
    'For Devanagari digits CLDR has no pattern of amounts of its own: ICU takes that of the root, ours the one of the language.',
  'pt-CV':
    'Cape Verde writes its escudo with a dollar sign for a point; ICU does so in every currency, ours in that one.',
};

type Case = { name: string; given: { currency: PageCurrency; cents: number[] }; expect: { texts: string[] } };
const file = join(process.cwd(), '..', 'crates', 'commerce', 'vectors', 'amount.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] };

/** The exact decimal of so many hundredths: a double would not hold the largest. */
const decimal = (cents: number): `${number}` => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
};
const icu = ({ given: { currency, cents } }: Case): string[] => {
  const format = new Intl.NumberFormat(currency.locale, { style: 'currency', currency: currency.code });
  return cents.map((each) => format.format(decimal(each)));
};
const locales = [...new Set(cases.map(({ given }) => given.currency.locale))];

test('S-731 there are enough languages and currencies', () => {
  expect(locales.length).toBeGreaterThanOrEqual(30);
  expect(new Set(cases.map(({ given }) => given.currency.code)).size).toBeGreaterThanOrEqual(6);
});

test.each(locales)('S-731 amounts in %s are those of ICU, or it is said why not', (locale) => {
  const own = cases.filter(({ given }) => given.currency.locale === locale);
  const differs = own.some((each) => icu(each).join() !== each.expect.texts.join());
  expect(differs).toBe(locale in DIFFERENCES);
  if (!differs) return;
  // Digits, signs and groups aside the two say the same number.
  const plain = (text: string) =>
    [...text.normalize('NFKC')].map((each) => (/\p{Nd}/u.test(each) ? String(digitOf(each)) : '')).join('');
  for (const each of own) expect(each.expect.texts.map(plain)).toEqual(icu(each).map(plain));
});

/** The value of a digit of any script: their ten stand in a row. */
function digitOf(digit: string): number {
  let value = 0;
  for (let at = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(at)) && value < 9; at--) value++;
  return value;
}
