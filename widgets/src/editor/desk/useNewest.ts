import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listen } from '../client/live.ts';
import { call } from '../client/shop.ts';
import { AGAIN, DESK, type Page, type Row } from './desk.ts';
import type { Query } from './filter.ts';

/** Changes rows of the lists that are shown, where they stand. */
export function patchRows(client: QueryClient, of: (row: Row) => Row): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey: ['orders', 'list'] }, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, orders: page.orders.map(of) })) } : data,
  );
}

/** How many orders of a newer list stand before or among those that are shown and are not there yet. */
function newIn(newest: readonly Row[], shown: readonly Row[]): number {
  const known = new Set(shown.map(({ id }) => id));
  const last = newest.findLastIndex(({ id }) => known.has(id));
  const reach = last < 0 ? newest : newest.slice(0, last);
  return reach.filter(({ id }) => !known.has(id)).length;
}

/**
 * How many orders came into a list since it was read. Nothing that is read moves: orders that are shown are changed where they
 * stand, and new ones are counted. A list without an order has nothing to move, and is read again.
 */
export function useNewest(query: Query, shown: readonly Row[] | null): number {
  const client = useQueryClient();
  const list = JSON.stringify(query);
  const [asked, setAsked] = useState('');
  const newest = useQuery({
    queryKey: ['orders', 'newest', query],
    queryFn: () => call<Page>('GET', `${DESK}/orders`, { query }),
    enabled: shown !== null && asked === list,
    refetchInterval: AGAIN,
  });
  useEffect(() => {
    const ask = () => {
      setAsked(list);
      void client.invalidateQueries({ queryKey: ['orders', 'newest'] });
      void client.invalidateQueries({ queryKey: ['orders', 'counts'] });
    };
    // Where nothing is heard of the shop it is asked all the same.
    const timer = setInterval(() => setAsked(list), AGAIN);
    const end = listen(client, ask);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [client, list]);
  const found = newest.data?.orders;
  useEffect(() => {
    if (!found) return;
    const fresh = new Map(found.map((row) => [row.id, row]));
    patchRows(client, (row) => fresh.get(row.id) ?? row);
  }, [client, found]);
  const isEmpty = shown?.length === 0;
  const count = found && shown ? newIn(found, shown) : 0;
  useEffect(() => {
    if (isEmpty && count > 0) void client.invalidateQueries({ queryKey: ['orders', 'list'] });
  }, [client, isEmpty, count]);
  return isEmpty ? 0 : count;
}
