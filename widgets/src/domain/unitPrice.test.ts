import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unitPrice } from './unitPrice.ts';

type Case = {
  name: string;
  given: { cents: number; currency: string };
  expect: { ratio: string; cents: number };
};
const file = join(process.cwd(), '..', 'crates', 'commerce', 'vectors', 'unit_price.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] };

test.each(cases)('S-780 $name', ({ given, expect: { ratio, cents } }) => {
  expect(unitPrice(given.cents, ratio, given.currency === 'JPY' ? 0 : 2)).toBe(cents);
});
