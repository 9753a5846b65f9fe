import { Fragment } from 'react';
import { t } from '../text/words.ts';
import styles from './desk.module.css';

/** The keys that work the list. */
export function Keys() {
  const keys: [string, string][] = [
    ['j / k', t('desk.key.move')],
    ['Enter', t('desk.key.open')],
    ['/', t('desk.key.search')],
    ['x', t('desk.key.select')],
    ['e', t('desk.key.send', { send: t('store.markSent') })],
    ['Esc', t('desk.key.back')],
    ['?', t('desk.key.help')],
  ];
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
