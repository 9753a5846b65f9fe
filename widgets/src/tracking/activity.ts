import { EVENT } from './events.ts';

/** While its visitor is there, a page says so this often (K-029). Milliseconds. */
export const HEARTBEAT_MS = 30_000;

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'];

/** A heartbeat each half minute in which the tab was visible and the visitor did something (K-028, K-029). */
export function heartbeat(beat: () => void, signal: AbortSignal): void {
  let active = true; // opening the page was something
  const act = () => {
    active = true;
  };
  for (const sign of SIGNS) document.addEventListener(sign, act, { signal, passive: true, capture: true });
  const timer = setInterval(() => {
    if (active && document.visibilityState === 'visible') {
      active = false;
      beat();
    }
  }, HEARTBEAT_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/**
 * Each audio and video is counted when it is first played (K-030, K-031). A silent film that plays by itself behind a
 * page is decoration, not a play.
 */
export function plays(play: (event: number, source: string) => void, signal: AbortSignal): void {
  const seen = new WeakMap<EventTarget, string>();
  const count = (media: HTMLMediaElement) => {
    const source = media.currentSrc || media.src;
    if ((media.autoplay && media.muted) || seen.get(media) === source) return;
    seen.set(media, source);
    play(media.tagName === 'VIDEO' ? EVENT.video : EVENT.audio, source);
  };
  // `play` does not bubble.
  document.addEventListener('play', ({ target }) => count(target as HTMLMediaElement), { signal, capture: true });
  for (const media of document.querySelectorAll<HTMLMediaElement>('audio,video')) if (!media.paused) count(media);
}
