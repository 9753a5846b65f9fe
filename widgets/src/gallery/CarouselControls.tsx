import { text } from '../text/text.ts';
import styles from './Gallery.module.css';
import type { Autoplay } from './useAutoplay.ts';

type Props = { autoplay: Autoplay | null; arrows: boolean; onStep: (by: 1 | -1) => void };

const icon = (path: string) => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

/** Pause first, so that it is reached first; then back and forward (W-205). */
export function CarouselControls({ autoplay, arrows, onStep }: Props) {
  return (
    <>
      {autoplay ? (
        <button
          type="button"
          className={`${styles.control} ${styles.pause}`}
          aria-label={text(autoplay.on ? 'galleryPause' : 'galleryPlay')}
          onClick={autoplay.toggle}
        >
          {icon(autoplay.on ? 'M9 6v12M15 6v12' : 'M8 6l10 6-10 6z')}
        </button>
      ) : null}
      {arrows ? (
        <>
          <button
            type="button"
            className={`${styles.control} ${styles.previous}`}
            aria-label={text('galleryPrevious')}
            onClick={() => onStep(-1)}
          >
            {icon('M15 5l-7 7 7 7')}
          </button>
          <button
            type="button"
            className={`${styles.control} ${styles.next}`}
            aria-label={text('galleryNext')}
            onClick={() => onStep(1)}
          >
            {icon('M9 5l7 7-7 7')}
          </button>
        </>
      ) : null}
    </>
  );
}
