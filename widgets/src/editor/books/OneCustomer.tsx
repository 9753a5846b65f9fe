import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { nameOf, when } from '../desk/desk.ts';
import { OrderPage } from '../desk/OrderPage.tsx';
import { useSite } from '../state/context.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { Badge, Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { amount } from './amount.ts';
import styles from './books.module.css';
import { save } from './save.ts';
import { ordersOf, w } from './text.ts';

type Customer = components['schemas']['Customer'];
type Props = { email: string; onClose: () => void };

/** One customer: orders, what these came to, addresses, consent, notes; all of it given out or erased. */
export function OneCustomer({ email, onClose }: Props) {
  const [order, setOrder] = useState<string | null>(null);
  const customer = useQuery({
    queryKey: ['customer', email],
    queryFn: () => call<Customer>('POST', '/api/commerce/customers/one', { json: { email } }),
    retry: false,
  });
  if (order) return <OrderPage id={order} onClose={() => setOrder(null)} />;
  const one = customer.data;
  return (
    <section aria-label={email} className={ui.stack}>
      <div className={ui.actions}>
        <Button onPress={onClose}>{w('back')}</Button>
      </div>
      {customer.isPending ? <Loading /> : null}
      {customer.isError ? <CannotLoad retry={() => void customer.refetch()} /> : null}
      {one ? (
        <>
          <h3 className={styles.title}>{one.name || one.email}</h3>
          <p className={styles.lines}>{[one.name ? one.email : '', one.phone].filter(Boolean).join('\n')}</p>
          <p className={ui.help}>{w(one.hasAccount ? 'account' : 'guest')}</p>
          <Facts one={one} onOrder={setOrder} />
          <Data email={email} onErased={onClose} />
        </>
      ) : null}
    </section>
  );
}

function Facts({ one, onOrder }: { one: Customer; onOrder: (id: string) => void }) {
  return (
    <>
      <h4 className={styles.title}>{w('sums')}</h4>
      {one.sums.length === 0 ? <p className={ui.help}>{w('noSums')}</p> : null}
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
      <h4 className={styles.title}>{w('consent')}</h4>
      {one.consent.length === 0 ? <p className={ui.help}>{w('noConsent')}</p> : null}
      {one.consent.map(({ source, joinedOn, leftOn }) => (
        <p key={`${source}${joinedOn}`}>
          {typeof leftOn === 'number'
            ? w('leftList', { when: when(joinedOn), source, left: when(leftOn) })
            : w('joined', { when: when(joinedOn), source })}
        </p>
      ))}
      <h4 className={styles.title}>{w('notes')}</h4>
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

function Data({ email, onErased }: { email: string; onErased: () => void }) {
  const client = useQueryClient();
  const { role } = useSite();
  const [asks, setAsks] = useState(false);
  const [said, setSaid] = useState<'failed' | 'erased' | null>(null);
  const isAllowed = role.tools.includes('settings');
  const give = async () => {
    setSaid(null);
    try {
      const found = await call<unknown>('POST', '/api/people/export', { json: { email } });
      save(new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' }), 'person.json');
    } catch {
      setSaid('failed');
    }
  };
  const erase = async () => {
    setAsks(false);
    setSaid(null);
    try {
      await call('POST', '/api/people/erasure', { json: { email } });
      setSaid('erased');
      await Promise.all(
        ['customers', 'orders', 'members'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      );
      onErased();
    } catch {
      setSaid('failed');
    }
  };
  return (
    <>
      <h4 className={styles.title}>{w('data')}</h4>
      {said === 'failed' ? <Problem text={w('failed')} /> : null}
      {said === 'erased' ? <Calm>{w('erased')}</Calm> : null}
      {isAllowed ? (
        <div className={ui.actions}>
          <Button onPress={() => void give()}>{w('export')}</Button>
          <Button look="danger" onPress={() => setAsks(true)}>
            {w('erase')}
          </Button>
        </div>
      ) : (
        <p className={ui.help}>{w('onlyAdmin')}</p>
      )}
      <Ask
        title={w('erase')}
        text={w('eraseText', { email })}
        yes={w('eraseNow')}
        danger
        isOpen={asks}
        onNo={() => setAsks(false)}
        onYes={() => void erase()}
      />
    </>
  );
}
