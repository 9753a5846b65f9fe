import type { Read } from '../island.ts';
import { pageData } from '../pageData.ts';
import { AccountPage } from './AccountPage.tsx';

type Props = Parameters<typeof AccountPage>[0];

/** Stands on `data-widget="account-page"`. The key of an email comes behind the `#`, and does not stay in the address. */
export const read: Read<Props> = () => {
  pageData();
  const keyOfLetter = new URLSearchParams(window.location.hash.slice(1)).get('key');
  if (keyOfLetter) window.history.replaceState(window.history.state, '', window.location.pathname);
  return { keyOfLetter };
};
export default AccountPage;
