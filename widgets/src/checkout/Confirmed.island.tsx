import { useEffect, useRef } from 'react';
import { apiUrl } from '../client/call.ts';
import type { Money } from '../contract/types.ts';
import { discountsOf } from '../domain/discounts.ts';
import { parseCents } from '../domain/money.ts';
import { money, pageData } from '../pageData.ts';
import { longDate } from '../receipts/longDate.ts';
import { reliefRows, taxRows } from '../receipts/taxes.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { CONFIRMED_TEXTS } from '../text/catalogue/confirmed.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Checkout.module.css';
import { Delivery } from './Delivery.tsx';
import { lastReceipt, type Receipt } from './receipt.ts';

addTexts({ ...CHECKOUT_TEXTS, ...CONFIRMED_TEXTS, cartContinueShoppingText: CART_TEXTS.cartContinueShoppingText });

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
  const ofDelivery = discountsOf(order.discounts, true);
  const named = ({ named }: typeof ofDelivery) =>
    named.map((one) => (
      <div key={one.id}>
        <dt>{one.name}</dt>
        <dd>{money(-one.amountCents)}</dd>
      </div>
    ));
  const due = order.nextBillingDate ? longDate(order.nextBillingDate) : null;
  return (
    <section ref={root} tabIndex={-1} className={styles.receipt} aria-label={text('confirmedTitle')}>
      <h1>{text('confirmedTitle')}</h1>
      <p>
        <strong data-order-id={order.id}>
          {text('confirmedOrder', { id: order.number ? `#${order.number}` : order.id })}
        </strong>
      </p>
      <p>{text('confirmedSent', { email })}</p>
      {order.testMode ? <p className={styles.hint}>{text('confirmedTestMode')}</p> : null}
      {order.toPay ? (
        <section aria-label={text('confirmedHowToPay', { name: order.toPay.name })}>
          <h2 className={styles.more}>{text('confirmedHowToPay', { name: order.toPay.name })}</h2>
          <p className={styles.words}>{order.toPay.instructions}</p>
          <p>{text('confirmedReference', { reference: order.toPay.reference })}</p>
        </section>
      ) : null}
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
          {named(discountsOf(order.discounts, false))}
          <div>
            <dt>{text('checkoutShippingCost')}</dt>
            <dd>{money((parseCents(order.shippingTotal.value) ?? 0) + ofDelivery.sum)}</dd>
          </div>
          {named(ofDelivery)}
          {[...reliefRows(order), ...added].map(([name, amount]) => (
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
      {order.deliveryLines?.length ? (
        <section aria-label={text('checkoutShippingOption')}>
          <h2 className={styles.more}>{text('checkoutShippingOption')}</h2>
          <p>
            {order.deliveryLines.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
          </p>
        </section>
      ) : null}
      {order.delivery ? (
        <p className={styles.delivery}>
          {order.delivery.name}
          <Delivery option={order.delivery} />
        </p>
      ) : null}
      {order.orderPage ? (
        <p>
          <a href={apiUrl(order.orderPage)}>{text('confirmedSee')}</a>
        </p>
      ) : null}
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
