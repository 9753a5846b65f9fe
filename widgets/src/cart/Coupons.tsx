import { type FormEvent, useState } from 'react';
import type { Cart } from '../contract/types.ts';
import { money } from '../pageData.ts';
import { problemText } from '../text/problem.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './CartPage.module.css';

type Props = {
  cart: Cart;
  busy: boolean;
  onAdd: (code: string) => Promise<boolean>;
  onRemove: (code: string) => Promise<boolean>;
};

const isSame = (one: string, other: string) => one.trim().toUpperCase() === other.trim().toUpperCase();

/** Codes: what each takes off, or why it does not count. */
export function Coupons({ cart, busy, onAdd, onRemove }: Props) {
  const [code, setCode] = useState('');
  // The error at the field is that of the code that was typed last: it goes with the next one.
  const [tried, setTried] = useState('');
  const refused = cart.invalidCoupons.find((each) => isSame(each.code, tried));
  // A code that nobody gave out is said once, at the field; one that may yet count stays, with what it waits for.
  const waiting = cart.invalidCoupons.filter((each) => each.problem?.code !== 'coupon-unknown');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    if (!typed || busy) return;
    setTried('');
    void onAdd(typed).then((added) => {
      if (!added) return;
      setTried(typed);
      setCode('');
    });
  };
  return (
    <div className={styles.coupons}>
      <form onSubmit={add} className={styles.couponForm}>
        <Field label={text('couponLabel')} error={refused?.problem ? problemText(refused.problem) : undefined}>
          {(parts) => (
            <input
              {...parts}
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" kind="secondary" busy={busy}>
          {text('couponApply')}
        </Button>
      </form>
      {[...cart.validCoupons, ...waiting].length > 0 ? (
        <ul className={styles.codes}>
          {cart.validCoupons.map((coupon) => (
            <li key={coupon.code}>
              <span>{coupon.code}</span>
              <span>{money(-coupon.discountCents)}</span>
              <Button
                kind="plain"
                aria-label={text('couponRemove', { code: coupon.code })}
                onClick={() => void onRemove(coupon.code)}
              >
                {text('cartRemove')}
              </Button>
            </li>
          ))}
          {waiting.map((coupon) => (
            <li key={coupon.code} className={styles.refused}>
              <span>
                <s>{coupon.code}</s>
                {coupon.problem && coupon !== refused ? <small>{problemText(coupon.problem)}</small> : null}
              </span>
              <Button
                kind="plain"
                aria-label={text('couponRemove', { code: coupon.code })}
                onClick={() => void onRemove(coupon.code)}
              >
                {text('cartRemove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
