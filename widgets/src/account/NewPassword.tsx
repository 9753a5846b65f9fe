import { useState } from 'react';
import { choosePassword } from '../client/account.ts';
import { loadCart } from '../state/cartStore.ts';
import { text } from '../text/text.ts';
import styles from './Account.module.css';
import { AccountForm } from './AccountForm.tsx';
import { PasswordField } from './PasswordField.tsx';

/** The shortest password the API takes, in characters. */
export const SHORTEST_PASSWORD = 10;

/** What is wrong with a new password. */
export const passwordWrong = (password: string): { password?: string } =>
  [...password].length < SHORTEST_PASSWORD ? { password: text('accountPasswordShort') } : {};

type Props = { keyOfLetter: string; onDone: () => void; onOver: () => void };

/** Chooses a password by the key of a letter. */
export function NewPassword({ keyOfLetter, onDone, onOver }: Props) {
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(false);
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  return (
    <>
      <h1>{text('accountChooseTitle')}</h1>
      <AccountForm
        check={() => passwordWrong(password)}
        onWrong={setWrong}
        send={async () => {
          await choosePassword({ key: keyOfLetter, password, rememberMe });
          await loadCart().catch(() => undefined);
          onDone();
        }}
        button={text('accountChoose')}
        sending={text('accountSaving')}
      >
        <PasswordField
          label={text('accountNewPassword')}
          name="password"
          autoComplete="new-password"
          description={text('accountPasswordRule')}
          error={wrong.password}
          value={password}
          onChange={setPassword}
        />
        <label className={styles.choice}>
          <input type="checkbox" checked={rememberMe} onChange={(event) => setRememberMe(event.target.checked)} />
          <span>{text('accountRemember')}</span>
        </label>
      </AccountForm>
      <p>
        <button type="button" className={styles.link} onClick={onOver}>
          {text('accountAskAgain')}
        </button>
      </p>
    </>
  );
}
