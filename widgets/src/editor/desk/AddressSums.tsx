import type { PageCurrency } from '../../contract/types.ts';
import styles from './desk.module.css';
import { amount } from './desk.ts';
import { e, type Told } from './edit.ts';

/** What another address comes to: delivery and taxes at both, the total before and after, and where the difference goes. */
export function AddressSums({ told, amounts }: { told: Told; amounts: PageCurrency }) {
  const write = (cents: number) => amount(cents, amounts);
  const { place, differenceCents } = told;
  const rows: [string, string][] = [];
  const both = (before: number, after: number) => e('fromTo', { before: write(before), after: write(after) });
  if (place) {
    if (place.deliveryBeforeCents !== place.deliveryAfterCents || place.isOtherWay)
      rows.push([
        e('deliveryBy', { way: place.deliveryName }),
        both(place.deliveryBeforeCents, place.deliveryAfterCents),
      ]);
    if (place.taxBeforeCents !== place.taxAfterCents)
      rows.push([e('taxes'), both(place.taxBeforeCents, place.taxAfterCents)]);
  }
  rows.push([e('before'), write(told.beforeCents)], [e('after'), write(told.afterCents)]);
  if (differenceCents > 0) rows.push([e('owed'), write(differenceCents)]);
  else if (differenceCents < 0) rows.push([e('back'), write(-differenceCents)]);
  const said = [
    differenceCents === 0 ? e('even') : '',
    told.moneyCents ? e('toMoney', { amount: write(told.moneyCents) }) : '',
    told.toCardsCents ? e('toCards', { amount: write(told.toCardsCents) }) : '',
    place?.hasOtherIncludedTax ? e('otherTax') : '',
  ].filter(Boolean);
  return (
    <>
      <dl className={styles.sums} aria-label={e('sums')}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.lines}>{said.join('\n')}</p>
    </>
  );
}
