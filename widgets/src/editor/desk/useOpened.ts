import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { DESK } from './desk.ts';

type Mentions = components['schemas']['Mentions'];
type Note = { id?: string; isUnread?: boolean };

/** The notes that name who reads, by their query. */
export const MENTIONS = ['orders', 'mentions'];

/** Notes that name who reads are opened once they are shown. */
export function useOpened(notes: readonly Note[]): void {
  const client = useQueryClient();
  const unread = notes.flatMap(({ id, isUnread }) => (id && isUnread ? [id] : [])).join();
  useEffect(() => {
    if (!unread) return;
    const json = { notes: unread.split(',').slice(-100) };
    // Where it fails they stay unread, and are opened the next time.
    void call<Mentions>('POST', `${DESK}/mentions/opened`, { json }).then(
      (left) => client.setQueryData(MENTIONS, left),
      () => undefined,
    );
  }, [client, unread]);
}
