import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { amount } from '../books/amount.ts';
import styles from '../books/books.module.css';
import { standing, whole } from '../books/text.ts';
import { call } from '../client/shop.ts';
import { when } from '../desk/desk.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import rows from '../ui/rows.module.css';
import { Badge, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { ChangeSubscription } from './ChangeSubscription.tsx';
import { type One, pathOf, type Wanted } from './one.ts';
import { paymentsOf, s } from './text.ts';

type Props = { one: One; notify: boolean; onOrder: (id: string) => void };

/** How it stands after something was done with it. */
function said(one: One): string {
  if (one.status === 'paused') return s('saidPaused');
  if (one.status === 'active' && typeof one.nextBillingDate === 'number')
    return s('saidActive', { when: when(one.nextBillingDate) });
  return one.status === 'active' || one.status === 'past_due' ? s('saidSaved') : s('saidEnded');
}

/** Where it goes, in one line. */
function address({ shippingLocation: place }: One): string {
  if (!place) return '';
  const { line1, line2, postalCode, city, region } = place;
  return [line1, line2, postalCode, city, region].filter(Boolean).join(', ');
}

/** A subscription: what it is, how it stands, and what can be done with it; what became of that is said beside it. */
export function Subscription({ one, notify, onOrder }: Props) {
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState('');
  const [fault, setFault] = useState('');
  const attempt = async (act: () => Promise<string>) => {
    setBusy(true);
    setFault('');
    setTold('');
    try {
      setTold(await act());
    } catch (thrown) {
      setFault(refusalOf(thrown));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['subscriptions'] });
    }
  };
  const change = (wanted: Wanted) =>
    attempt(async () => said(await call<One>('POST', `${pathOf(one)}/changes`, { json: { change: wanted, notify } })));
  const post = (what: 'cancellation' | 'resumption', word: string) =>
    attempt(async () => {
      await call('POST', `${pathOf(one)}/${what}`);
      return word;
    });
  const isOpen = one.status === 'active' || one.status === 'paused' || one.status === 'past_due';
  const place = address(one);
  const facts = [
    paymentsOf(one.cyclesBilled),
    one.attempts > 0 ? s('refusals', { n: whole(one.attempts) }) : '',
    typeof one.pausedOn === 'number' ? s('since', { when: when(one.pausedOn) }) : '',
    typeof one.nextBillingDate === 'number' ? s('next', { when: when(one.nextBillingDate) }) : '',
  ];
  return (
    <article className={rows.entry} aria-label={`${one.email}: ${one.productName}`}>
      <strong className={styles.lines}>{one.email}</strong>
      <span>
        {s('every', {
          n: whole(one.quantity),
          product: one.productName,
          amount: amount(one.quantity * one.priceCents, one.currency),
        })}
      </span>
      <span className={ui.help}>{facts.filter(Boolean).join(' · ')}</span>
      {place ? <span className={ui.help}>{s('goesTo', { address: place })}</span> : null}
      <span>
        <Badge>{standing(one.status)}</Badge>
      </span>
      <div className={ui.actions}>
        {one.orderNumber ? (
          <Button onPress={() => onOrder(one.orderId)}>{s('order', { name: `#${one.orderNumber}` })}</Button>
        ) : null}
        {one.status === 'active' ? (
          <>
            <Button isDisabled={isBusy} onPress={() => change({ action: 'pause' })}>
              {s('pause')}
            </Button>
            <Button isDisabled={isBusy} onPress={() => change({ action: 'skip' })}>
              {s('skip')}
            </Button>
          </>
        ) : null}
        {one.status === 'paused' ? (
          <Button isDisabled={isBusy} onPress={() => change({ action: 'resume' })}>
            {s('resume')}
          </Button>
        ) : null}
        {one.status === 'past_due' ? (
          <Button isDisabled={isBusy} onPress={() => post('resumption', s('saidPastDue'))}>
            {s('retry')}
          </Button>
        ) : null}
        {isOpen ? (
          <>
            <Button aria-expanded={isChanging} onPress={() => setChanging(!isChanging)}>
              {s('change')}
            </Button>
            <Button look="danger" isDisabled={isBusy} onPress={() => setEnding(true)}>
              {s('end')}
            </Button>
          </>
        ) : null}
      </div>
      {isOpen && isChanging ? (
        <ChangeSubscription
          one={one}
          notify={notify}
          onClose={(isSaved) => {
            setChanging(false);
            if (isSaved) setTold(s('saidSaved'));
          }}
        />
      ) : null}
      <p role="status" className={styles.lines}>
        {told}
      </p>
      {fault ? <Problem text={fault} /> : null}
      <Ask
        title={s('end')}
        text={`${one.email}. ${s('endText')}`}
        yes={s('end')}
        danger
        isOpen={isEnding}
        onNo={() => setEnding(false)}
        onYes={() => {
          setEnding(false);
          void post('cancellation', s('saidEnded'));
        }}
      />
    </article>
  );
}
