import { useState } from 'react';
import { choosePassword } from '../client/account.ts';
import { loadCart } from '../state/cartStore.ts';
import { text } from '../text/text.ts';
import styles from './Account.module.css';
import { AccountForm } from './AccountForm.tsx';
import { NewPasswordField, passwordWrong } from './NewPasswordField.tsx';
import { RememberMe } from './RememberMe.tsx';

type Props = { keyOfLetter: string; onDone: () => void; onOver: () => void };

/** Chooses a password by the key of an email. */
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
        <NewPasswordField error={wrong.password} value={password} onChange={setPassword} />
        <RememberMe checked={rememberMe} onChange={setRememberMe} />
      </AccountForm>
      <p>
        <button type="button" className={styles.link} onClick={onOver}>
          {text('accountAskAgain')}
        </button>
      </p>
    </>
  );
}
