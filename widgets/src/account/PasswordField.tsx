import { useState } from 'react';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './Account.module.css';

type Props = {
  label: string;
  name: string;
  /** For password managers: the one that is known, or a new one. */
  autoComplete: 'current-password' | 'new-password';
  description?: string;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A password, masked until the eye is asked for. */
export function PasswordField({ label, name, autoComplete, description, error, value, onChange }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} description={description} error={error}>
      {(parts) => (
        <span className={styles.secret}>
          <input
            {...parts}
            type={shown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            aria-required
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <Button kind="plain" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {text(shown ? 'accountHidePassword' : 'accountShowPassword')}
          </Button>
        </span>
      )}
    </Field>
  );
}
