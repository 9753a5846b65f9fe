import type { CallOptions, Method } from '../../client/call.ts';
import { call as callOfShop } from '../../client/call.ts';
import { unsafeHeaders } from './ask.ts';

/**
 * One call of the shop's API as somebody who works in the editor: its token says so, and stands for that of a log-in.
 * Rejects with a `CallError`.
 */
export const call = <T>(method: Method, path: string, options: CallOptions = {}): Promise<T> => {
  const own = unsafeHeaders();
  const token = own['x-loggia-editor'] ?? '';
  return callOfShop<T>(method, path, {
    ...options,
    headers: { ...own, 'x-siteuser-xsrf-token': token, ...options.headers },
  });
};
