import type { RestockSignUp } from '../contract/types.ts';
import { call } from './call.ts';

/** Signs up for a back-in-stock notice; answers the text that replaces the form (W-191). */
export const signUpForRestock = (signUp: RestockSignUp): Promise<{ successText?: string }> =>
  call('POST', '/api/site-users/account/notifications/restock', { json: signUp });
