import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isKept } from '../client/offline.ts';
import { call } from '../client/shop.ts';
import { pathOf, type Whole } from './desk.ts';

/** How many of the newest can be opened without a connection. */
const KEPT = 20;
/** How long one that was read is not read again, in milliseconds. */
const FRESH = 300_000;

/**
 * Reads the newest orders of a list, one after the other, where this device keeps them: what is read is kept on its way. One that cannot
 * be read is left out.
 */
export function useKeptOrders(ids: readonly string[]): void {
  const client = useQueryClient();
  const newest = ids.slice(0, KEPT).join();
  useEffect(() => {
    if (newest === '' || !isKept() || !navigator.serviceWorker?.controller) return;
    let isGone = false;
    const readAll = async () => {
      for (const id of newest.split(',')) {
        if (isGone) return;
        await client.prefetchQuery({
          queryKey: ['orders', id],
          queryFn: () => call<Whole>('GET', pathOf(id)),
          staleTime: FRESH,
        });
      }
    };
    void readAll();
    return () => {
      isGone = true;
    };
  }, [client, newest]);
}
