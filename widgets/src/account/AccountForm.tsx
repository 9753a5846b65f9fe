import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Account.module.css';

type Props = {
  /** What is wrong before anything is sent, by the control's name; the first one gets the focus. */
  check: () => Partial<Record<string, string>>;
  onWrong: (wrong: Partial<Record<string, string>>) => void;
  send: () => Promise<void>;
  button: string;
  /** What the button says meanwhile. */
  sending: string;
  children: ReactNode;
};

/** A form of the account: checked, sent once, and with the answer of the server shown. */
export function AccountForm({ check, onWrong, send, button, sending, children }: Props) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setFault(null);
    const wrong = check();
    onWrong(wrong);
    const first = Object.keys(wrong)[0];
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    try {
      await send();
    } catch (thrown) {
      if (here.current) setFault(purchaseMessage(failureOf(thrown)));
    } finally {
      if (here.current) setBusy(false);
    }
  }

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {children}
      <p role="alert" className={styles.fault}>
        {fault ?? ''}
      </p>
      <Button type="submit" busy={busy}>
        {busy ? sending : button}
      </Button>
    </form>
  );
}
