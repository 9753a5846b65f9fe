import { useEffect, useRef } from 'react';
import type { Money } from '../contract/types.ts';
import { parseCents } from '../domain/money.ts';
import { money, pageData } from '../pageData.ts';
import { longDate } from '../receipts/longDate.ts';
import { taxRows } from '../receipts/taxes.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Checkout.module.css';
import { lastReceipt, type Receipt } from './receipt.ts';

addTexts({ ...CHECKOUT_TEXTS, cartContinueShoppingText: CART_TEXTS.cartContinueShoppingText });

type Props = { receipt: Receipt | null };

const write = (amount: Money) => money(parseCents(amount.value) ?? 0);

/** Stands on `data-widget="checkout-confirmed"`: the order this tab has just made. */
export default function Confirmed({ receipt }: Props) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus(), []);
  const { continueShoppingUrl } = pageData().storeSettings;
  const shopping = (
    <p>
      <a href={continueShoppingUrl || '/'}>{text('cartContinueShoppingText')}</a>
    </p>
  );
  if (!receipt)
    return (
      <>
        <h1>{text('confirmedTitle')}</h1>
        <p role="status">{text('confirmedNone')}</p>
        {shopping}
      </>
    );
  const { order, email } = receipt;
  const { added, held } = taxRows(order.taxes, parseCents(order.taxTotal.value) ?? 0);
  const due = order.nextBillingDate ? longDate(order.nextBillingDate) : null;
  return (
    <section ref={root} tabIndex={-1} className={styles.receipt} aria-label={text('confirmedTitle')}>
      <h1>{text('confirmedTitle')}</h1>
      <p>
        <strong data-order-id={order.id}>{text('confirmedOrder', { id: order.id })}</strong>
      </p>
      <p>{text('confirmedSent', { email })}</p>
      {order.testMode ? <p className={styles.hint}>{text('confirmedTestMode')}</p> : null}
      <div className={styles.summary}>
        <ul className={styles.entries}>
          {order.items.map((item) => (
            <li key={item.sku + item.productName}>
              <span>
                {item.quantity} × {item.productName}
              </span>
              <span>{money((parseCents(item.unitPrice.value) ?? 0) * item.quantity)}</span>
            </li>
          ))}
        </ul>
        <dl className={styles.lines}>
          <div>
            <dt>{text('checkoutShippingCost')}</dt>
            <dd>{write(order.shippingTotal)}</dd>
          </div>
          {added.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>{text('checkoutTotal')}</dt>
            <dd>{write(order.grandTotal)}</dd>
          </div>
          {held.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      </div>
      {due ? <p>{text('nextBilling', { date: due })}</p> : null}
      {shopping}
    </section>
  );
}

/** The order in the address must be the one this tab made: nobody else's is shown. */
export const read = (): Props => {
  const receipt = lastReceipt();
  const asked = new URLSearchParams(window.location.search).get('order');
  return { receipt: receipt && (!asked || asked === receipt.order.id) ? receipt : null };
};
