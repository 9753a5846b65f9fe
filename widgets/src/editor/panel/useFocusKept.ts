import { type RefObject, useEffect } from 'react';

/** What can take the focus for something in it that is gone: a part that says what it is. */
const PARTS = 'section, article, fieldset, [role="tabpanel"]';

const partsAround = (element: Element, within: HTMLElement): HTMLElement[] => {
  const part = element.parentElement?.closest<HTMLElement>(PARTS);
  return part && within.contains(part) ? [part, ...partsAround(part, within)] : [];
};

/**
 * Keeps the focus where the work is. What is pressed may go with what it did (an order that is sent has no "send" any more): the
 * nearest part around it that is still there takes the focus then. Without that the keyboard begins again at the top of the page,
 * and who hears the page is told nothing.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = place.current;
    if (!within) return;
    let last: { element: HTMLElement; around: HTMLElement[] } | undefined;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last = { element: target, around: partsAround(target, within) };
    };
    const look = () => {
      if (!last) return;
      const { element, around } = last;
      const holder = document.activeElement;
      if (holder && holder !== document.body && holder !== element) return;
      // It is there and works: the focus was taken from it on purpose.
      if (element.isConnected && !element.matches(':disabled')) return;
      const part = around.find(({ isConnected }) => isConnected) ?? within;
      if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
      part.focus({ preventScroll: true });
    };
    // What takes the focus by itself does so first.
    const observer = new MutationObserver(() => requestAnimationFrame(look));
    observer.observe(within, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    within.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      within.removeEventListener('focusin', note);
    };
  }, [place]);
}
