import { useEffect, useState } from 'react';
import { checkoutCalls } from '../client/checkout.ts';
import type { Cart, PaymentSettings } from '../contract/types.ts';
import { pageData } from '../pageData.ts';
import { text } from '../text/text.ts';
import styles from './Checkout.module.css';
import { PaymentFields } from './PaymentFields.tsx';
import { NOTHING_TO_PAY, type PaymentStep, testStep } from './payment.ts';
import { StripeFields } from './StripeFields.tsx';

type Props = { cart: Cart; keepsCard: boolean; onReady: (step: PaymentStep) => void };

/** The payment step of the provider that the server names. */
export function PaymentPart({ cart, keepsCard, onReady }: Props) {
  const [settings, setSettings] = useState<PaymentSettings | null>(null);
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
  useEffect(() => {
    if (free) onReady(NOTHING_TO_PAY);
    else if (test) onReady(testStep(card));
  }, [free, test, card, onReady]);

  if (failed)
    return (
      <p role="alert" className={styles.alert}>
        {text('checkoutPaymentUnavailable')}
      </p>
    );
  if (!settings || free) return null;
  if (settings.provider !== 'stripe' || !settings.publishableKey)
    return <PaymentFields card={card} onChange={setCard} />;
  const { fractionDigits } = pageData().currency;
  return (
    <StripeFields
      publishableKey={settings.publishableKey}
      amount={fractionDigits === 0 ? Math.round(cart.grandTotalCents / 100) : cart.grandTotalCents}
      currency={cart.currency}
      keepsCard={keepsCard}
      onReady={onReady}
    />
  );
}
