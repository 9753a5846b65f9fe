import { cookie, newId, setCookie } from './kept.ts';

/** The visitor-return cookie `id|first|previous|latest|count`: times in epoch milliseconds (K-001, K-003). */
export const RETURN_COOKIE = 'ss_cvr';
/** The visit-time cookie: when the visit's latest page was opened (K-002). */
export const VISIT_COOKIE = 'ss_cvt';
/** Lifetimes in milliseconds (K-004, K-005). */
export const RETURN_LIFETIME_MS = 2 * 31_536_000_000;
export const VISIT_LIFETIME_MS = 1_800_000;

const RETURN_SHAPE = /^[\w-]+(\|[1-9]\d*){4}$/;
const TIME_SHAPE = /^[1-9]\d*$/;

/**
 * The return cookie that this page view writes, or undefined while the visit runs on (K-007…K-013).
 * A cookie that is out of shape counts as absent.
 */
export function nextReturn(
  returned: string | undefined,
  visited: string | undefined,
  now: number,
  id: () => string,
): string | undefined {
  if (!returned || !RETURN_SHAPE.test(returned)) return [id(), now, now, now, 1].join('|');
  if (visited && TIME_SHAPE.test(visited)) return undefined;
  const [who, first, , latest, count] = returned.split('|');
  return [who, first, latest, now, Number(count) + 1].join('|');
}

/** Counts a page view in the visitor's cookies. */
export function recordVisit(now: number): void {
  const next = nextReturn(cookie(RETURN_COOKIE), cookie(VISIT_COOKIE), now, newId);
  if (next) setCookie(RETURN_COOKIE, next, RETURN_LIFETIME_MS);
  setCookie(VISIT_COOKIE, String(now), VISIT_LIFETIME_MS);
}
