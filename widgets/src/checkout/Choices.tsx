import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { deliveryWindows } from '../client/windows.ts';
import type { Buyer, DeliveryWindow } from '../contract/types.ts';
import { pageData } from '../pageData.ts';
import { CHOICES_TEXTS } from '../text/catalogue/choices.ts';
import { addTexts, locale, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './Checkout.module.css';
import own from './Choices.module.css';
import type { CheckoutErrors } from './details.ts';

addTexts(CHOICES_TEXTS);

export type Props = {
  part: 'window' | 'gift' | 'terms';
  buyer: Buyer;
  errors: CheckoutErrors;
  onChange: (change: Partial<Buyer>, field: string) => void;
  /** The chosen way of delivery. */
  option: string;
  cartToken: string | null;
  /** The day and time that were chosen there. */
  chosen: DeliveryWindow | null;
  onChoose: (window: DeliveryWindow | null) => void;
};

/** The parts of a checkout that few shops have, each where it belongs. They come with the first that is needed. */
export default function Choices(props: Props) {
  if (props.part === 'window') return <Windows {...props} />;
  return props.part === 'gift' ? <Gift {...props} /> : <Terms {...props} />;
}

const isAt = (one: DeliveryWindow, other: DeliveryWindow | null) => one.day === other?.day && one.from === other.from;

/** Day and time of the shop: the same words wherever the reader is. */
const moment = (day: string, time = '00:00') => new Date(`${day}T${time}Z`);

/** A day, and a time of it, of those that are free. */
function Windows({ option, cartToken, chosen, onChoose, errors: { window: error } }: Props) {
  const [windows, setWindows] = useState<DeliveryWindow[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [day, setDay] = useState(chosen?.day ?? '');
  const newest = useRef(0);
  const ask = useCallback(() => {
    newest.current += 1;
    const mine = newest.current;
    deliveryWindows(option, cartToken).then(
      (found) => {
        if (newest.current !== mine) return;
        setFailed(false);
        setWindows(found);
      },
      () => {
        if (newest.current === mine) setFailed(true);
      },
    );
  }, [option, cartToken]);
  useEffect(() => {
    ask();
    return () => {
      newest.current += 1;
    };
  }, [ask]);
  // The chosen one was refused: somebody was faster.
  useEffect(() => {
    if (error) ask();
  }, [error, ask]);
  useEffect(() => {
    if (windows && chosen && !windows.some((one) => isAt(one, chosen))) onChoose(null);
  }, [windows, chosen, onChoose]);

  if (failed)
    return (
      <>
        <p role="alert" className={styles.alert}>
          {text('unknownErrorText')}
        </p>
        <Button onClick={ask}>{text('tryAgain')}</Button>
      </>
    );
  if (!windows) return <p role="status">{text('checkoutWindowsLoading')}</p>;
  if (windows.length === 0) return <p className={styles.hint}>{text('checkoutNoWindows')}</p>;
  const dates = new Intl.DateTimeFormat(locale(), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' });
  const days = [...new Set(windows.map((one) => one.day))];
  const ofDay = windows.filter((one) => one.day === day);
  return (
    <Field group className={own.window} label={text('checkoutWindow')} requiredMark={text('formRequiredMark')}>
      {() => (
        <>
          <Choice
            label={text('checkoutWindowDay')}
            error={ofDay.length === 0 ? error : undefined}
            value={ofDay.length === 0 ? '' : day}
            onChange={(next) => {
              setDay(next);
              onChoose(null);
            }}
          >
            {days.map((one) => (
              <option key={one} value={one}>
                {dates.format(moment(one))}
              </option>
            ))}
          </Choice>
          <Choice
            label={text('checkoutWindowTime')}
            error={ofDay.length === 0 ? undefined : error}
            value={chosen?.from ?? ''}
            onChange={(from) => onChoose(ofDay.find((one) => one.from === from) ?? null)}
          >
            {ofDay.map((one) => (
              <option key={one.from} value={one.from}>
                {times.formatRange(moment(day, one.from), moment(day, one.to))}
              </option>
            ))}
          </Choice>
        </>
      )}
    </Field>
  );
}

type ChoiceProps = {
  label: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, error, value, onChange, children }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(parts) => (
        <select {...parts} aria-required="true" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{text('formSelect')}</option>
          {children}
        </select>
      )}
    </Field>
  );
}

/** What is said to whom it is given. */
function Gift({ buyer, errors, onChange }: Props) {
  return (
    <Field label={text('checkoutGiftMessage')} description={text('checkoutGiftAbout')} error={errors.giftMessage}>
      {(parts) => (
        <textarea
          {...parts}
          rows={3}
          maxLength={500}
          value={buyer.giftMessage}
          onChange={(event) => onChange({ giftMessage: event.target.value }, 'giftMessage')}
        />
      )}
    </Field>
  );
}

/** What a buyer agrees to before paying. Nothing is ticked for them. */
function Terms({ buyer, errors, onChange }: Props) {
  const terms = pageData().storeSettings.checkout?.terms;
  if (!terms) return null;
  return (
    <Field group label={text('checkoutTermsTitle')} error={errors.terms} requiredMark={text('formRequiredMark')}>
      {() => (
        <>
          <label className={styles.option}>
            <input
              type="checkbox"
              aria-required="true"
              aria-invalid={errors.terms ? true : undefined}
              checked={Boolean(buyer.termsDigest)}
              onChange={(event) => onChange({ termsDigest: event.target.checked ? terms.digest : '' }, 'terms')}
            />
            <span>{text('checkoutTerms')}</span>
          </label>
          <p>
            <a href={terms.page} target="_blank" rel="noreferrer">
              {text('checkoutTermsRead')}
            </a>
          </p>
        </>
      )}
    </Field>
  );
}
