import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import { ordersOf, standing, w, whole } from '../books/text.ts';
import desk from '../desk/desk.module.css';
import { nameOf, when } from '../desk/desk.ts';
import { Badge } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { k } from './text.ts';

type Customer = components['schemas']['Customer'];
type Props = { one: Customer; onOrder: (id: string) => void; onSubscription: (id: string) => void };

/** What a customer bought and has, where it went, and what the staff noted about the orders. */
export function Facts({ one, onOrder, onSubscription }: Props) {
  return (
    <>
      <h4 className={styles.title}>{w('sums')}</h4>
      {one.sums.length === 0 ? (
        <p className={ui.help}>{one.orders.length > 0 ? w('noSums') : k('neverBought')}</p>
      ) : null}
      <ul>
        {one.sums.map(({ currency, orders, amountCents, refundedCents }) => (
          <li key={currency}>
            {w('sumOf', { amount: amount(amountCents, currency), orders: ordersOf(orders) })}
            {refundedCents > 0 ? `; ${w('sumBack', { amount: amount(refundedCents, currency) })}` : ''}
          </li>
        ))}
      </ul>
      <h4 className={styles.title}>{w('orders')}</h4>
      <ul className={desk.list}>
        {one.orders.map((order) => (
          <li key={order.id}>
            <button type="button" className={desk.row} onClick={() => onOrder(order.id)}>
              <strong>{nameOf(order)}</strong>
              <span className={desk.who}>{when(order.createdOn)}</span>
              {order.testMode ? <Badge>{w('test')}</Badge> : null}
              <span>{amount(order.amountCents, order.currency)}</span>
            </button>
          </li>
        ))}
      </ul>
      <h4 className={styles.title}>{w('addresses')}</h4>
      {one.addresses.length === 0 ? <p className={ui.help}>{w('noAddress')}</p> : null}
      {one.addresses.map((lines) => (
        <address key={lines.join('|')} className={styles.lines}>
          {lines.join('\n')}
        </address>
      ))}
      <h4 className={styles.title}>{k('subscriptions')}</h4>
      {one.subscriptions.length === 0 ? <p className={ui.help}>{k('none')}</p> : null}
      {one.subscriptions.map(({ id, itemId, status }) => (
        <button key={id} type="button" className={desk.row} onClick={() => onSubscription(id)}>
          <strong>{itemId}</strong>
          <Badge>{standing(status)}</Badge>
        </button>
      ))}
      <h4 className={styles.title}>{k('giftCards')}</h4>
      {one.giftCards.length === 0 ? <p className={ui.help}>{k('none')}</p> : null}
      {one.giftCards.map(({ currency, cards, balanceCents }) => (
        <p key={currency}>{k('cardsOf', { n: whole(cards), amount: amount(balanceCents, currency) })}</p>
      ))}
      <h4 className={styles.title}>{w('consent')}</h4>
      {one.consent.length === 0 ? <p className={ui.help}>{w('noConsent')}</p> : null}
      {one.consent.map(({ email, source, joinedOn, leftOn }) => (
        <p key={email}>
          {one.otherEmails.length > 0 ? `${email}: ` : ''}
          {typeof leftOn === 'number'
            ? w('leftList', { when: when(joinedOn), source, left: when(leftOn) })
            : w('joined', { when: when(joinedOn), source })}
        </p>
      ))}
      <h4 className={styles.title}>{k('orderNotes')}</h4>
      {one.notes.length === 0 ? <p className={ui.help}>{w('noNotes')}</p> : null}
      {one.notes.map(({ author, text, createdOn }) => (
        <div key={`${createdOn}${text}`}>
          <p className={styles.lines}>{text}</p>
          <p className={ui.help}>{`${author} · ${when(createdOn)}`}</p>
        </div>
      ))}
    </>
  );
}
