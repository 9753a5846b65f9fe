import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import desk from '../desk/desk.module.css';
import { Problem } from '../ui/states.tsx';
import type { Whole } from './draft.ts';
import { d } from './text.ts';

/** What a draft comes to, line by line: the server's numbers. */
export function Sums({ cart }: { cart: Whole['cart'] }) {
  const money = (cents: number) => amount(cents, cart.currency);
  const included = cart.includedTaxCents ?? 0;
  const sums: [string, string][] = [
    ...cart.entries.map(({ title, quantity, subTotal }): [string, string] => [
      `${quantity} × ${title}`,
      money(subTotal),
    ]),
    [d('subtotal'), money(cart.subtotalCents)],
    ...(cart.discounts ?? []).map(({ name, amountCents }): [string, string] => [name, money(-amountCents)]),
  ];
  if (cart.requiresShipping) sums.push([d('shipping'), money(cart.shippingCostCents)]);
  if (cart.taxCents > 0) sums.push([d('tax'), money(cart.taxCents)]);
  sums.push([d('total'), money(cart.grandTotalCents)]);
  if (included > 0) sums.push([d('included'), money(included)]);
  return (
    <div>
      <h4 className={styles.title}>{d('sums')}</h4>
      {cart.taxPending ? <Problem text={d('pending')} /> : null}
      <dl className={desk.sums}>
        {sums.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read alike, and none moves.
          <div key={place}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
