import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import { formCalls } from '../client/forms.ts';
import { signUpForRestock } from '../client/restock.ts';
import type { Product, RestockSignUp, Variant } from '../contract/types.ts';
import { isSoldOut, variantInStock } from '../domain/availability.ts';
import { restockProblem } from '../domain/restock.ts';
import { chosenVariant } from '../domain/variant.ts';
import { merchandisingOf, pageData } from '../pageData.ts';
import { choiceOf } from '../state/product.ts';
import { useStore } from '../state/useStore.ts';
import { captchaTexts } from '../text/captcha.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { problemText } from '../text/problem.ts';
import { addTexts, text } from '../text/text.ts';
import { Captcha } from '../ui/LazyCaptcha.tsx';
import styles from './RestockForm.module.css';

addTexts(FORMS_TEXTS);

type Props = {
  product: Product;
  /** The variant the formatter wrote the form for: its sku, or its place. */
  variantId?: string | undefined;
  /** Shows or hides the place the form stands on. */
  show?: (shown: boolean) => void;
};

/** The variant whose notice is asked for: the chosen one when it is sold out, else the form's own (W-197). */
function soldOutVariant(product: Product, chosen: Variant | undefined, variantId: string | undefined): Variant | null {
  const own = product.variants.find((variant) => variant.sku === variantId) ?? product.variants[Number(variantId)];
  const asked = chosen ?? (isSoldOut(product) ? (own ?? product.variants[0]) : undefined);
  return asked && !variantInStock(product.productType, asked) ? asked : null;
}

/** Tell me when it is back: shown for a sold-out product or a chosen sold-out variant (W-185…W-197). */
export function RestockForm({ product, variantId, show }: Props) {
  const choice = useStore(choiceOf(product.id));
  const variant = soldOutVariant(product, chosenVariant(product, choice.options), variantId);
  const shown = variant !== null;
  useEffect(() => show?.(shown), [show, shown]);
  // Another variant is another sign-up.
  return variant ? <SignUp key={variant.sku} product={product} variant={variant} /> : null;
}

function SignUp({ product, variant }: { product: Product; variant: Variant }) {
  const merchandising = merchandisingOf(product.id);
  const messages = merchandising.restockNotificationMessages;
  const { captchaSiteKey } = pageData();
  const [email, setEmail] = useState('');
  const [joins, setJoins] = useState(merchandising.mailingListOptInByDefault ?? false);
  const [token, setToken] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const busy = useRef(false);
  const thanks = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (done) thanks.current?.focus();
  }, [done]);

  async function send(signUp: RestockSignUp) {
    busy.current = true;
    try {
      const { successText } = await signUpForRestock(signUp);
      setDone(messages?.successText || successText || text('restockSignedUpText'));
    } catch (thrown) {
      setError(purchaseMessage(failureOf(thrown)));
      setToken(null);
      setTurn((now) => now + 1);
    } finally {
      busy.current = false;
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    const problem = restockProblem(email, token ?? undefined, !!captchaSiteKey);
    setError(problem ? problemText(problem) : null);
    if (problem) return field.current?.focus();
    const signUp: RestockSignUp = {
      productId: product.id,
      variantId: variant.sku,
      siteVisitorEmail: email.trim(),
      isJoinMailingList: joins && (merchandising.mailingListSignUpEnabled ?? false),
    };
    if (token) signUp.captchaToken = token;
    void send(signUp);
  };

  if (done !== null)
    return (
      <p ref={thanks} role="status" tabIndex={-1} className={`product-restock-success ${styles.done}`}>
        {done}
      </p>
    );
  return (
    <>
      <label className="product-restock-cta" htmlFor={id}>
        {messages?.CTAText || text('restockCta')}
      </label>
      <form className={`product-restock-form ${styles.form}`} noValidate onSubmit={submit}>
        <input
          ref={field}
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          spellCheck={false}
          placeholder={messages?.placeholderText || text('restockPlaceholder')}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <input
          className="sqs-editable-button"
          type="submit"
          value={messages?.buttonText || text('restockButton')}
          data-replay="restock"
        />
        {merchandising.mailingListSignUpEnabled ? (
          <label className={styles.joins}>
            <input type="checkbox" checked={joins} onChange={(event) => setJoins(event.target.checked)} />{' '}
            {messages?.mailingListDescription || text('restockMailingList')}
          </label>
        ) : null}
        {captchaSiteKey ? (
          <Captcha
            siteKey={captchaSiteKey}
            texts={captchaTexts()}
            challenge={formCalls.challenge}
            turn={turn}
            onToken={setToken}
          />
        ) : null}
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error ?? ''}
        </p>
      </form>
    </>
  );
}
