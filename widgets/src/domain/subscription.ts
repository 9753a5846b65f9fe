import type { BillingPeriod, SubscriptionPlan } from '../contract/types.ts';

type Span = { unit: BillingPeriod['unit']; n: number };

/** How many of a unit make a year. */
const PER_YEAR = { WEEK: 52, MONTH: 12, YEAR: 1 } as const satisfies Record<BillingPeriod['unit'], number>;

/** How often, and for how long: years when it is a whole number of them, null until cancelled (C-065, C-066). */
export function planSpans({ billingPeriod, numBillingCycles }: SubscriptionPlan): { every: Span; lasts: Span | null } {
  const { unit, value } = billingPeriod;
  const every = { unit, n: value };
  if (numBillingCycles === 0) return { every, lasts: null };
  const n = value * numBillingCycles;
  const years = n / PER_YEAR[unit];
  return { every, lasts: Number.isInteger(years) ? { unit: 'YEAR', n: years } : { unit, n } };
}
