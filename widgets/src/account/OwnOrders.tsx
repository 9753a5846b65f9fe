import { useEffect, useState } from 'react';
import { ownOrders } from '../client/account.ts';
import { apiUrl } from '../client/call.ts';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import type { OwnOrder } from '../contract/types.ts';
import { formatCents } from '../domain/money.ts';
import { pageData } from '../pageData.ts';
import { longDate } from '../receipts/longDate.ts';
import { locale, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Account.module.css';

const STATES = {
  PENDING: 'accountOrderPending',
  PAID: 'accountOrderPaid',
  FULFILLED: 'accountOrderFulfilled',
  CANCELLED: 'accountOrderCancelled',
} as const;

/** An amount in the currency of an order, which may not be today's. */
function amount(cents: number, code: string): string {
  const { currency } = pageData();
  if (code === currency.code) return formatCents(cents, currency);
  // A minor unit is a hundredth of every currency, also of those that are shown without decimals.
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: code }).format(cents / 100);
}

function Order({ order }: { order: OwnOrder }) {
  const { tracking } = order;
  const name = order.number ? `#${order.number}` : order.id;
  return (
    <li className={styles.order}>
      <h3>{text('accountOrder', { id: name })}</h3>
      <p>
        <time dateTime={new Date(order.createdOn).toISOString()}>{longDate(order.createdOn)}</time>
        {' · '}
        {text(STATES[order.state])}
        {' · '}
        {amount(order.grandTotalCents, order.currency)}
      </p>
      <ul>
        {order.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change their places
          <li key={index}>{`${line.quantity} × ${line.productName}`}</li>
        ))}
      </ul>
      {order.refundedCents > 0 ? (
        <p>{text('accountOrderRefunded', { amount: amount(order.refundedCents, order.currency) })}</p>
      ) : null}
      {tracking?.trackingUrl && /^https?:/.test(tracking.trackingUrl) ? (
        <p>
          <a href={tracking.trackingUrl} rel="noreferrer">
            {text('accountOrderTracking')}
          </a>
        </p>
      ) : null}
      {order.orderPage ? (
        <p>
          <a href={apiUrl(order.orderPage)} aria-label={`${text('accountOrderSee')}: ${name}`}>
            {text('accountOrderSee')}
          </a>
        </p>
      ) : null}
    </li>
  );
}

/** What the person has bought, newest first. */
export function OwnOrders() {
  const [orders, setOrders] = useState<OwnOrder[] | null>(null);
  const [asked, setAsked] = useState({ cursor: '', time: 0 });
  const [cursor, setCursor] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);

  useEffect(() => {
    let here = true;
    ownOrders(asked.cursor)
      .then(
        (page) => {
          if (!here) return;
          setOrders((known) => [...(known ?? []), ...page.orders]);
          setCursor(page.nextPageCursor ?? '');
        },
        (thrown: unknown) => here && setFault(purchaseMessage(failureOf(thrown))),
      )
      .finally(() => here && setBusy(false));
    return () => {
      here = false;
    };
  }, [asked]);
  const more = () => {
    setBusy(true);
    setFault(null);
    setAsked({ cursor, time: asked.time + 1 });
  };

  return (
    <section aria-labelledby="loggia-own-orders">
      <h2 id="loggia-own-orders">{text('accountOrders')}</h2>
      <p role="status">
        {orders?.length === 0 ? text('accountNoOrders') : orders || fault ? '' : text('accountLoading')}
      </p>
      <ul className={styles.orders}>
        {(orders ?? []).map((order) => (
          <Order key={`${order.importedFrom ?? ''} ${order.id}`} order={order} />
        ))}
      </ul>
      <p role="alert" className={styles.fault}>
        {fault ?? ''}
      </p>
      {cursor || fault ? (
        <Button kind="secondary" busy={busy} onClick={more}>
          {text(fault ? 'accountTryAgain' : 'accountMoreOrders')}
        </Button>
      ) : null}
    </section>
  );
}
