import { KeyList } from '../desk/KeyList.tsx';
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
  return <KeyList keys={keys} />;
}
