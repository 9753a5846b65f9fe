import { useEffect, useState } from 'react';
import { checkoutCalls } from '../client/checkout.ts';
import type { Cart, ManualChoice, PaymentSettings } from '../contract/types.ts';
import { pageData } from '../pageData.ts';
import { text } from '../text/text.ts';
import styles from './Checkout.module.css';
import { isCollected } from './details.ts';
import { PaymentFields } from './PaymentFields.tsx';
import { NOTHING_TO_PAY, type PaymentStep, testStep } from './payment.ts';
import { StripeFields } from './StripeFields.tsx';

type Props = { cart: Cart; keepsCard: boolean; onReady: (step: PaymentStep | null) => void };

/** Whether an order of this cart may be paid so; `commerce/src/manual_payment.rs` decides. */
const isOffered = (cart: Cart, { kind }: ManualChoice) =>
  kind === 'transfer' || (cart.requiresShipping && isCollected(cart) === (kind === 'collection'));

/** The payment step of the provider that the server names. */
export function PaymentPart({ cart, keepsCard, onReady }: Props) {
  const [settings, setSettings] = useState<PaymentSettings | null>(null);
  const [chosen, setChosen] = useState('');
  const [failed, setFailed] = useState(false);
  const [card, setCard] = useState({ number: '', expiry: '', code: '' });
  useEffect(() => {
    let gone = false;
    checkoutCalls.paymentSettings().then(
      (found) => {
        if (!gone) setSettings(found);
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, []);

  const free = cart.grandTotalCents === 0;
  const test = settings?.provider === 'test';
  const isOnline = settings?.provider !== 'manual';
  const ways = keepsCard
    ? []
    : [...(settings?.pages ?? []), ...(settings?.manual ?? []).filter((way) => isOffered(cart, way))];
  const way = ways.find(({ id }) => id === chosen) ?? (isOnline ? undefined : ways[0]);
  const method = way?.id;
  useEffect(() => {
    if (free) onReady(NOTHING_TO_PAY);
    else if (method) onReady({ ...NOTHING_TO_PAY, method });
    // A provider whose fields are not there yet takes nothing.
    else onReady(test ? testStep(card) : null);
  }, [free, test, card, method, onReady]);

  if (failed)
    return (
      <p role="alert" className={styles.alert}>
        {text('checkoutPaymentUnavailable')}
      </p>
    );
  if (!settings || free) return null;
  const { fractionDigits } = pageData().currency;
  const fields =
    settings.provider !== 'stripe' || !settings.publishableKey ? (
      <PaymentFields card={card} onChange={setCard} />
    ) : (
      <StripeFields
        publishableKey={settings.publishableKey}
        amount={fractionDigits === 0 ? Math.round(cart.grandTotalCents / 100) : cart.grandTotalCents}
        currency={cart.currency}
        keepsCard={keepsCard}
        onReady={onReady}
      />
    );
  if (ways.length === 0) {
    return isOnline ? fields : <p className={styles.alert}>{text('checkoutPaymentUnavailable')}</p>;
  }
  const choices = [...(isOnline ? [{ id: '', name: text('checkoutOnline') }] : []), ...ways];
  return (
    <>
      {choices.map(({ id, name }) => (
        <label key={id} className={styles.option}>
          <input type="radio" name="way" checked={id === (method ?? '')} onChange={() => setChosen(id)} />
          <span>{name}</span>
        </label>
      ))}
      {way ? null : fields}
    </>
  );
}
