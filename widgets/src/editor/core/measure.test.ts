import { measured, measureOf, remeasured } from './measure.ts';

describe('S-394 measures', () => {
  test.each([
    ['250', '250'],
    ['0,75', '0.75'],
    [' 1.5 ', '1.5'],
    ['0', undefined],
    ['0.0000001', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['1.', undefined],
    ['', undefined],
    ['much', undefined],
  ])('%j is %j', (typed, wanted) => expect(measured(typed)).toBe(wanted));

  test('for how much a price is said stays with its unit', () => {
    const per = { amount: '100', unit: 'g' };
    expect(remeasured({ amount: 250, unit: 'g', per }, '300', 'g')).toEqual({ amount: '300', unit: 'g', per });
    expect(remeasured({ amount: 250, unit: 'g', per }, '300', 'ml')).toEqual({ amount: '300', unit: 'ml' });
    expect(measureOf({ amount: 250, unit: 'g' })).toEqual({ amount: '250', unit: 'g' });
    expect(measureOf(undefined)).toEqual({ amount: '', unit: 'kg' });
  });
});
