import { useEffect } from 'react';
import type { Read } from '../island.ts';
import { money } from '../pageData.ts';
import { mayHaveCart } from '../platform/cookies.ts';
import { $cart, loadCart } from '../state/cartStore.ts';
import { useStore } from '../state/useStore.ts';
import { count } from '../text/text.ts';

type Props = { shows: 'quantity' | 'subtotal'; written: string; mark: (initialised: boolean) => void };

/**
 * The count or subtotal a template shows in its header (`.sqs-cart-quantity`, `.sqs-cart-subtotal`).
 * Uninitialised until the first sync (W-073), then it follows every change (W-074).
 */
export default function CartIndicator({ shows, written, mark }: Props) {
  const { initialised, cart } = useStore($cart);
  useEffect(() => mark(initialised), [initialised, mark]);
  if (!initialised || !cart) return written;
  return shows === 'quantity' ? (
    count(cart.totalQuantity)
  ) : (
    <span className="sqs-money-native">{money(cart.subtotalCents)}</span>
  );
}

export const read: Read<Props> = (el) => {
  if (!$cart.get().initialised && mayHaveCart()) loadCart().catch(() => undefined); // the next page tries again
  const shows = el.matches('.sqs-cart-subtotal, [data-shows=subtotal]') ? 'subtotal' : 'quantity';
  const mark = (initialised: boolean) => el.setAttribute('data-cart-initialized', String(initialised));
  mark(false);
  return { shows, written: el.textContent ?? '', mark };
};
