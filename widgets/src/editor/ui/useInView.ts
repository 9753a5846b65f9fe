import { type RefObject, useEffect } from 'react';

/** What is chosen in a row that is scrolled. */
const CHOSEN = '[aria-selected="true"],[aria-current="page"]';

/** Scrolls a row to what is chosen in it, at the beginning and whenever that is another. */
export function useInView(row: RefObject<HTMLElement | null>, chosen: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other choice
  useEffect(() => {
    // The row is drawn after what it is made of.
    const frame = requestAnimationFrame(() =>
      row.current?.querySelector(CHOSEN)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
}
