/** What a place can hold on a hosted builder; a site may have no limits, which its server says. */
export const LIMITS = {
  blocks: 60,
  tracks: 60,
  items: 250,
  products: 200,
  categories: 10_000,
} as const;
export type Limited = keyof typeof LIMITS;

/** Whether one more would be too many (E-128…E-131, E-033); `limit` is the one of the site. */
export const isFull = (what: Limited, count: number, limit: number = LIMITS[what]): boolean => count >= limit;

/** Which limit a collection has, by its kind and ordering; undefined for one without. */
export function limitOfCollection(type: number, ordering: string | undefined): Limited | undefined {
  if (type === 13) return 'products';
  if (type === 16 || type === 18) return 'tracks';
  return ordering === 'user-orderable' ? 'items' : undefined;
}
