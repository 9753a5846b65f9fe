/** How far above its target a scroll ends (W-014). Pixels. */
const SCROLL_OFFSET = 30;

/** Scrolls so that the target stands a little below the window's edge; at once for those who asked for less motion. */
export function scrollToElement(target: Element): void {
  const page = document.documentElement;
  const top = target.getBoundingClientRect().top + page.scrollTop - SCROLL_OFFSET;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  page.scrollTo({ top, behavior: still ? 'auto' : 'smooth' });
}
