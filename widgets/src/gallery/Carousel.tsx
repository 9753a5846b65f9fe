import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type GalleryOptions, turn } from '../domain/gallery.ts';
import { onResize } from '../platform/resize.ts';
import { text } from '../text/text.ts';
import { useListener } from '../ui/useListener.ts';
import { CarouselControls } from './CarouselControls.tsx';
import type { Figure } from './figures.ts';
import styles from './Gallery.module.css';
import { Thumbnails } from './Thumbnails.tsx';
import { useAutoplay, wantsStillness } from './useAutoplay.ts';

type Props = { options: GalleryOptions; figures: readonly Figure[]; label: string };

/** How far the track is scrolled for a slide to stand where it belongs. Pixels from the start, whatever the direction. */
function offsetOf(track: HTMLElement, slide: HTMLElement, alignment: GalleryOptions['activeAlignment']): number {
  const start = slide.offsetLeft - track.offsetLeft;
  const space = track.clientWidth - slide.offsetWidth;
  return start - (alignment === 'left' ? 0 : alignment === 'right' ? space : space / 2);
}

/**
 * A row of pictures, one of them forward (APG carousel; W-204…W-206). The row is a scroller: a swipe is the browser's own,
 * and the pictures are reached without any script.
 */
export function Carousel({ options, figures, label }: Props) {
  const carousel = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const count = figures.length;
  const { activeAlignment } = options;

  const scrollTo = useCallback(
    (at: number, behavior: ScrollBehavior) => {
      const slide = figures[at]?.element;
      if (!track.current || !slide) return;
      track.current.scrollTo({ left: offsetOf(track.current, slide, activeAlignment), behavior });
    },
    [figures, activeAlignment],
  );
  const show = useCallback(
    (next: number) => {
      setPlace(next);
      scrollTo(next, wantsStillness() ? 'auto' : 'smooth');
    },
    [scrollTo],
  );
  // Pictures of another width stand elsewhere: the one that is forward stays so when the window changes.
  useEffect(() => onResize(() => scrollTo(place, 'auto')), [scrollTo, place]);
  const step = useCallback(() => show(turn(place, 1, count)), [show, place, count]);
  const autoplay = useAutoplay(carousel, options.autoplay, options.autoplayDuration, place, step);

  useLayoutEffect(() => {
    track.current?.replaceChildren(...figures.map(({ element }) => element));
  }, [figures]);
  useLayoutEffect(() => {
    figures.forEach(({ element }, at) => {
      element.setAttribute('aria-roledescription', text('gallerySlide'));
      element.setAttribute('aria-label', text('galleryPlace', { n: at + 1, count }));
      element.toggleAttribute('data-active', at === place);
    });
  }, [figures, count, place]);

  /** A swipe came to rest: the slide nearest to its place is the one that is forward. */
  const settle = () => {
    const el = track.current;
    if (!el?.clientWidth) return;
    const away = figures.map(({ element }) => Math.abs(offsetOf(el, element, activeAlignment) - el.scrollLeft));
    setPlace(away.indexOf(Math.min(...away)));
  };
  useListener(track, 'keydown', (event) => {
    const forward = getComputedStyle(track.current ?? document.body).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const by = event.key === forward ? 1 : /^Arrow(Left|Right)$/.test(event.key) ? -1 : 0;
    const end = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : null;
    if (!by && end === null) return;
    event.preventDefault();
    show(end ?? turn(place, by, count));
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group by its pattern, and no fieldset
    <div
      ref={carousel}
      role="group"
      aria-roledescription={text('galleryCarousel')}
      aria-label={label}
      className={styles.carousel}
    >
      <CarouselControls
        autoplay={options.autoplay ? autoplay : null}
        arrows={options.controls && count > 1}
        onStep={(by) => show(turn(place, by, count))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark of the page */}
      <div
        ref={track}
        className="loggia-gallery-track"
        role="region"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        data-replay="track"
        onScrollEnd={settle}
      />
      <p role="status" aria-live={autoplay.running ? 'off' : 'polite'} className="loggia-visually-hidden">
        {text('galleryPlace', { n: place + 1, count })}
      </p>
      {options.thumbnails && count > 1 ? <Thumbnails figures={figures} place={place} onShow={show} /> : null}
    </div>
  );
}
