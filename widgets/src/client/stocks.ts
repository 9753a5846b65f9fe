import type { StocksAnswer } from '../contract/types.ts';

/** The most products that one call asks for. */
const MOST = 100;

/** What stands in the shop now is given up after this long. Milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Stock and prices of products as they are now. Needs no code of other calls, because it is asked before any widget starts;
 * no cookies go along, so that caches may keep the answer. What does not answer is left out.
 */
export async function stocksOf(apiBaseUrl: string, ids: readonly string[]): Promise<StocksAnswer['items']> {
  const items: StocksAnswer['items'] = {};
  const asked = [...new Set(ids)].sort();
  for (let from = 0; from < asked.length; from += MOST) {
    const query = new URLSearchParams({ itemIds: asked.slice(from, from + MOST).join(',') });
    const url = `${apiBaseUrl.replace(/\/$/, '')}/api/commerce/inventory/stocks?${query}`;
    const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.ok) Object.assign(items, ((await answer.json()) as StocksAnswer).items);
  }
  return items;
}
