import { useEffect, useState } from 'react';

const REDUCED = '(prefers-reduced-motion: reduce)';

/** The visitor asked for stillness. */
export const wantsStillness = (): boolean => window.matchMedia(REDUCED).matches;

export type Autoplay = {
  /** Set to go on by itself; a pause button shows and changes it. */
  on: boolean;
  /** Going on right now: not while the pointer or the focus is inside, nor on a hidden page. */
  running: boolean;
  toggle: () => void;
  hold: (held: boolean) => void;
};

/** One step after `seconds`, again and again (W-204). Whoever asks for less motion starts still, and may start it. */
export function useAutoplay(wanted: boolean, seconds: number, place: number, step: () => void): Autoplay {
  const [on, setOn] = useState(() => wanted && !wantsStillness());
  const [held, hold] = useState(false);
  const [hidden, setHidden] = useState(() => document.hidden);
  const running = on && !held && !hidden;

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

  return { on, running, toggle: () => setOn(!on), hold };
}
