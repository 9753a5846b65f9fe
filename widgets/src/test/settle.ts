import { act } from '@testing-library/react';

declare global {
  /** A turn of node's own loop (environment.cjs). */
  var nextTurn: () => Promise<void>;
}

/** Lets requests, their answers and what follows from them pass, without moving a faked clock. */
export async function settle(turns = 60): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await act(() => globalThis.nextTurn());
}
