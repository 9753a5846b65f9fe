import { FORGET_ANSWERS, KEPT_ANSWERS } from '../contract/names.ts';
import type { AccountAnswer, ChosenPassword, LogIn, LogInAnswer, OwnCards, OwnOrdersPage } from '../contract/types.ts';
import { TOKEN } from '../platform/siteUser.ts';
import { local, session } from '../platform/storage.ts';
import { apiUrl, call, setSiteUserToken } from './call.ts';

const ACCOUNT = '/api/site-users/account';
const SESSION = `${ACCOUNT}/session`;
const PASSWORD = `${ACCOUNT}/password`;

/** Forgets the orders that the editor kept on this device for who was signed in: whoever comes next reads none of them. */
async function forgetKept(): Promise<void> {
  try {
    await globalThis.caches?.delete(KEPT_ANSWERS);
    // An answer that is on its way at this moment is the worker's to leave out.
    const registration = await navigator.serviceWorker?.getRegistration('/config/');
    registration?.active?.postMessage({ forget: FORGET_ANSWERS });
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Keeps the token of the session, or forgets it; either way somebody else is signed in from now on. */
function keepToken(token: string | undefined, remembered = false): void {
  void forgetKept();
  for (const store of [local, session]) store.remove(TOKEN);
  if (token) (remembered ? local : session).write(TOKEN, token);
}

/**
 * Keeps what a log-in brought. An account with a second factor gives it on a page of the server, which leads on from there:
 * this page is left, and what waits for the log-in does not come back.
 */
async function entered({ xsrfToken, factor }: LogInAnswer, remembered: boolean | undefined): Promise<void> {
  if (factor) {
    window.location.assign(apiUrl('/api/owner/factor'));
    return new Promise(() => undefined);
  }
  keepToken(xsrfToken ?? undefined, remembered);
  setSiteUserToken(xsrfToken ?? undefined);
}

/** Logs in. The token goes with every later call that changes something (W-225). */
export async function logIn(who: LogIn): Promise<void> {
  await entered(await call<LogInAnswer>('POST', SESSION, { json: who }), who.rememberMe);
}

/** Logs out; asked once more when the crumb did not fit (W-223). `cloneCart` keeps a copy of the cart here (W-224). */
export async function logOut(cloneCart: boolean): Promise<void> {
  await call('DELETE', SESSION, { query: { cloneCart }, again: true });
  keepToken(undefined);
  setSiteUserToken(undefined);
}

/** Who is signed in, and whether visitors may ask for an account. */
export const readAccount = () => call<AccountAnswer>('GET', ACCOUNT);

/** Asks for the email an account begins with; the answer does not say whether there is one already. */
export const joinByLetter = (email: string) => call('POST', ACCOUNT, { json: { email }, again: true });

/** Asks for the email a new password is chosen with. */
export const forgotPassword = (email: string) => call('POST', `${PASSWORD}/key`, { json: { email }, again: true });

/** Chooses the password by the key of an email, and is logged in with it. */
export async function choosePassword(chosen: ChosenPassword): Promise<void> {
  await entered(await call<LogInAnswer>('PUT', PASSWORD, { json: chosen, again: true }), chosen.rememberMe);
}

/** Changes the password; other browsers are logged out. */
export const changePassword = (currentPassword: string, password: string) =>
  call('POST', PASSWORD, { json: { currentPassword, password } });

/** The person's own orders, newest first, a page at a time. */
export const ownOrders = (cursor: string) =>
  call<OwnOrdersPage>('GET', `${ACCOUNT}/orders`, { query: { cursor: cursor || undefined } });

/** The cards that the payment provider keeps for the person. */
export const ownCards = () => call<OwnCards>('GET', `${ACCOUNT}/cards`);

/** Removes one of them; those that stay. */
export const removeOwnCard = (id: string) => call<OwnCards>('DELETE', `${ACCOUNT}/cards/${encodeURIComponent(id)}`);

/** Removes the account for good. */
export async function removeAccount(password: string): Promise<void> {
  await call('POST', `${ACCOUNT}/removal`, { json: { password } });
  keepToken(undefined);
  setSiteUserToken(undefined);
}
