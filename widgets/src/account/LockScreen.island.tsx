import type { Read } from '../island.ts';
import { pageData } from '../pageData.ts';
import { LockScreen } from './LockScreen.tsx';

type Props = Parameters<typeof LockScreen>[0];

/** Stands on `data-widget="lock-screen"`. */
export const read: Read<Props> = (el) => {
  const { page, website } = pageData();
  return {
    title: el.querySelector('h1')?.textContent ?? '',
    url: page.path || window.location.pathname,
    access: page.access === 'members' ? 'members' : 'locked',
    accountUrl: `${website.basePath ?? ''}/account`,
  };
};
export default LockScreen;
