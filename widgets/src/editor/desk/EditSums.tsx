import type { PageCurrency } from '../../contract/types.ts';
import styles from './desk.module.css';
import { amount } from './desk.ts';
import { e, type Told } from './edit.ts';

type Props = {
  told: Told;
  amounts: PageCurrency;
  /** What is added is paid first. */
  isLater: boolean;
  /** What is sent comes back for it. */
  isExchange?: boolean;
};

/** What a change comes to: the total before and after, and the difference with where it goes. */
export function EditSums({ told, amounts, isLater, isExchange = false }: Props) {
  const write = (cents: number) => amount(cents, amounts);
  const back = told.moneyCents + told.toCardsCents;
  const rows: [string, string][] = [
    [e('before'), write(told.beforeCents)],
    ...told.removed.map(({ quantity, title, cents }): [string, string] => [
      e(isExchange ? 'comesBack' : 'taken', { n: String(quantity), title }),
      write(-cents),
    ]),
  ];
  if (told.deliveryCents) rows.push([e('deliveryBack'), write(-told.deliveryCents)]);
  for (const { quantity, title, priceCents } of told.added)
    rows.push([e(isExchange ? 'goesOutOf' : 'more', { n: String(quantity), title }), write(priceCents * quantity)]);
  if (told.addedDeliveryCents) rows.push([e('addedDelivery'), write(told.addedDeliveryCents)]);
  if (told.addedTaxCents) rows.push([e('addedTax'), write(told.addedTaxCents)]);
  rows.push([e('after'), write(told.afterCents)]);
  const difference = told.differenceCents;
  if (difference > 0) rows.push([e('owed'), write(difference)]);
  else if (difference < 0) rows.push([e('back'), write(-difference)]);
  const said = [
    difference === 0 ? e('even') : '',
    told.setOffCents ? e('setOff', { amount: write(told.setOffCents) }) : '',
    isLater && !told.setOffCents && told.addedCents > 0 && back > 0
      ? e('both', { added: write(told.addedCents), back: write(back) })
      : '',
    told.moneyCents > told.setOffCents ? e('toMoney', { amount: write(told.moneyCents - told.setOffCents) }) : '',
    told.toCardsCents ? e('toCards', { amount: write(told.toCardsCents) }) : '',
    told.isInStock ? '' : e('lacks'),
  ].filter(Boolean);
  return (
    <>
      <dl className={styles.sums} aria-label={e('sums')}>
        {rows.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be called the same, and none is moved.
          <div key={`${place} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.lines}>{said.join('\n')}</p>
    </>
  );
}
