import { useCallback, useEffect, useRef, useState } from 'react';
import { setConfirms } from '../client/shop.ts';
import type { Confirming } from './Confirming.tsx';

/** Asks for a fresh proof before what costs most; the call that wanted it waits, and goes on. */
export function Confirm() {
  const [Asks, setAsks] = useState<typeof Confirming | null>(null);
  const waiting = useRef<((given: boolean) => void)[]>([]);
  const end = useCallback((given: boolean) => {
    for (const resolve of waiting.current.splice(0)) resolve(given);
    setAsks(null);
  }, []);
  useEffect(() => {
    setConfirms(
      () =>
        new Promise((resolve) => {
          if (waiting.current.push(resolve) > 1) return;
          // Few are ever asked for a proof: the others do not load what asks.
          import('./Confirming.tsx').then(
            (room) => setAsks(() => room.Confirming),
            () => end(false),
          );
        }),
    );
    return () => setConfirms(undefined);
  }, [end]);
  return Asks ? <Asks onEnd={end} /> : null;
}
