import { useEffect, useRef } from 'react';
import { tween } from '../platform/tween.ts';
import { text } from '../text/text.ts';
import { type Figure, titleOf } from './figures.ts';
import styles from './Gallery.module.css';
import { wantsStillness } from './useAutoplay.ts';

type Props = { figures: readonly Figure[]; place: number; onShow: (place: number) => void };

/** A strip of small pictures under the large one (W-206): 80 px high unless the owner says else. */
export function Thumbnails({ figures, place, onShow }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = strip.current;
    const current = row?.children[place] as HTMLElement | undefined;
    if (!row || !current) return;
    const left = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
    const draw = (value: number) => {
      row.scrollLeft = value;
    };
    if (wantsStillness()) return draw(left);
    return tween(row.scrollLeft, left, draw);
  }, [place]);
  return (
    <div ref={strip} className={`loggia-gallery-strip ${styles.strip}`}>
      {figures.map((figure, at) => {
        const title = titleOf(figure);
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a gallery keep their places
            key={at}
            type="button"
            className={styles.thumbnail}
            aria-label={
              title ? text('galleryThumbnail', { n: at + 1, title }) : text('galleryThumbnailUntitled', { n: at + 1 })
            }
            aria-current={at === place || undefined}
            onClick={() => onShow(at)}
          >
            <img
              src={
                (figure.image ?? figure.element.querySelector('video'))?.getAttribute(
                  figure.image ? 'src' : 'poster',
                ) ?? undefined
              }
              srcSet={figure.image?.getAttribute('srcset') ?? undefined}
              sizes="120px"
              style={{ objectPosition: figure.image?.style.objectPosition || undefined }}
              alt=""
              loading="lazy"
              decoding="async"
            />
          </button>
        );
      })}
    </div>
  );
}
