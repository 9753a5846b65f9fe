import { planSpans } from './subscription.ts';

test.each([
  ['C-066 26 times two weeks are a year', { value: 2, unit: 'WEEK' }, 26, { unit: 'YEAR', n: 1 }],
  ['C-066 24 months are two years', { value: 1, unit: 'MONTH' }, 24, { unit: 'YEAR', n: 2 }],
  ['six weeks stay weeks', { value: 1, unit: 'WEEK' }, 6, { unit: 'WEEK', n: 6 }],
  ['C-065 no cycles are no end', { value: 1, unit: 'MONTH' }, 0, null],
] as const)('%s', (_name, billingPeriod, numBillingCycles, lasts) => {
  expect(planSpans({ billingPeriod, numBillingCycles })).toEqual({
    every: { unit: billingPeriod.unit, n: billingPeriod.value },
    lasts,
  });
});
