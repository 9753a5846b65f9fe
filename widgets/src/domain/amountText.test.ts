import { DEFAULT_PAGE } from '../test/defaultPage.ts';
import { exchangeAmounts } from './amountText.ts';
import { formatCents } from './money.ts';

const cases: [string, [number, number][], string][] = [
  ['from $6.50', [[650, 720]], 'from $7.20'],
  ['6,50 €', [[650, 1050]], '10,50 €'],
  ['€6.50', [[650, 123450]], '€1,234.50'],
  ['1.234,50 €', [[123450, 99]], '0,99 €'],
  ['1 234,50 kr', [[123450, 234567]], '2 345,67 kr'],
  ['¥1,200', [[120000, 130000]], '¥1,300'],
  ['$12', [[1200, 1250]], '$12.50'],
  [
    '$5.00 – $6.00',
    [
      [500, 600],
      [600, 700],
    ],
    '$6.00 – $7.00',
  ],
  ['2 for $16.50', [[650, 720]], '2 for $16.50'],
  ['no price', [[650, 720]], 'no price'],
];

test.each(cases)('S-624 the amounts of %j are exchanged at once', (text, pairs, expected) => {
  const write = (cents: number) => formatCents(cents, DEFAULT_PAGE.currency, 'never', true);
  expect(exchangeAmounts(text, new Map(pairs), write)).toBe(expected);
});
