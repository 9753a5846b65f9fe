import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Keeps what was answered. What no longer holds is asked for anew, also what was being asked for the first time: by
 * itself TanStack Query takes the answer that is under way then, which may have been given before the change.
 */
export class Answers extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
    await super.invalidateQueries(filters, options);
    if (first.length)
      await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) }, options);
  }
}
