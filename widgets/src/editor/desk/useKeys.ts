import { type RefObject, useEffect } from 'react';

/** Keys that are pressed inside a part of the page. */
export function useKeys(part: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  // The part is drawn anew with everything it shows: what listens is always of the last drawing.
  useEffect(() => {
    const element = part.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
}

/** Whether keys are letters there. */
export const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox') || target instanceof HTMLTextAreaElement;
