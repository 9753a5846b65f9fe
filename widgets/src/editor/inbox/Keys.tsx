import { Fragment } from 'react';
import desk from '../desk/desk.module.css';
import { k } from './text.ts';

/** The keys that work the inbox. */
export function Keys() {
  const keys: [string, string][] = [
    ['j / k', k('key.move')],
    ['Enter', k('key.open')],
    ['e', k('key.archive')],
    ['r', k('key.reply')],
    ['/', k('key.search')],
    ['Esc', k('key.back')],
  ];
  return (
    <dl className={desk.keys}>
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
