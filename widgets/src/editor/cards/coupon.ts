import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import { editorLocale } from '../text/text.ts';
import { c } from './text.ts';

export type Coupon = components['schemas']['Coupon'];
export type Coupons = components['schemas']['CouponsAnswer'];

/** What a code takes off. */
export const worthOf = (coupon: Coupon, currency: string): string =>
  coupon.kind === 'percent' ? `${String(coupon.value)} %` : amount(Number(coupon.value), currency);

/** How many orders use a code, in any spelling. */
export const usedBy = ({ uses }: Coupons, code: string): number => uses[code.trim().toLowerCase()] ?? 0;

/** How often something was used, of how many times it may be. */
export function usesOf(n: number, most?: number | null): string {
  if (most) return c('usedOf', { n, most });
  return c(new Intl.PluralRules(editorLocale()).select(n) === 'one' ? 'used.one' : 'used.other', { n });
}

/** How a code stands at a moment. */
export function stateOf(coupon: Coupon, uses: number, now: number): 'ACTIVE' | 'LATER' | 'ENDED' | 'USED_UP' {
  if (typeof coupon.expiresOn === 'number' && coupon.expiresOn <= now) return 'ENDED';
  if (typeof coupon.usesInAll === 'number' && uses >= coupon.usesInAll) return 'USED_UP';
  return typeof coupon.startsOn === 'number' && coupon.startsOn > now ? 'LATER' : 'ACTIVE';
}
