import { type ReactNode, useDeferredValue } from 'react';

/** What stands below the first screen: drawn as soon as that is. */
export function Later({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) ? children : null;
}
