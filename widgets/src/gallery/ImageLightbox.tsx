import { useEffect, useRef, useState } from 'react';
import { turn } from '../domain/gallery.ts';
import { text } from '../text/text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { CarouselControls } from './CarouselControls.tsx';
import { type Figure, titleOf } from './figures.ts';
import styles from './ImageLightbox.module.css';

type Props = {
  figures: readonly Figure[];
  /** The place of the picture that was clicked. */
  first: number;
  theme: 'dark' | 'light';
  label: string;
  onClose: () => void;
};

/** One picture, large, over the page; arrows, keys and swipes go on to the next (W-208). */
export default function ImageLightbox({ figures, first, theme, label, onClose }: Props) {
  const [place, setPlace] = useState(first);
  const row = useRef<HTMLDivElement>(null);
  const count = figures.length;
  const figure = figures[place];

  useEffect(() => {
    row.current?.children[first]?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [first]);
  const show = (next: number) => {
    setPlace(next);
    row.current?.children[next]?.scrollIntoView({ inline: 'center', block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const forward = getComputedStyle(row.current ?? document.body).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (!/^Arrow(Left|Right)$/.test(event.key)) return;
    event.preventDefault();
    show(turn(place, event.key === forward ? 1 : -1, count));
  };
  const settle = () => {
    const el = row.current;
    if (el?.clientWidth) setPlace(Math.round(Math.abs(el.scrollLeft) / el.clientWidth));
  };
  if (!figure) return null;

  return (
    <Dialog
      bare
      title={label}
      hideTitle
      closeLabel={text('cartCloseText')}
      theme={theme}
      closeOnOutside
      onClose={onClose}
      onKeyDown={press}
    >
      <div ref={row} className={styles.row} onScrollEnd={settle}>
        {figures.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a gallery keep their places
          <div key={at} className={styles.slide} aria-hidden={at !== place || undefined}>
            <img
              src={each.image?.getAttribute('src') ?? undefined}
              srcSet={each.image?.getAttribute('srcset') ?? undefined}
              sizes="100vw"
              width={each.image?.getAttribute('width') ?? undefined}
              height={each.image?.getAttribute('height') ?? undefined}
              alt={titleOf(each) || text('galleryPicture', { n: at + 1 })}
              loading={Math.abs(at - place) < 2 ? 'eager' : 'lazy'}
              decoding="async"
            />
          </div>
        ))}
      </div>
      <CarouselControls autoplay={null} arrows={count > 1} onStep={(by) => show(turn(place, by, count))} />
      <p role="status" className={styles.caption}>
        <span className={styles.place}>{text('galleryPlace', { n: place + 1, count })}</span>
        {figure.caption ? <span>{figure.caption}</span> : null}
      </p>
    </Dialog>
  );
}
