import { text } from '../text/text.ts';
import { Field } from '../ui/Field.tsx';
import styles from './Checkout.module.css';
import { type Card, groupDigits, groupExpiry, TEST_CARD } from './payment.ts';

type Props = { card: Card; onChange: (card: Card) => void };

/** The test provider's card fields. What is typed stays in the page: the server gets a token. */
export function PaymentFields({ card, onChange }: Props) {
  return (
    <>
      <p className={styles.hint}>{text('checkoutTestMode', { number: TEST_CARD })}</p>
      <Field label={text('checkoutCardNumber')}>
        {(parts) => (
          <input
            {...parts}
            type="text"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder={TEST_CARD}
            value={card.number}
            onChange={(event) => onChange({ ...card, number: groupDigits(event.target.value) })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={text('checkoutCardExpiry')}>
          {(parts) => (
            <input
              {...parts}
              type="text"
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="12 / 30"
              value={card.expiry}
              onChange={(event) => onChange({ ...card, expiry: groupExpiry(event.target.value) })}
            />
          )}
        </Field>
        <Field label={text('checkoutCardCode')}>
          {(parts) => (
            <input
              {...parts}
              type="text"
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder="123"
              maxLength={4}
              value={card.code}
              onChange={(event) => onChange({ ...card, code: event.target.value.replace(/\D/g, '') })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
