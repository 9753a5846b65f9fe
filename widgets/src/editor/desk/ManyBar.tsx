import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { counted, t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { emptied, Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { AT_ONCE, DESK, type Page, type Row } from './desk.ts';
import { PrintForm } from './PrintForm.tsx';
import { patchRows } from './useNewest.ts';

type Sent = components['schemas']['ManySent'];
type Props = {
  chosen: readonly string[];
  isMore: boolean;
  nameOf: (id: string) => string;
  onNone: () => void;
};

const sent = (row: Row): Row => ({ ...row, state: 'SENT', sent: row.pieces });

/** What is done with the orders that are chosen: each by itself, and what was refused is said. */
export function ManyBar({ chosen, isMore, nameOf, onNone }: Props) {
  const client = useQueryClient();
  const [notify, setNotify] = useState(true);
  const [tag, setTag] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ done: number; refused: string[] } | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  /** Shows what a press does at once; the answer takes it back for each that is refused. */
  const show = async (change: (row: Row) => Row) => {
    await client.cancelQueries({ queryKey: ['orders'] });
    const lists = client.getQueriesData<InfiniteData<Page>>({ queryKey: ['orders', 'list'] });
    const rows = lists.flatMap(([, data]) => data?.pages.flatMap(({ orders }) => orders) ?? []);
    const before = new Map(rows.map((row) => [row.id, row]));
    patchRows(client, (row) => (chosen.includes(row.id) ? change(row) : row));
    return (ids: ReadonlySet<string>) =>
      patchRows(client, (row) => (ids.has(row.id) ? (before.get(row.id) ?? row) : row));
  };
  const run = async (path: string, more: object, change: (row: Row) => Row, then?: () => void) => {
    setBusy(true);
    const takeBack = await show(change);
    const open = new Set(chosen);
    const refused: string[] = [];
    let done = 0;
    try {
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const part = await call<Sent>('POST', `${DESK}/${path}`, {
          json: { orders: chosen.slice(from, from + AT_ONCE), ...more },
        });
        for (const one of part.orders) {
          if (one.refused) refused.push(t('desk.refusedOf', { order: nameOf(one.id), why: one.refused }));
          else {
            open.delete(one.id);
            done += 1;
          }
        }
      }
    } catch (thrown) {
      refused.push(refusalOf(thrown));
    }
    takeBack(open);
    setSaid({ done, refused });
    setBusy(false);
    if (refused.length === 0) then?.();
    await client.invalidateQueries({ queryKey: ['orders'] });
  };
  const addTag = async () => {
    const added = tag.trim();
    const tagged = (row: Row) => (row.tags.includes(added) ? row : { ...row, tags: [...row.tags, added] });
    await run('tags', { add: [added], remove: [] }, tagged, () => setTag(emptied(tag, '')));
  };
  return (
    <section className={`${ui.stack} ${styles.many}`} aria-label={counted('desk.chosen', chosen.length)}>
      <strong role="status">{counted('desk.chosen', chosen.length)}</strong>
      {isMore ? <p className={ui.help}>{t('desk.chosenMore')}</p> : null}
      <Switch label={t('desk.notify')} isOn={notify} onChange={setNotify} />
      <div className={ui.actions}>
        <Button data-send look="primary" isDisabled={isBusy} onPress={() => run('parcels', { notify }, sent)}>
          {t('store.markSent')}
        </Button>
        <Button aria-expanded={isPrinting} onPress={() => setPrinting(!isPrinting)}>
          {t('desk.print')}
        </Button>
        <Button onPress={onNone}>{t('desk.chooseNone')}</Button>
      </div>
      {isPrinting ? <PrintForm orders={chosen} /> : null}
      <TextField label={t('desk.tag')} value={tag} onChange={setTag} maxLength={40} />
      <div className={ui.actions}>
        <Button isDisabled={isBusy || tag.trim() === ''} onPress={() => addTag()}>
          {t('desk.addTag')}
        </Button>
      </div>
      {said ? <p role="status">{t('desk.doneAll', { n: said.done })}</p> : null}
      {said && said.refused.length > 0 ? (
        <Problem text={said.refused[0] ?? ''}>
          {said.refused.slice(1).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Problem>
      ) : null}
    </section>
  );
}
