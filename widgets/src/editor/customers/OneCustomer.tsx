import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { save } from '../books/save.ts';
import { w } from '../books/text.ts';
import { call } from '../client/shop.ts';
import { OrderPage } from '../desk/OrderPage.tsx';
import { useSite } from '../state/context.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Calm, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Brought } from './Brought.tsx';
import { Facts } from './Facts.tsx';
import type { Group } from './group.ts';
import { Merge } from './Merge.tsx';
import { Notes } from './Notes.tsx';
import { OwnGroups } from './OwnGroups.tsx';
import { k } from './text.ts';

const OneSubscription = lazyPart(
  () => import('../subscriptions/Subscriptions.tsx').then((room) => room.OneSubscription),
  () => <Loading />,
);

type Customer = components['schemas']['Customer'];
type Props = { email: string; groups: readonly Group[]; onClose: () => void };

/** Whether somebody has an account here, bought as a guest, or only came along from another shop. */
function standing({ hasAccount, orders }: Customer): string {
  if (hasAccount) return w('account');
  return orders.length > 0 ? w('guest') : k('neverBought');
}

/** One customer: groups, orders, what these came to, addresses, consent, notes; made one with another; given out or erased. */
export function OneCustomer({ email, groups, onClose }: Props) {
  const [order, setOrder] = useState<string | null>(null);
  const [subscription, setSubscription] = useState<string | null>(null);
  const customer = useQuery({
    queryKey: ['customer', email],
    queryFn: () => call<Customer>('POST', '/api/commerce/customers/one', { json: { email } }),
    retry: false,
  });
  if (order) return <OrderPage id={order} onClose={() => setOrder(null)} onCustomer={() => setOrder(null)} />;
  if (subscription)
    return <OneSubscription id={subscription} onOrder={setOrder} onClose={() => setSubscription(null)} />;
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
          <p className={ui.help}>{standing(one)}</p>
          {one.otherEmails.length > 0 ? <p>{k('otherEmails', { emails: one.otherEmails.join(', ') })}</p> : null}
          <OwnGroups one={one} groups={groups} />
          <Notes one={one} />
          <Facts one={one} onOrder={setOrder} onSubscription={setSubscription} />
          {one.brought ? <Brought from={one.brought} /> : null}
          <Merge one={one} />
          <Data email={email} onErased={onClose} />
        </>
      ) : null}
    </section>
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
          <Button onPress={() => give()}>{w('export')}</Button>
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
