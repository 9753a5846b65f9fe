import { useState } from 'react';
import { changePassword, removeAccount } from '../client/account.ts';
import { fieldProblemText } from '../text/formProblem.ts';
import { text } from '../text/text.ts';
import styles from './Account.module.css';
import { AccountForm } from './AccountForm.tsx';
import { NewPasswordField, passwordWrong } from './NewPasswordField.tsx';
import { PasswordField } from './PasswordField.tsx';

type Wrong = Partial<Record<string, string>>;
const missing = (name: string, value: string): Wrong => (value ? {} : { [name]: fieldProblemText('required') });

/** Changes the password of a person who knows the old one. */
export function ChangePassword({ onDone }: { onDone: () => void }) {
  const [known, setKnown] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  return (
    <details className={styles.part}>
      <summary>{text('accountChangePassword')}</summary>
      <AccountForm
        check={() => ({ ...missing('current', known), ...passwordWrong(password) })}
        onWrong={setWrong}
        send={async () => {
          await changePassword(known, password);
          setKnown('');
          setPassword('');
          onDone();
        }}
        button={text('accountChangePassword')}
        sending={text('accountSaving')}
      >
        <PasswordField
          label={text('accountCurrentPassword')}
          name="current"
          autoComplete="current-password"
          error={wrong.current}
          value={known}
          onChange={setKnown}
        />
        <NewPasswordField error={wrong.password} value={password} onChange={setPassword} />
      </AccountForm>
    </details>
  );
}

/** Removes the account; asks for the password, since nothing brings it back. */
export function RemoveAccount({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  return (
    <details className={styles.part}>
      <summary>{text('accountRemove')}</summary>
      <p>{text('accountRemoveHow')}</p>
      <AccountForm
        check={() => missing('removal', password)}
        onWrong={setWrong}
        send={async () => {
          await removeAccount(password);
          onDone();
        }}
        button={text('accountRemove')}
        sending={text('accountSaving')}
      >
        <PasswordField
          label={text('accountPassword')}
          name="removal"
          autoComplete="current-password"
          error={wrong.removal}
          value={password}
          onChange={setPassword}
        />
      </AccountForm>
    </details>
  );
}
