import { t } from '../text/words.ts';
import { KeyList } from './KeyList.tsx';

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
  return <KeyList keys={keys} />;
}
