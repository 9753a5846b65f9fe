/** How many keys are read unless told otherwise (spec §9; W-018). */
export const QUERY_KEYS_MAXIMUM = 1000;

/** '?a=1&b=2&a=3' → {a: ['1', '3'], b: ['2']}. What comes after the limit is not read. */
export function parseQuery(text: string, limit: number = QUERY_KEYS_MAXIMUM): Record<string, string[]> {
  const read: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  const pairs = text.replace(/^\?/, '').split('&').filter(Boolean);
  for (const [name, value] of new URLSearchParams(pairs.slice(0, limit).join('&')))
    read[name] = [...(read[name] ?? []), value];
  return read;
}
