import { CART_COOKIE, HAS_CART_COOKIE, SITE_USER_COOKIE } from '../contract/names.ts';

/**
 * The value of a readable cookie, or undefined. Over an encrypted connection those that open something are called
 * `__Host-…`, which no other host can set: such a one counts first.
 */
export function readCookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ');
  const under = (start: string) => pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  const raw = under(`__Host-${name}=`) ?? under(`${name}=`);
  try {
    return raw && decodeURIComponent(raw);
  } catch {
    return raw; // not percent-encoded: as it stands
  }
}

/** Who is signed in, from the readable cookie. */
export type SiteUserInfo = { authenticated: boolean; siteUserId: string | null };

export function siteUserInfo(): SiteUserInfo {
  try {
    const { authenticated, siteUserId } = JSON.parse(readCookie(SITE_USER_COOKIE) ?? '') as Partial<SiteUserInfo>;
    return { authenticated: authenticated === true, siteUserId: siteUserId ?? null };
  } catch {
    return { authenticated: false, siteUserId: null }; // none, or one that is not ours to read
  }
}

/** A cart is asked for only when one can exist: signed in, has-cart marker, or cart cookie (W-070…W-072). */
export const mayHaveCart = (): boolean =>
  siteUserInfo().authenticated || readCookie(HAS_CART_COOKIE) === 'true' || !!readCookie(CART_COOKIE);
