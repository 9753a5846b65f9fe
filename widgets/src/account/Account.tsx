import { lazy, Suspense, useState } from 'react';
import { ACCOUNT_TEXTS } from '../text/catalogue/account.ts';
import { addTexts, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';

addTexts(ACCOUNT_TEXTS);

const LogInDialog = lazy(() => import('./LogInDialog.tsx'));
const LogOutDialog = lazy(() => import('./LogOutDialog.tsx'));

type Props = {
  signedIn: boolean;
  /** The page shows something else to whom is logged in: it is read again. */
  reload?: boolean;
};

/** One button: in, or out (W-222). */
export function Account({ signedIn, reload = false }: Props) {
  const [isIn, setIsIn] = useState(signedIn);
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const changed = (now: boolean) => {
    setIsIn(now);
    setOpen(false);
    setMessage(text(now ? 'accountLoggedIn' : 'accountLoggedOut'));
    if (reload) window.location.reload();
  };
  return (
    <>
      <Button kind="secondary" data-replay="account" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text(isIn ? 'accountLogOut' : 'accountLogIn')}
      </Button>
      <span role="status" className="loggia-visually-hidden">
        {message}
      </span>
      {open ? (
        <Suspense fallback={null}>
          {isIn ? (
            <LogOutDialog onDone={() => changed(false)} onClose={() => setOpen(false)} />
          ) : (
            <LogInDialog onDone={() => changed(true)} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}
