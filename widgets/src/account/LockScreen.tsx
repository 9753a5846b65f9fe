import { useEffect, useState } from 'react';
import { lockedPage, unlockPage } from '../client/lockedPage.ts';
import { siteUserInfo } from '../platform/cookies.ts';
import { local } from '../platform/storage.ts';
import { ACCOUNT_TEXTS } from '../text/catalogue/account.ts';
import { ACCOUNT_PAGE_TEXTS } from '../text/catalogue/accountPage.ts';
import { fieldProblemText } from '../text/formProblem.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Account.module.css';
import { AccountForm } from './AccountForm.tsx';
import { LogInForm } from './LogInForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { showPage } from './showPage.ts';

addTexts({ ...ACCOUNT_TEXTS, ...ACCOUNT_PAGE_TEXTS });

type Props = {
  title: string;
  /** The page's path, from the root. */
  url: string;
  /** For members, or for visitors who have the page's password. */
  access: 'locked' | 'members';
  /** Where an account is made. */
  accountUrl: string;
};

/** As many as the server lets one browser have open. */
const MOST = 20;
/** What this browser has opened; whether it still is open, the server says. */
const OPENED = 'loggia:opened';
const opened = (): string[] => (local.read(OPENED) ?? '').split('\n').filter(Boolean);

/** Shows the page in place of the lock; `false` for a visitor who may not see it. */
async function open(url: string): Promise<boolean> {
  const html = await lockedPage(url);
  const others = opened().filter((other) => other !== url);
  local.write(OPENED, (html === null ? others : [url, ...others]).slice(0, MOST).join('\n'));
  if (html) showPage(html);
  return html !== null;
}

/** Stands where a page is that not everybody may see; gives way to it as soon as this browser may (A-057, G-055). */
export function LockScreen({ title, url, access, accountUrl }: Props) {
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({});
  const [refused, setRefused] = useState('');

  // Who may see the page already does not have to ask; who cannot is not asked about at the server.
  useEffect(() => {
    if (siteUserInfo().authenticated || opened().includes(url)) void open(url);
  }, [url]);
  const orSay = async () => {
    if (!(await open(url))) setRefused(text('lockUnreachable'));
  };

  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {access === 'members' ? (
        <>
          <p>{text('lockMembers')}</p>
          <LogInForm onDone={() => void orSay()} />
          <p>
            <a href={accountUrl}>{text('lockNoAccount')}</a>
          </p>
        </>
      ) : (
        <>
          <p>{text('lockPassword')}</p>
          <AccountForm
            check={() => (password ? {} : { password: fieldProblemText('required') })}
            onWrong={setWrong}
            send={async () => {
              await unlockPage(url, password);
              await orSay();
            }}
            button={text('lockOpen')}
            sending={text('lockOpening')}
          >
            <PasswordField
              label={text('accountPassword')}
              name="password"
              autoComplete="current-password"
              error={wrong.password}
              value={password}
              onChange={setPassword}
            />
          </AccountForm>
        </>
      )}
      <p role="alert">{refused}</p>
      <p>
        <a href="/">{text('lockHome')}</a>
      </p>
    </div>
  );
}
