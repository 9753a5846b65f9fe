import type { LogIn } from '../contract/types.ts';
import { TOKEN } from '../platform/siteUser.ts';
import { local, session } from '../platform/storage.ts';
import { call, setSiteUserToken } from './call.ts';

const SESSION = '/api/site-users/account/session';

/** Keeps the token of the session, or forgets it. */
function keepToken(token: string | undefined, remembered = false): void {
  for (const store of [local, session]) store.remove(TOKEN);
  if (token) (remembered ? local : session).write(TOKEN, token);
}

/** Logs in. The token goes with every later call that changes something (spec §3, §7; W-225). */
export async function logIn(who: LogIn): Promise<void> {
  const { xsrfToken } = await call<{ xsrfToken: string }>('POST', SESSION, { json: who });
  keepToken(xsrfToken, who.rememberMe);
  setSiteUserToken(xsrfToken);
}

/** Logs out; asked once more when the crumb did not fit (W-223). `cloneCart` keeps a copy of the cart here (W-224). */
export async function logOut(cloneCart: boolean): Promise<void> {
  await call('DELETE', SESSION, { query: { cloneCart }, again: true });
  keepToken(undefined);
  setSiteUserToken(undefined);
}
