import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rows that are drawn above and below those that are seen. */
const BESIDE = 8;
/** A list whose height is not known yet draws so many. */
const UNKNOWN = 600;

type Part = { first: number; last: number };

/** Which rows are drawn: those that are seen, and some beside. `height` is of one, in pixels. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, height: number) {
  const [part, setPart] = useState<Part>({ first: 0, last: Math.ceil(UNKNOWN / height) });
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const seen = element.clientHeight || UNKNOWN;
    const first = Math.max(0, Math.floor(element.scrollTop / height) - BESIDE);
    const last = Math.ceil((element.scrollTop + seen) / height) + BESIDE;
    setPart((was) => {
      // A row more or less at the far end is no reason to draw anew.
      const isNear = Math.abs(was.first - first) < BESIDE / 2 && Math.abs(was.last - last) < BESIDE / 2;
      return isNear && (first > 0 || was.first === 0) ? was : { first, last };
    });
  }, [scroller, height]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller, look]);
  return { first: Math.min(part.first, count), last: Math.min(part.last, count), look };
}
