import ui from '../ui/ui.module.css';
import styles from './bringing.module.css';
import type { Outcome } from './client.ts';
import { faultText } from './faults/said.ts';
import { b, kindOf, whole } from './text.ts';
import type { Word } from './words/en.ts';

/** So many faults are shown. */
const SHOWN = 50;

/** What a file has, what would come of it or came, and what of it needs a look. */
export function OutcomeView({ outcome, isDone }: { outcome: Outcome; isDone: boolean }) {
  const { what, total, added, changed, unchanged, left, faults, faultCount } = outcome;
  const facts: [Word, number][] = [
    ['total', total],
    ['added', added],
    ['changed', changed],
    ['unchanged', unchanged],
    ['left', left],
  ];
  const counts = { added: whole(added), changed: whole(changed), unchanged: whole(unchanged), left: whole(left) };
  return (
    <>
      <p className={styles.text}>{what.length > 0 ? what.map(kindOf).join(', ') : b('unknown')}</p>
      {isDone ? (
        <p className={styles.text}>{b('done', counts)}</p>
      ) : (
        <dl className={styles.numbers}>
          {facts.map(([word, n]) => (
            <div key={word}>
              <dt>{b(word)}</dt>
              <dd>{whole(n)}</dd>
            </div>
          ))}
        </dl>
      )}
      {what.includes('people') && !isDone ? <p className={ui.help}>{b('consent')}</p> : null}
      {faultCount > 0 ? (
        <details className={styles.faults} open={what.length === 0}>
          <summary>{b('faults', { n: whole(faultCount) })}</summary>
          <ul className={styles.list}>
            {faults.slice(0, SHOWN).map((fault) => (
              <li key={`${fault.line} ${fault.message}`}>
                {fault.line > 0 ? <strong>{b('line', { line: fault.line })}: </strong> : null}
                {faultText(fault)}
              </li>
            ))}
          </ul>
          {faultCount > SHOWN ? <p className={ui.help}>{b('rest', { n: whole(faultCount - SHOWN) })}</p> : null}
        </details>
      ) : null}
    </>
  );
}
