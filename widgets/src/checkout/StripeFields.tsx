import { useEffect, useRef, useState } from 'react';
import { checkoutCalls } from '../client/checkout.ts';
import { isDark } from '../domain/luminance.ts';
import { backgroundOf } from '../platform/background.ts';
import { siteUserInfo } from '../platform/cookies.ts';
import { loadStripe, type StripeElements, type StripeScript } from '../platform/stripe.ts';
import { text } from '../text/text.ts';
import styles from './Checkout.module.css';
import type { PaymentStep } from './payment.ts';

type Props = {
  publishableKey: string;
  /** In the smallest unit the currency has. */
  amount: number;
  currency: string;
  /** The card is charged again later, without the shopper: a subscription. */
  keepsCard: boolean;
  onReady: (step: PaymentStep) => void;
};
type Opened = { stripe: StripeScript; elements: StripeElements };

/** Opens a member's kept cards in the fields; they do without where there are none to be had. */
const openCards = () =>
  siteUserInfo().authenticated
    ? checkoutCalls.cardSession().then(
        ({ clientSecret }) => clientSecret,
        () => null,
      )
    : null;

/** Stripe's own fields: what is typed there never reaches this page or our server; the server gets a token. */
export function StripeFields({ publishableKey, amount, currency, keepsCard, onReady }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  // The fields stay when the total changes: they are updated.
  const latest = useRef({ amount, onReady });
  useEffect(() => {
    latest.current = { amount, onReady };
    opened.current?.elements.update({ amount });
  }, [amount, onReady]);

  useEffect(() => {
    let gone = false;
    let field: { destroy: () => void } | undefined;
    Promise.all([loadStripe(publishableKey), keepsCard ? null : openCards()]).then(
      ([stripe, customerSessionClientSecret]) => {
        if (gone || !place.current) return;
        const elements = stripe.elements({
          mode: 'payment',
          amount: latest.current.amount,
          currency: currency.toLowerCase(),
          ...(keepsCard ? { setup_future_usage: 'off_session' } : {}),
          ...(customerSessionClientSecret ? { customerSessionClientSecret } : {}),
          // Its fields stand in a frame of their own, which the page's style sheet does not reach.
          ...(isDark(backgroundOf(place.current)) ? { appearance: { theme: 'night' } } : {}),
        });
        const payment = elements.create('payment');
        payment.mount(place.current);
        field = payment;
        opened.current = { stripe, elements };
        latest.current.onReady(stepOf(opened.current));
      },
      () => {
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
      opened.current = null;
      field?.destroy();
    };
  }, [publishableKey, currency, keepsCard]);

  return (
    <>
      <div ref={place} data-payment="stripe" />
      {failed ? (
        <p role="alert" className={styles.alert}>
          {text('checkoutPaymentUnavailable')}
        </p>
      ) : null}
    </>
  );
}

/** What the fields, or the buttons of a wallet, do in a purchase. */
export function stepOf({ stripe, elements }: Opened): PaymentStep {
  const messageOf = (fault: { message?: string } | undefined) => fault?.message ?? text('checkoutPaymentUnavailable');
  return {
    token: async () => {
      const { error } = await elements.submit();
      if (error) return { message: messageOf(error) };
      const made = await stripe.createConfirmationToken({ elements });
      return made.confirmationToken ? { token: made.confirmationToken.id } : { message: messageOf(made.error) };
    },
    answer: async (clientSecret) => {
      const { error } = await stripe.handleNextAction({ clientSecret });
      return error ? messageOf(error) : null;
    },
  };
}
