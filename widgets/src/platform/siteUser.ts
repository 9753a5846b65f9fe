import { siteUserInfo } from './cookies.ts';
import { local, session } from './storage.ts';

/** Where the session's token lies between two pages: for this tab, or as long as the visitor is remembered. */
export const TOKEN = 'loggia:site-user';

/** The token of the visitor who is signed in; nothing of a session that is over. */
export const keptToken = (): string | undefined =>
  siteUserInfo().authenticated ? (session.read(TOKEN) ?? local.read(TOKEN) ?? undefined) : undefined;
