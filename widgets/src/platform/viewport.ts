/** Widths of the layouts (spec §2). Pixels. There are two: the tablet query never matches (W-006…W-009). */
export const MOBILE_UP_TO = 432;
export const SUB_DESKTOP_UP_TO = 991;

export const QUERIES = {
  mobile: `(max-width: ${MOBILE_UP_TO}px)`,
  desktop: `(min-width: ${MOBILE_UP_TO + 1}px)`,
  tablet: 'not all',
  subDesktop: `(max-width: ${SUB_DESKTOP_UP_TO}px)`,
} as const;

export type Layout = keyof typeof QUERIES;

export const isLayout = (layout: Layout): boolean => window.matchMedia(QUERIES[layout]).matches;

/** How long after the last resize the listeners hear of it (spec §9; W-010). Milliseconds. */
export const RESIZE_QUIET_MS = 100;

/** Calls back once after each burst of resizes; answers how to stop. */
export function onResize(heard: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resized = () => {
    clearTimeout(timer);
    timer = setTimeout(heard, RESIZE_QUIET_MS);
  };
  window.addEventListener('resize', resized);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', resized);
  };
}

/** How far above its target a scroll ends (spec §9; W-014). Pixels. */
export const SCROLL_OFFSET = 30;

/** Scrolls so that the target stands a little below the window's edge; at once for those who asked for less motion. */
export function scrollToElement(target: Element, scroller: Element = document.documentElement): void {
  const top = target.getBoundingClientRect().top + scroller.scrollTop - SCROLL_OFFSET;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  scroller.scrollTo({ top, behavior: still ? 'auto' : 'smooth' });
}
