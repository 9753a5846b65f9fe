/** What the list of orders asks for, so that it can be asked for before the list is opened. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { FRESH } from '../ui/ahead.ts';
import { DESK, type Page } from './desk.ts';
import { FIRST, queryOf } from './filter.ts';

type Counts = components['schemas']['DeskCounts'];

/** How many orders stand in each list. */
export const COUNTS = queryOptions({
  queryKey: ['orders', 'counts'],
  queryFn: () => call<Counts>('GET', `${DESK}/counts`),
});

/** The orders of a filter, newest first, a page at a time. */
export const listed = (query: ReturnType<typeof queryOf>) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'list', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => call<Page>('GET', `${DESK}/orders`, { query: { ...query, cursor: pageParam } }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** Asks for what is shown first. */
export function askOrders(client: QueryClient): void {
  void client.prefetchInfiniteQuery({ ...listed(queryOf(FIRST)), staleTime: FRESH });
  void client.prefetchQuery({ ...COUNTS, staleTime: FRESH });
}
