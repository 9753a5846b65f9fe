import { useState } from 'react';
import { logIn } from '../client/account.ts';
import { loadCart } from '../state/cartStore.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { fieldProblemText } from '../text/formProblem.ts';
import { addTexts, text } from '../text/text.ts';
import { AccountForm } from './AccountForm.tsx';
import { EmailField, emailWrong } from './EmailField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { RememberMe } from './RememberMe.tsx';

addTexts({ formRequiredMark: FORMS_TEXTS.formRequiredMark });

/** Email, password, remember me; afterwards the cart is the person's own (W-222). */
export function LogInForm({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(false);
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  return (
    <AccountForm
      check={() => ({ ...emailWrong(email), ...(password ? {} : { password: fieldProblemText('required') }) })}
      onWrong={setWrong}
      send={async () => {
        await logIn({ email: email.trim(), password, rememberMe });
        await loadCart().catch(() => undefined); // logged in all the same; the next page reads the cart
        onDone();
      }}
      button={text('accountLogIn')}
      sending={text('accountLoggingIn')}
    >
      <EmailField value={email} error={wrong.email} onChange={setEmail} />
      <PasswordField
        label={text('accountPassword')}
        name="password"
        autoComplete="current-password"
        error={wrong.password}
        value={password}
        onChange={setPassword}
      />
      <RememberMe checked={rememberMe} onChange={setRememberMe} />
    </AccountForm>
  );
}
