import { type FormEvent, useRef, useState } from 'react';
import { logIn } from '../client/account.ts';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import { emailProblem } from '../domain/email.ts';
import { loadCart } from '../state/cartStore.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { fieldProblemText } from '../text/problem.ts';
import { addTexts, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './Account.module.css';

addTexts({ formRequiredMark: FORMS_TEXTS.formRequiredMark });

type Props = { onDone: () => void; onClose: () => void };
type Wrong = { email?: string; password?: string };

/** Email, password, remember me; afterwards the cart is the person's own (W-222). */
export default function LogInDialog({ onDone, onClose }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(false);
  const [shown, setShown] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found: Wrong = {};
    const problem = emailProblem(email);
    if (problem) found.email = fieldProblemText(problem === 'blank' ? 'required' : 'email-invalid');
    if (!password) found.password = fieldProblemText('required');
    setWrong(found);
    setFault(null);
    const first = found.email ? 'email' : found.password ? 'password' : null;
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    try {
      await logIn({ email: email.trim(), password, rememberMe });
      await loadCart().catch(() => undefined); // logged in all the same; the next page reads the cart
      onDone();
    } catch (thrown) {
      setFault(purchaseMessage(failureOf(thrown)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={text('accountTitle')} closeLabel={text('cartCloseText')} onClose={onClose}>
      <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <Field label={text('accountEmail')} error={wrong.email}>
          {(parts) => (
            <input
              {...parts}
              type="email"
              name="email"
              autoComplete="username"
              spellCheck={false}
              aria-required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label={text('accountPassword')} error={wrong.password}>
          {(parts) => (
            <span className={styles.secret}>
              <input
                {...parts}
                type={shown ? 'text' : 'password'}
                name="password"
                autoComplete="current-password"
                aria-required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
              <Button kind="plain" aria-pressed={shown} onClick={() => setShown(!shown)}>
                {text(shown ? 'accountHidePassword' : 'accountShowPassword')}
              </Button>
            </span>
          )}
        </Field>
        <label className={styles.choice}>
          <input type="checkbox" checked={rememberMe} onChange={(event) => setRememberMe(event.target.checked)} />
          <span>{text('accountRemember')}</span>
        </label>
        <p role="alert" className={styles.fault}>
          {fault ?? ''}
        </p>
        <Button type="submit" busy={busy}>
          {text(busy ? 'accountLoggingIn' : 'accountLogIn')}
        </Button>
      </form>
    </Dialog>
  );
}
