import type { Cart } from '../contract/types.ts';
import { discountsOf } from '../domain/discounts.ts';
import { money } from '../pageData.ts';
import { reliefRows, taxRows } from '../receipts/taxes.ts';
import { count, text } from '../text/text.ts';
import styles from './Checkout.module.css';

type Props = {
  cart: Cart;
  /** The total that was shown before this one, when nobody agreed to the new one yet. */
  before?: number | null;
};

/** What is bought and what it comes to: the server's numbers. */
export function Summary({ cart, before = null }: Props) {
  const byCards = cart.giftCardCents ?? 0;
  const ofGoods = discountsOf(cart.discounts, false);
  const ofDelivery = discountsOf(cart.discounts, true);
  const off = cart.discountCents - byCards - ofGoods.sum;
  const named = ({ named }: typeof ofGoods) => named.map((one) => [one.name, money(-one.amountCents), one.id]);
  const { added, held } = taxRows(cart.taxes, cart.taxCents);
  const delivery = cart.selectedShippingOption ? money(cart.shippingCostCents + ofDelivery.sum) : '–';
  const lines = [
    [text('cartSubtotalText'), money(cart.subtotalCents)],
    ...named(ofGoods),
    ...(off > 0 ? [[text('checkoutDiscount'), money(-off)]] : []),
    ...(cart.requiresShipping ? [[text('checkoutShippingCost'), delivery], ...named(ofDelivery)] : []),
    ...reliefRows(cart),
    ...added,
    ...(byCards > 0 ? [[text('checkoutGiftCard'), money(-byCards)]] : []),
  ] as const;
  return (
    <aside className={styles.summary} aria-label={text('checkoutSummary')}>
      <ul className={styles.entries}>
        {cart.entries.map((entry) => (
          <li key={entry.id}>
            <span>
              {count(entry.quantity)} × {entry.title}
              {Object.values(entry.chosenVariant.attributes).length > 0 ? (
                <small>{Object.values(entry.chosenVariant.attributes).join(', ')}</small>
              ) : null}
            </span>
            <span>{money(entry.subTotal)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.lines}>
        {lines.map(([name, amount, id]) => (
          <div key={id ?? name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{text('checkoutTotal')}</dt>
          <dd aria-live="polite">
            {before === null ? null : (
              <>
                <del>{money(before)}</del>{' '}
              </>
            )}
            {money(cart.grandTotalCents)}
          </dd>
        </div>
        {held.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
