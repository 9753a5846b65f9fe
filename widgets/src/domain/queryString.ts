/** How many keys are read by default (W-018). */
export const QUERY_KEYS_MAXIMUM = 1000;

/** What an address asks: of '?a=1&b=2&a=3' the first of each name. What comes after the limit is not read. */
export function parseQuery(text: string, limit: number = QUERY_KEYS_MAXIMUM): ReadonlyMap<string, string> {
  const pairs = text.replace(/^\?/, '').split('&').filter(Boolean);
  // Taken from the last to the first: the first of a name stays.
  return new Map([...new URLSearchParams(pairs.slice(0, limit).join('&'))].reverse());
}
