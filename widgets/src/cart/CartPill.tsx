import { type MouseEvent, useState } from 'react';
import { PILL_LIMIT } from '../domain/cartLabel.ts';
import { money, paths } from '../pageData.ts';
import { goTo, isFramedByEditor } from '../platform/go.ts';
import { $cart } from '../state/cartStore.ts';
import { useStore } from '../state/useStore.ts';
import { count, plural, text } from '../text/text.ts';
import styles from './CartPill.module.css';

/** 'One item in cart', '5 items in cart', 'More than 100 items in cart'. */
export function spokenLabel(total: number): string {
  return total > PILL_LIMIT ? text('cartPillLabelAboveMaximum', { n: PILL_LIMIT }) : plural('cartPillLabel', total);
}

/** The floating cart pill: icon, count, subtotal; hidden while the cart is empty (W-060…W-069). */
export function CartPill() {
  const { initialised, cart } = useStore($cart);
  const total = cart?.totalQuantity ?? 0;
  // Spoken at a change, not because a page was opened with a cart.
  const [seen, setSeen] = useState<{ total: number; changed: boolean } | null>(null);
  if (initialised && seen?.total !== total) setSeen({ total, changed: seen !== null });
  const spoken = total ? spokenLabel(total) : '';

  const open = (event: MouseEvent) => {
    // While one edits, links lead nowhere: the editor's script has stopped the click already.
    if (event.defaultPrevented || !isFramedByEditor()) return;
    event.preventDefault();
    goTo(paths.cart);
  };

  return (
    <>
      <span role="status" className="loggia-visually-hidden">
        {seen?.changed ? spoken : ''}
      </span>
      {cart && total ? (
        <nav aria-label={text('cartTitle')}>
          <a href={paths.cart} className={`loggia-cart-pill ${styles.pill}`} aria-label={spoken} onClick={open}>
            <svg className={styles.icon} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path
                d="M6.5 8h11l1 12h-13zM9 8V7a3 3 0 0 1 6 0v1"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinejoin="round"
              />
            </svg>
            <span>
              {total > PILL_LIMIT ? text('cartPillAboveMaximumText', { n: PILL_LIMIT }) : count(total)}{' '}
              {plural('cartItemSuffix', total)}
            </span>
            <span className={styles.subtotal}>{money(cart.subtotalCents)}</span>
          </a>
        </nav>
      ) : null}
    </>
  );
}
