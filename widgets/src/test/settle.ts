import { act } from '@testing-library/react';

declare global {
  /** A turn of node's own loop (environment.cjs). */
  var nextTurn: () => Promise<void>;
}

/** How many turns of the event loop nothing may change for a page to count as at rest. */
const QUIET = 60;
const MOST = 2000;

/** What stands on the page, and where the focus is. */
const look = () => `${document.activeElement?.outerHTML.length ?? 0} ${document.body.innerHTML}`;

/**
 * Lets answers arrive and effects run: turns of the event loop until the page has been the same for a while.
 * It counts turns, not time, so that a busy machine waits as long as it needs.
 */
export async function settle(quiet = QUIET): Promise<void> {
  let seen = '';
  for (let turn = 0, same = 0; same < quiet && turn < MOST; turn += 1) {
    await act(() => globalThis.nextTurn());
    const now = look();
    same = now === seen ? same + 1 : 0;
    seen = now;
  }
}
