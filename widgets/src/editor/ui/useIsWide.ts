import { useSyncExternalStore } from 'react';

/** From here on a panel stands beside something: the same width as in the style sheets. */
const WIDE = '(min-width: 801px)';
const query = (): MediaQueryList | undefined =>
  typeof window.matchMedia === 'function' ? window.matchMedia(WIDE) : undefined;

const follow = (tell: () => void) => {
  const list = query();
  list?.addEventListener('change', tell);
  return () => list?.removeEventListener('change', tell);
};

/** Whether the window has room for two things beside each other; it follows the window. */
export const useIsWide = (): boolean => useSyncExternalStore(follow, () => query()?.matches ?? true);
