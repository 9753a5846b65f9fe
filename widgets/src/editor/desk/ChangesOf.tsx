import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageCurrency } from '../../contract/types.ts';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { amount, nameOf, pathOf, when } from './desk.ts';
import { type Change, type Changes, e } from './edit.ts';

type Props = { id: string; amounts: PageCurrency };

/** The changes of an order: what was made, and what waits to be paid with its link. */
export function ChangesOf({ id, amounts }: Props) {
  const path = `${pathOf(id)}/changes`;
  const found = useQuery({ queryKey: ['orders', id, 'changes'], queryFn: () => call<Changes>('GET', path) });
  const { changes = [], addedToOrderId, addedToOrderNumber } = found.data ?? {};
  if (changes.length === 0 && !addedToOrderId) return null;
  return (
    <div className={ui.stack}>
      <strong>{e('changes')}</strong>
      {addedToOrderId ? (
        <p className={styles.lines}>
          {e('addedTo', { order: nameOf({ id: addedToOrderId, number: addedToOrderNumber ?? null }) })}
        </p>
      ) : null}
      {changes.map((change) => (
        <OneChange key={change.id} change={change} path={path} amounts={amounts} />
      ))}
    </div>
  );
}

function OneChange({ change, path, amounts }: { change: Change; path: string; amounts: PageCurrency }) {
  const client = useQueryClient();
  const [asks, setAsks] = useState<'received' | 'withdraw' | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [fault, setFault] = useState('');
  const own = `${path}/${encodeURIComponent(change.id)}`;
  const act = async (method: 'POST' | 'DELETE', where: string) => {
    setAsks(null);
    setFault('');
    try {
      await call<unknown>(method, where, method === 'POST' ? { json: {} } : {});
    } catch (thrown) {
      setFault(refusalOf(thrown));
    } finally {
      await client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  const copy = async () => {
    await navigator.clipboard.writeText(change.link ?? '');
    setCopied(true);
  };
  const write = (cents: number) => amount(cents, amounts);
  const said = [
    `${when(change.createdOn)} · ${change.author} · ${e(`state.${change.state}`)}`,
    e('fromTo', { before: write(change.beforeCents), after: write(change.afterCents) }),
    ...change.removed.map(({ quantity, title }) => e('taken', { n: String(quantity), title })),
    ...change.exchanged.map(({ quantity, title }) => e('comesBack', { n: String(quantity), title })),
    ...change.added.map(({ quantity, title }) => e('more', { n: String(quantity), title })),
    change.reason,
    change.addedOrderId
      ? e('addedBy', { order: nameOf({ id: change.addedOrderId, number: change.addedOrderNumber ?? null }) })
      : '',
  ].filter(Boolean);
  return (
    <div className={ui.stack}>
      <p className={styles.lines}>{said.join('\n')}</p>
      {change.state === 'PENDING' ? (
        <>
          {change.link ? (
            <>
              <p className={ui.help}>{e('until', { date: when(change.expiresOn ?? 0) })}</p>
              <TextField label={e('link')} value={change.link} onChange={() => undefined} />
            </>
          ) : (
            <p className={ui.help}>{e('ended')}</p>
          )}
          <div className={ui.actions}>
            {change.link ? (
              <Button onPress={() => void copy().catch(() => setCopied(false))}>
                {isCopied ? e('copied') : e('copy')}
              </Button>
            ) : null}
            <Button onPress={() => setAsks('received')}>{e('received')}</Button>
            <Button look="danger" onPress={() => setAsks('withdraw')}>
              {e('withdraw')}
            </Button>
          </div>
        </>
      ) : null}
      {fault ? <Problem text={fault} /> : null}
      <Ask
        title={e('received')}
        text={e('receivedSure')}
        yes={e('received')}
        isOpen={asks === 'received'}
        onYes={() => void act('POST', `${own}/payment`)}
        onNo={() => setAsks(null)}
      />
      <Ask
        title={e('withdraw')}
        text={e('withdrawSure')}
        yes={e('withdraw')}
        isOpen={asks === 'withdraw'}
        danger
        onYes={() => void act('DELETE', own)}
        onNo={() => setAsks(null)}
      />
    </div>
  );
}
