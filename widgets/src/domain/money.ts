import type { AmountForm, PageCurrency } from '../contract/types.ts';

/**
 * Money as `commerce/src/money.rs` writes it; both run `commerce/vectors/money.json`.
 * Amounts are whole numbers of minor units: hundredths for every currency, JPY included (C-006). No float holds one:
 * rounding is done on whole numbers.
 */
export type Trim = 'never' | 'wholeAmounts';

/** Largest amount either way: whole numbers up to here are exact in both languages. */
export const CENTS_MAXIMUM = Number.MAX_SAFE_INTEGER;
/** Most digits before the point (C-018). */
export const INTEGER_PLACES_MAXIMUM = 15;

/** The form of amounts; a currency without one has comma, point and its sign (C-014…C-017). */
type Form = Pick<AmountForm, 'prefix' | 'suffix' | 'fractionDigits'> & Partial<AmountForm>;

/** 123450 → '$1,234.50' or '1.234,50 €', dressed by what the page says about its currency; `bare` without sign and currency. */
export function formatCents(cents: number, currency: PageCurrency, trim: Trim = 'never', bare = false): string {
  const {
    prefix,
    suffix,
    negativePrefix = `-${prefix}`,
    negativeSuffix = suffix,
    decimal = '.',
    group = ',',
    groupSize = 3,
    furtherGroupSize = 3,
    minimumGrouping = 1,
    fractionDigits,
    digits,
  }: Form = currency.form ?? currency;
  // A currency that shows no fraction: half a unit is rounded away from zero.
  const over = fractionDigits ? 0 : Math.abs(cents) % 100;
  const size = Math.abs(cents) - over + (over < 50 ? 0 : 100);
  const rest = size % 100;
  let text = `${(size - rest) / 100}`;
  if (text.length >= groupSize + minimumGrouping)
    text = text.replace(new RegExp(`\\B(?=(\\d{${furtherGroupSize}})*\\d{${groupSize}}$)`, 'g'), group);
  if (fractionDigits && (rest || trim === 'never'))
    text += decimal + `${rest}`.padStart(2, '0').padEnd(fractionDigits, '0');
  if (digits) text = text.replace(/\d/g, (digit) => digits[+digit] ?? digit);
  if (bare) return text;
  return cents < 0 && size ? negativePrefix + text + negativeSuffix : prefix + text + suffix;
}

export type MoneyProblem = 'not-a-number' | 'too-precise' | 'too-large';

/** '12.5' → 1250, or why it is no amount (C-004, C-018). */
export function readCents(text: string): { cents: number } | { problem: MoneyProblem } {
  const found = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text);
  const [, sign, whole = '', fraction = ''] = found ?? [];
  if (!found || (!whole && !fraction)) return { problem: 'not-a-number' };
  if (whole.replace(/^0+/, '').length > INTEGER_PLACES_MAXIMUM) return { problem: 'too-large' };
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > 2) return { problem: 'too-precise' };
  const cents = Number(`${whole}${kept.padEnd(2, '0')}`);
  if (cents > CENTS_MAXIMUM) return { problem: 'too-large' };
  return { cents: sign && cents > 0 ? -cents : cents };
}

/** The amount of a text, null for a text that is no amount. */
export function parseCents(text: string): number | null {
  const read = readCents(text);
  return 'cents' in read ? read.cents : null;
}
