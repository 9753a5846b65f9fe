import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import { whole } from '../books/text.ts';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { emptied, TextField } from '../ui/fields.tsx';
import { Calm, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { k } from './text.ts';

type Customer = components['schemas']['Customer'];

/** Makes one customer of two, once both are shown beside each other. */
export function Merge({ one }: { one: Customer }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [second, setSecond] = useState<Customer | null>(null);
  const [asks, setAsks] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const look = async () => {
    setFailed(null);
    setDone(false);
    setSecond(null);
    try {
      const found = await call<Customer>('POST', '/api/commerce/customers/one', { json: { email } });
      if (found.email === one.email) setFailed(k('same'));
      else setSecond(found);
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
  };
  const merge = async (other: Customer) => {
    setAsks(false);
    setFailed(null);
    try {
      await call('POST', '/api/commerce/customers/merge', { json: { email: one.email, second: other.email } });
      setDone(true);
      setSecond(null);
      setEmail(emptied(email, ''));
      await Promise.all(['customers', 'customer'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    } catch (thrown) {
      setFailed(refusalOf(thrown));
    }
  };
  return (
    <section aria-label={k('merge')} className={ui.stack}>
      <h4 className={styles.title}>{k('merge')}</h4>
      <p className={ui.help}>{k('mergeHelp')}</p>
      {failed ? <Problem text={failed} /> : null}
      {isDone ? <Calm>{k('merged')}</Calm> : null}
      <TextField label={k('second')} type="email" value={email} onChange={setEmail} maxLength={320} />
      <div className={ui.actions}>
        <Button isDisabled={email.trim() === ''} onPress={() => look()}>
          {k('look')}
        </Button>
      </div>
      {second ? (
        <>
          <div className={styles.fields}>
            <Side title={k('stays', { email: one.email })} of={one} />
            <Side title={k('joins', { email: second.email })} of={second} />
          </div>
          {second.hasAccount ? (
            <Problem text={k('secondAccount')} />
          ) : (
            <div className={ui.actions}>
              <Button look="danger" onPress={() => setAsks(true)}>
                {k('mergeNow')}
              </Button>
            </div>
          )}
          <Ask
            title={k('mergeNow')}
            text={k('mergeText', { email: one.email, second: second.email })}
            yes={k('mergeNow')}
            danger
            isOpen={asks}
            onNo={() => setAsks(false)}
            onYes={() => void merge(second)}
          />
        </>
      ) : null}
    </section>
  );
}

/** One of the two, with all that comes together. */
function Side({ title, of }: { title: string; of: Customer }) {
  const rows: [string, string][] = [
    [k('ordersIs'), whole(of.count)],
    [k('sumsIs'), of.sums.map((sum) => amount(sum.amountCents, sum.currency)).join(', ') || '–'],
    [k('addressesIs'), of.addresses.map((lines) => lines.join(', ')).join('\n') || '–'],
    [k('consentIs'), k(of.consent.some(({ leftOn }) => typeof leftOn !== 'number') ? 'has' : 'hasNot')],
    [k('subscriptions'), whole(of.subscriptions.length)],
    [
      k('giftCards'),
      of.giftCards
        .map((cards) => k('cardsOf', { n: whole(cards.cards), amount: amount(cards.balanceCents, cards.currency) }))
        .join(', ') || '–',
    ],
    [k('accountIs'), k(of.hasAccount ? 'has' : 'hasNot')],
  ];
  return (
    <section aria-label={title}>
      <h5 className={styles.title}>{title}</h5>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.lines}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
