import { useEffect, useRef, useState } from 'react';
import { readAccount } from '../client/account.ts';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import type { AccountAnswer } from '../contract/types.ts';
import { ACCOUNT_TEXTS } from '../text/catalogue/account.ts';
import { ACCOUNT_PAGE_TEXTS } from '../text/catalogue/accountPage.ts';
import { addTexts, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Account.module.css';
import { AskForEmail } from './AskForEmail.tsx';
import { LogInForm } from './LogInForm.tsx';
import LogOutDialog from './LogOutDialog.tsx';
import { NewPassword } from './NewPassword.tsx';
import { OwnCards } from './OwnCards.tsx';
import { OwnOrders } from './OwnOrders.tsx';
import { ChangePassword, RemoveAccount } from './OwnPassword.tsx';

addTexts({ ...ACCOUNT_TEXTS, ...ACCOUNT_PAGE_TEXTS });

type Way = 'logIn' | 'join' | 'forgotten';
type Props = {
  /** The key of the email that led here. */
  keyOfLetter: string | null;
};

/** The person's own page: in by password or email; inside: what was bought, the password, the way out. */
export function AccountPage({ keyOfLetter }: Props) {
  const [key, setKey] = useState(keyOfLetter);
  const [account, setAccount] = useState<AccountAnswer | null>(null);
  const [asked, setAsked] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const [way, setWay] = useState<Way>('logIn');
  const [message, setMessage] = useState('');
  const [leaves, setLeaves] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const seen = useRef('loading');

  // Asked once, and again when something has changed or who is there presses "again".
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is what asks
  useEffect(() => {
    let here = true;
    readAccount().then(
      (found) => here && setAccount(found),
      (thrown: unknown) => here && setFault(purchaseMessage(failureOf(thrown))),
    );
    return () => {
      here = false;
    };
  }, [asked]);
  const load = () => {
    setFault(null);
    setAsked(asked + 1);
  };
  const view = key ? 'key' : !account ? 'loading' : account.authenticated ? 'in' : way;
  // What was here is gone: who works by keyboard or ear goes on at the new heading. The first view takes no focus away.
  useEffect(() => {
    const title = root.current?.querySelector('h1');
    if (title) title.tabIndex = -1;
    if (seen.current !== 'loading') title?.focus();
    seen.current = view;
  }, [view]);

  const goTo = (next: Way) => {
    setMessage('');
    setWay(next);
  };
  const changed = (words: string) => {
    setKey(null);
    setWay('logIn');
    setMessage(words);
    load();
  };

  let page = (
    <>
      <h1>{text('accountOwnTitle')}</h1>
      <p role="status">{fault ? '' : text('accountLoading')}</p>
    </>
  );
  if (key)
    page = (
      <NewPassword
        keyOfLetter={key}
        onDone={() => changed(text('accountPasswordSaved'))}
        onOver={() => {
          setKey(null);
          setWay('forgotten');
        }}
      />
    );
  else if (account?.authenticated)
    page = (
      <>
        <h1>{text('accountOwnTitle')}</h1>
        <p>{text('accountSignedInAs', { email: account.email ?? '' })}</p>
        <OwnOrders />
        <OwnCards />
        <ChangePassword onDone={() => setMessage(text('accountPasswordSaved'))} />
        <RemoveAccount onDone={() => changed(text('accountRemoved'))} />
        <p>
          <Button kind="secondary" aria-haspopup="dialog" onClick={() => setLeaves(true)}>
            {text('accountLogOut')}
          </Button>
        </p>
        {leaves ? (
          <LogOutDialog
            onDone={() => {
              setLeaves(false);
              changed(text('accountLoggedOut'));
            }}
            onClose={() => setLeaves(false)}
          />
        ) : null}
      </>
    );
  else if (account && way !== 'logIn') page = <AskForEmail key={way} why={way} />;
  else if (account)
    page = (
      <>
        <h1>{text('accountTitle')}</h1>
        <LogInForm onDone={() => changed(text('accountLoggedIn'))} />
      </>
    );
  const ways: [Way, string][] = [
    ['logIn', text('accountLogIn')],
    ['forgotten', text('accountForgotten')],
  ];
  if (account?.signUpOpen) ways.push(['join', text('accountJoin')]);
  return (
    <div ref={root} className={styles.page}>
      {page}
      <p role="status">{message}</p>
      <p role="alert" className={styles.fault}>
        {fault ?? ''}
      </p>
      {fault ? (
        <Button kind="secondary" onClick={load}>
          {text('accountTryAgain')}
        </Button>
      ) : null}
      {account && !account.authenticated && !key ? (
        <div className={styles.ways}>
          {ways
            .filter(([name]) => name !== way)
            .map(([name, label]) => (
              <button key={name} type="button" className={styles.link} onClick={() => goTo(name)}>
                {label}
              </button>
            ))}
        </div>
      ) : null}
    </div>
  );
}
