import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * What a store holds, drawn anew with each change. A library's hook can watch parts of a store too, which nothing here does, and
 * weighs ten times as much on every product page.
 */
export function useStore<Value>(store: ReadableAtom<Value>): Value {
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  const get = () => store.get();
  return useSyncExternalStore(subscribe, get, get);
}
