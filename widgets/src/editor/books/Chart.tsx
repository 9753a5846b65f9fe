import type { components } from '../../contract/schema.gen.ts';
import { Details } from '../ui/Details.tsx';
import { amount } from './amount.ts';
import styles from './books.module.css';
import type { Step } from './span.ts';
import { dayOf, w, whole } from './text.ts';

type Period = components['schemas']['FigurePeriod'];
type Props = { currency: string; periods: readonly Period[]; step: Step; total: number };

const HEIGHT = 40;

/** What each period came to: bars, a sentence that says what they show, and a table of the same. */
export function Chart({ currency, periods, step, total }: Props) {
  const [first] = periods;
  const best = periods.reduce((most, period) => (period.grossCents > most.grossCents ? period : most), first ?? NONE);
  const top = Math.max(1, best.grossCents);
  const says =
    best.grossCents > 0
      ? w('chart', {
          step: w(`per.${step}`),
          currency,
          total: amount(total, currency),
          most: amount(best.grossCents, currency),
          when: dayOf(best.from),
        })
      : w('chartNone', { step: w(`per.${step}`), currency });
  return (
    <figure className={styles.chart}>
      <figcaption>{says}</figcaption>
      <svg viewBox={`0 0 ${Math.max(1, periods.length)} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {periods.map(({ from, grossCents }, index) => {
          const height = (HEIGHT * Math.max(0, grossCents)) / top;
          return <rect key={from} x={index + 0.1} width={0.8} y={HEIGHT - height} height={height} />;
        })}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{first ? dayOf(first.from) : ''}</span>
        <span>{dayOf(periods.at(-1)?.to ?? NONE.to)}</span>
      </div>
      <Details summary={w('asTable')}>
        {/* biome-ignore lint/a11y/useSemanticElements: as the rule of eslint wants it */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <div className={styles.scroll} role="region" aria-label={w('asTable')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{w('period')}</th>
                <th scope="col">{w('orders')}</th>
                <th scope="col">{w('grossCents')}</th>
                <th scope="col">{w('refundedCents')}</th>
                <th scope="col">{w('taxCents')}</th>
                <th scope="col">{w('netCents')}</th>
              </tr>
            </thead>
            <tbody>
              {periods.map((period) => (
                <tr key={period.from}>
                  <th scope="row">
                    {dayOf(period.from)}
                    {period.to === period.from ? '' : ` – ${dayOf(period.to)}`}
                  </th>
                  <td>{whole(period.orders)}</td>
                  <td>{amount(period.grossCents, currency)}</td>
                  <td>{amount(period.refundedCents, currency)}</td>
                  <td>{amount(period.taxCents, currency)}</td>
                  <td>{amount(period.netCents, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Details>
    </figure>
  );
}

const NONE = { from: '1970-01-01', to: '1970-01-01', grossCents: 0 } as Period;
