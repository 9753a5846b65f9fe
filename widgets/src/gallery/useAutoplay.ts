import { type RefObject, useEffect, useState } from 'react';
import { useListener } from '../ui/useListener.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';

/** The visitor asked for stillness. */
export const wantsStillness = (): boolean => window.matchMedia(REDUCED).matches;

export type Autoplay = {
  /** Set to go on by itself; a pause button shows and changes it. */
  on: boolean;
  /** Going on right now: not while the pointer or the focus is inside, nor on a hidden page. */
  running: boolean;
  toggle: () => void;
};

/**
 * One step after `seconds`, again and again (W-204), but not under a hand or with the focus in `around`.
 * For a visitor who asks for less motion it stands still until it is started.
 */
export function useAutoplay(
  around: RefObject<HTMLElement | null>,
  wanted: boolean,
  seconds: number,
  place: number,
  step: () => void,
): Autoplay {
  const [on, setOn] = useState(() => wanted && !wantsStillness());
  const [held, hold] = useState(false);
  const [hidden, setHidden] = useState(() => document.hidden);
  const running = on && !held && !hidden;
  // A finger that touches to swipe goes away again without leaving.
  useListener(around, 'pointerenter', ({ pointerType }) => pointerType !== 'touch' && hold(true));
  useListener(around, 'pointerleave', () => hold(false));
  useListener(around, 'focusin', () => hold(true));
  useListener(around, 'focusout', () => hold(false));

  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture that came forward by hand stands its whole time
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(step, seconds * 1000);
    return () => clearTimeout(timer);
  }, [running, seconds, place, step]);

  return { on, running, toggle: () => setOn(!on) };
}
