import { useState } from 'react';
import { forgotPassword, joinByLetter } from '../client/account.ts';
import { text } from '../text/text.ts';
import { AccountForm } from './AccountForm.tsx';
import { EmailField, emailWrong } from './EmailField.tsx';

type Props = {
  /** For a first password, or for a forgotten one. */
  why: 'join' | 'forgotten';
};

/** Asks for an email with a key. The answer is the same whether the address has an account or not. */
export function AskForEmail({ why }: Props) {
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <>
      <h1>{text(why === 'join' ? 'accountJoinTitle' : 'accountForgottenTitle')}</h1>
      {sentTo ? null : <p>{text(why === 'join' ? 'accountJoinHow' : 'accountForgottenHow')}</p>}
      <p role="status">
        {sentTo ? text(why === 'join' ? 'accountJoinSent' : 'accountForgottenSent', { email: sentTo }) : ''}
      </p>
      {sentTo ? null : (
        <AccountForm
          check={() => emailWrong(email)}
          onWrong={setWrong}
          send={async () => {
            const to = email.trim();
            await (why === 'join' ? joinByLetter(to) : forgotPassword(to));
            setSentTo(to);
          }}
          button={text('accountSendLetter')}
          sending={text('accountSending')}
        >
          <EmailField value={email} error={wrong.email} onChange={setEmail} />
        </AccountForm>
      )}
    </>
  );
}
