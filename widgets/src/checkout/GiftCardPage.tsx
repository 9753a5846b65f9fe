import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import type { Product } from '../contract/types.ts';
import { emailProblem } from '../domain/email.ts';
import { priceOf } from '../domain/variant.ts';
import { money, paths } from '../pageData.ts';
import { goTo } from '../platform/go.ts';
import { cartStore } from '../state/cartStore.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { GIFT_CARD_TEXTS } from '../text/catalogue/giftCard.ts';
import { fieldProblemText } from '../text/formProblem.ts';
import { addTexts, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './Checkout.module.css';

addTexts({ ...FORMS_TEXTS, ...CHECKOUT_TEXTS, ...GIFT_CARD_TEXTS });

type Props = {
  itemId: string;
  sku: string;
  /** What the page knows of the card; the price is the server's in any case. */
  product?: Product | undefined;
};
type Recipient = { recipientName: string; recipientEmail: string; message: string; deliverOn: string };

/** Whom the card is for and when it is sent; then it is paid like anything else (W-095). */
export function GiftCardPage({ itemId, sku, product }: Props) {
  const [recipient, setRecipient] = useState<Recipient>({
    recipientName: '',
    recipientEmail: '',
    message: '',
    deliverOn: '',
  });
  const [later, setLater] = useState(false);
  const [errors, setErrors] = useState<Partial<Recipient>>({});
  const [alert, setAlert] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);

  if (!itemId || !sku)
    return (
      <>
        <h1>{text('giftCardTitle')}</h1>
        <p role="status">{text('giftCardNone')}</p>
      </>
    );
  const denomination = product?.variants.find((variant) => variant.sku === sku);
  const set = (name: keyof Recipient) => (event: { target: { value: string } }) => {
    setRecipient((now) => ({ ...now, [name]: event.target.value }));
    setErrors(({ [name]: _, ...rest }) => rest);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setAlert(null);
    const found: Partial<Recipient> = {};
    if (!recipient.recipientName.trim()) found.recipientName = fieldProblemText('required');
    const mail = emailProblem(recipient.recipientEmail);
    if (mail) found.recipientEmail = fieldProblemText(mail === 'blank' ? 'required' : 'email-invalid');
    if (later && !recipient.deliverOn) found.deliverOn = fieldProblemText('required');
    setErrors(found);
    if (Object.keys(found).length > 0) return setAttempt((now) => now + 1);
    setBusy(true);
    const additionalFields = JSON.stringify({ ...recipient, deliverOn: later ? recipient.deliverOn : '' });
    try {
      await cartStore.add({ itemId, sku, quantity: 1, additionalFields });
      goTo(paths.checkout);
    } catch (thrown) {
      setAlert(`${text('giftCardUnableToPurchaseTitle')}: ${purchaseMessage(failureOf(thrown))}`);
      setBusy(false);
    }
  }

  return (
    <form
      ref={root}
      noValidate
      className={styles.receipt}
      onSubmit={(event) => void submit(event)}
      aria-label={product?.title ?? text('giftCardTitle')}
    >
      <h1>{text('giftCardTitle')}</h1>
      {product && denomination ? (
        <p className={styles.above}>
          <strong>{product.title}</strong> · {money(priceOf(denomination))}
        </p>
      ) : null}
      <Field label={text('giftCardRecipientName')} error={errors.recipientName} requiredMark={text('formRequiredMark')}>
        {(parts) => (
          <input
            {...parts}
            type="text"
            autoComplete="off"
            value={recipient.recipientName}
            onChange={set('recipientName')}
          />
        )}
      </Field>
      <Field
        label={text('giftCardRecipientEmail')}
        error={errors.recipientEmail}
        requiredMark={text('formRequiredMark')}
      >
        {(parts) => (
          <input
            {...parts}
            type="email"
            autoComplete="off"
            value={recipient.recipientEmail}
            onChange={set('recipientEmail')}
          />
        )}
      </Field>
      <Field label={text('giftCardMessage')}>
        {(parts) => <textarea {...parts} maxLength={500} value={recipient.message} onChange={set('message')} />}
      </Field>
      <Field label={text('giftCardDelivery')} group>
        {(parts) => (
          <>
            {[false, true].map((choice) => (
              <label key={String(choice)} className={styles.option}>
                <input type="radio" name={parts.id} checked={later === choice} onChange={() => setLater(choice)} />
                <span>{text(choice ? 'giftCardDeliveryOn' : 'giftCardDeliveryNow')}</span>
              </label>
            ))}
          </>
        )}
      </Field>
      {later ? (
        <Field label={text('giftCardDeliveryDate')} error={errors.deliverOn}>
          {(parts) => <input {...parts} type="date" value={recipient.deliverOn} onChange={set('deliverOn')} />}
        </Field>
      ) : null}
      <p role="alert" className={styles.alert}>
        {alert ?? ''}
      </p>
      <Button type="submit" busy={busy}>
        {text('giftCardContinue')}
      </Button>
    </form>
  );
}
