import { amountText } from '../products/list.ts';
import { editorLocale } from '../text/text.ts';
import ui from '../ui/ui.module.css';
import type { Plan } from './client.ts';
import { faultText } from './faults/said.ts';
import styles from './importing.module.css';
import { i } from './text.ts';
import type { Word } from './words/en.ts';

/** So many products and faults are shown. */
const SHOWN = 50;

/** What a list says, what would become of it, and what of it needs a look. */
export function PlanView({ plan }: { plan: Plan }) {
  const { currency, rows, faults, faultCount } = plan;
  const all = amountText([plan.prices, plan.prices], currency);
  const says: [Word, string | number][] = [
    ['products', plan.products],
    ['variants', plan.variants],
    ['allPictures', plan.pictures],
    ['pieces', plan.pieces],
    ['uncounted', plan.uncounted],
    ['prices', all],
  ];
  const becomes: [Word, number][] = [
    ['added', plan.added],
    ['changed', plan.changed],
    ['same', plan.same],
    ['left', plan.left],
  ];
  return (
    <>
      <p className={styles.text}>{plan.source ? i('from', { shop: plan.source }) : i('fromOwn')}</p>
      <Numbers name={i('facts')} facts={says} />
      <Numbers name={i('outcome')} facts={becomes} />
      {faultCount > 0 ? (
        <section className={ui.stack}>
          <h3 className={styles.title}>{i('faults', { n: faultCount })}</h3>
          <p className={styles.text}>{i('faultsHelp')}</p>
          <ul className={styles.list}>
            {faults.slice(0, SHOWN).map((fault) => (
              <li key={`${fault.line} ${fault.message}`}>
                <p className={styles.text}>
                  {fault.line > 0 ? <strong>{i('line', { line: fault.line })}: </strong> : null}
                  {faultText(fault)}
                </p>
                {fault.row.length > 0 ? (
                  <dl className={styles.row}>
                    {fault.row.map(({ column, text }) => (
                      <div key={column}>
                        <dt>{column}</dt>
                        <dd>{text}</dd>
                      </div>
                    ))}
                  </dl>
                ) : null}
              </li>
            ))}
          </ul>
          <Rest n={faultCount - SHOWN} />
        </section>
      ) : null}
      <section className={ui.stack}>
        <h3 className={styles.title}>{i('list')}</h3>
        <ul className={styles.list}>
          {rows.slice(0, SHOWN).map(({ line, title, was, least, most, becomes: is, missing = [] }) => (
            <li key={line} className={styles.product}>
              <span>
                {title} {was ? <span className={ui.help}>{i('was', { title: was })}</span> : null}
              </span>
              <span className={styles.price}>{least && most ? amountText([least, most], currency) : ''}</span>
              <span className={styles.becomes}>
                {i(`becomes.${is}`)}
                {missing.map((field) => (
                  <span key={field}>, {i(`missing.${field}`)}</span>
                ))}
              </span>
            </li>
          ))}
        </ul>
        <Rest n={plan.products - SHOWN} />
      </section>
    </>
  );
}

const Rest = ({ n }: { n: number }) => (n > 0 ? <p className={ui.help}>{i('more', { n })}</p> : null);

function Numbers({ name, facts }: { name: string; facts: readonly [Word, string | number][] }) {
  return (
    <section>
      <h3 className={styles.title}>{name}</h3>
      <dl className={styles.numbers}>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{i(word)}</dt>
            <dd>{typeof value === 'number' ? value.toLocaleString(editorLocale()) : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
