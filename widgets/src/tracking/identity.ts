import { cookie, newId, setCookie, stored } from './kept.ts';
import { RETURN_COOKIE, VISIT_COOKIE } from './visit.ts';

/** Keys of storage (K-017, K-018, K-020). The analytics id stands in a cookie of the same name. */
export const ANALYTICS_ID = 'SS_ANALYTICS_ID';
export const ANALYTICS_EXPIRATION = 'SS_ANALYTICS_EXPIRATION';
export const SESSION_ID = 'SS_SESSION_ID';
export const IS_FIRST_SESSION = 'SS_IS_FIRST_SESSION';
export const HAS_LANDED = 'SS_HAS_LANDED';
/** The analytics cookie stores 390 days (K-021). Milliseconds. */
export const ANALYTICS_LIFETIME_MS = 390 * 86_400_000;

let inMemory: string | undefined;

function storedAnalyticsId(now: number): string | null | undefined {
  return stored('localStorage', (local) => {
    const expires = local.getItem(ANALYTICS_EXPIRATION);
    return expires && Number(expires) < now ? null : local.getItem(ANALYTICS_ID);
  });
}

/** Cookie, then local storage, then memory, then a new one; kept again for 390 days (K-019…K-021, K-024). */
export function analyticsId(now: number): string {
  const id = cookie(ANALYTICS_ID) || storedAnalyticsId(now) || inMemory || newId();
  inMemory = id;
  setCookie(ANALYTICS_ID, id, ANALYTICS_LIFETIME_MS);
  const kept = stored('localStorage', (local) => {
    local.setItem(ANALYTICS_ID, id);
    local.setItem(ANALYTICS_EXPIRATION, String(now + ANALYTICS_LIFETIME_MS));
    return true;
  });
  if (!kept) console.warn('Unable to store analyticsId');
  return id;
}

/** The session's id, made when missing. The first landing in a browser is the first session (K-014…K-018). */
export function sessionId(): string {
  const landed = stored('localStorage', (local) => {
    const before = local.getItem(HAS_LANDED);
    local.setItem(HAS_LANDED, 'true');
    return before;
  });
  const id = stored('sessionStorage', (session) => {
    if (session.getItem(IS_FIRST_SESSION) === null) session.setItem(IS_FIRST_SESSION, String(!landed));
    const known = session.getItem(SESSION_ID) ?? newId();
    session.setItem(SESSION_ID, known);
    return known;
  });
  return id ?? newId();
}

/** Takes away every cookie and key of the tracker: the visitor has refused. */
export function forgetVisitor(): void {
  inMemory = undefined;
  for (const name of [RETURN_COOKIE, VISIT_COOKIE, ANALYTICS_ID]) setCookie(name, '', 0);
  stored('localStorage', (local) => {
    for (const key of [ANALYTICS_ID, ANALYTICS_EXPIRATION, HAS_LANDED]) local.removeItem(key);
  });
  stored('sessionStorage', (session) => {
    for (const key of [SESSION_ID, IS_FIRST_SESSION]) session.removeItem(key);
  });
}
