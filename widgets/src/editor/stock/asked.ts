/** What the stock desk asks for, so that it can be asked for before the desk is opened. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { FRESH } from '../ui/ahead.ts';
import { KNOWN_LOCATIONS } from './locations/locations.ts';
import { type Page, STOCK, type View } from './stock.ts';

type Counts = components['schemas']['StockCounts'];

/** How many variants each of the lists has. */
export const COUNTS = queryOptions({
  queryKey: ['inventory', 'counts'],
  queryFn: () => call<Counts>('GET', `${STOCK}/counts`),
});

/** One of the lists, a page at a time; of all locations where `location` is empty. */
export const listed = (view: View, text: string, location: string) =>
  infiniteQueryOptions({
    queryKey: ['inventory', 'list', view, text, location],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call<Page>('GET', STOCK, { query: { view, text, location: location || undefined, cursor: pageParam } }),
    getNextPageParam: (page) => page.nextPageCursor ?? undefined,
  });

/** Asks for what the desk shows first. */
export function askStock(client: QueryClient): void {
  void client.prefetchInfiniteQuery({ ...listed('ALL', '', ''), staleTime: FRESH });
  void client.prefetchQuery({ ...COUNTS, staleTime: FRESH });
  void client.prefetchQuery({ ...KNOWN_LOCATIONS, staleTime: FRESH });
}
