import type { Failure } from '../client/failure.ts';
import type { TotalChanged } from '../contract/types.ts';
import { money } from '../pageData.ts';
import { text } from '../text/text.ts';

/** What the shopper saw, and what it comes to now. Amounts are minor units. */
export type TotalChange = { shown: number; total: number; changes: TotalChanged['changes'] };

const PARTS = {
  items: 'checkoutChangedItems',
  prices: 'checkoutChangedPrices',
  discounts: 'checkoutChangedDiscounts',
  giftCards: 'checkoutChangedGiftCards',
  delivery: 'checkoutChangedDelivery',
  tax: 'checkoutChangedTax',
} as const satisfies Record<TotalChanged['changes'][number], string>;

/** The server's refusal of a total that is not today's; null for every other failure. */
export function totalChangeOf(failure: Failure): TotalChanged['changes'] | null {
  const { code, changes } = failure.body as Partial<TotalChanged>;
  if (code !== 'total-changed' && code !== 'total-missing') return null;
  // A newer server may name a part that this page has no words for.
  return (changes ?? []).filter((part) => part in PARTS);
}

/** The old total beside the new one, what changed, and that nothing was charged. */
export function totalChangeText({ shown, total, changes }: TotalChange): string {
  const totals =
    shown === total
      ? text('checkoutTotalIs', { total: money(total) })
      : text('checkoutTotalWas', { shown: money(shown), total: money(total) });
  return [totals, ...changes.map((part) => text(PARTS[part])), text('checkoutNothingCharged')].join(' ');
}
