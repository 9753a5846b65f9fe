import type { PageCurrency } from '../contract/types.ts';

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

/** 123450 → '$1,234.50', dressed by what the page says about its currency (C-014…C-019). */
export function formatCents(cents: number, currency: PageCurrency, trim: Trim = 'never'): string {
  const digits = Math.min(currency.fractionDigits, 2);
  const unit = 10 ** (2 - digits);
  const size = Math.abs(cents);
  // Half a unit is rounded away from zero.
  const rounded = (size - (size % unit)) / unit + (size % unit >= unit / 2 && unit > 1 ? 1 : 0);
  const perMajor = 10 ** digits;
  const whole = (rounded - (rounded % perMajor)) / perMajor;
  const rest = rounded % perMajor;
  const fraction =
    digits === 0 || (trim === 'wholeAmounts' && rest === 0) ? '' : `.${String(rest).padStart(digits, '0')}`;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 && rounded > 0 ? '-' : ''}${currency.prefix}${grouped}${fraction}${currency.suffix}`;
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
