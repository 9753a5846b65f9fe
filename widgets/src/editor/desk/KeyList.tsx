import { Fragment } from 'react';
import styles from './desk.module.css';

/** Keys, each with what it does. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) {
  return (
    <dl className={styles.keys}>
      {keys.map(([key, what]) => (
        <Fragment key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
