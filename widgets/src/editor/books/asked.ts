/** What the figures ask for, so that it can be asked for before they are opened. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { FRESH } from '../ui/ahead.ts';
import { FIGURES, type Wanted } from './span.ts';

export type Answer = components['schemas']['Figures'];
/** The figures that stand below the sums. */
export type PartName = 'taxes' | 'products' | 'carts';

/** The last thirty days, as the shop counts them. */
export const FIRST: Wanted = { from: '', to: '', step: 'day' };

/** The sums of a span. */
export const figuresOf = (wanted: Wanted) =>
  queryOptions({
    queryKey: ['figures', wanted],
    queryFn: () => call<Answer>('GET', FIGURES, { query: wanted }),
    retry: false,
    staleTime: FRESH,
  });

/** What stands below them. */
export const partOf = <T>(name: PartName, wanted: Wanted) =>
  queryOptions({
    queryKey: ['figures', name, wanted],
    queryFn: () => call<T>('GET', `${FIGURES}/${name}`, { query: wanted }),
    staleTime: FRESH,
  });

/** Asks for what is shown first. */
export function askFigures(client: QueryClient): void {
  void client.prefetchQuery(figuresOf(FIRST));
  for (const name of ['taxes', 'products', 'carts'] as const) void client.prefetchQuery(partOf(name, FIRST));
}
