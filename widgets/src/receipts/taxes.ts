import type { TaxLine } from '../contract/types.ts';
import { money } from '../pageData.ts';
import { locale, text } from '../text/text.ts';

type Row = [label: string, amount: string];

/** The row of an order whose buyer owes the tax: what the prices hold of it, taken off. */
export const reliefRows = (of: { reverseCharge?: boolean; reliefCents?: number }): Row[] =>
  of.reverseCharge ? [[text('checkoutReverseCharge'), money(0 - (of.reliefCents ?? 0))]] : [];

/** The rows of a receipt: the taxes that were added to the prices, and those that the prices hold. `all` is the sum of the
 * added ones in minor units, for orders whose taxes are not listed. */
export function taxRows(taxes: TaxLine[] | undefined, all: number): { added: Row[]; held: Row[] } {
  const format = new Intl.NumberFormat(locale(), { maximumFractionDigits: 4 });
  const rows = (isHeld: boolean) =>
    (taxes ?? [])
      .filter((line) => line.taxCents > 0 && !!line.included === isHeld)
      .map((line): Row => {
        const words = { name: line.name ?? text('checkoutTax'), rate: format.format(Number(line.rate)) };
        return [text(isHeld ? 'checkoutTaxIncluded' : 'checkoutTaxOf', words), money(line.taxCents)];
      });
  const added = rows(false);
  return { added: added.length || all === 0 ? added : [[text('checkoutTax'), money(all)]], held: rows(true) };
}
