import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { m } from '../mentions/text.ts';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { openCustomer } from './asked.ts';
import styles from './desk.module.css';
import { AGAIN, DESK, nameOf, when } from './desk.ts';
import { MENTIONS } from './useOpened.ts';

type Found = components['schemas']['Mentions'];
type Mention = components['schemas']['Mention'];

/** The notes that name who reads: how many are not opened yet, and where each stands. */
export function Mentions({ onOrder }: { onOrder: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({
    queryKey: MENTIONS,
    queryFn: () => call<Found>('GET', `${DESK}/mentions`),
    refetchInterval: AGAIN,
  }).data;
  if (!found) return null;
  const open = ({ orderId, email }: Mention) => (orderId ? onOrder(orderId) : openCustomer(email));
  return (
    <section aria-label={m('title')} className={ui.stack}>
      <div className={ui.actions}>
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {found.unread > 0 ? m('titleCount', { n: found.unread }) : m('title')}
        </Button>
      </div>
      {isOpen && found.mentions.length === 0 ? <p className={ui.help}>{m('none')}</p> : null}
      {isOpen && found.mentions.length > 0 ? (
        <ul className={styles.list} aria-label={m('title')}>
          {found.mentions.map((one) => (
            <li key={one.noteId}>
              <button type="button" className={styles.row} onClick={() => open(one)}>
                <strong>
                  {one.orderId
                    ? nameOf({ id: one.orderId, number: one.number ?? null })
                    : m('onCustomer', { email: one.email })}
                </strong>
                <span className={styles.who}>
                  {one.text}
                  <br />
                  <span className={ui.help}>{`${one.author} · ${when(one.createdOn)}`}</span>
                </span>
                {one.isUnread ? <Badge>{m('fresh')}</Badge> : null}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
