import type { Read } from '../island.ts';
import { pageData } from '../pageData.ts';
import { siteUserInfo } from '../platform/cookies.ts';
import { Account } from './Account.tsx';

type Props = Parameters<typeof Account>[0];

/** Stands on `data-widget="account"`: who is here, and the way in or out (W-222…W-225). */
export const read: Read<Props> = (el) => {
  pageData();
  return { signedIn: siteUserInfo().authenticated, reload: el.dataset.reload === 'true' };
};
export default Account;
