/* eslint-disable jsx-a11y-x/no-noninteractive-element-interactions, jsx-a11y-x/no-noninteractive-tabindex -- the row scrolls, so it takes the focus and the arrow keys; a hand or a focus inside holds it still */
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type GalleryOptions, turn } from '../domain/gallery.ts';
import { text } from '../text/text.ts';
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
  const track = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const count = figures.length;
  const { activeAlignment } = options;

  const show = useCallback(
    (next: number) => {
      setPlace(next);
      const slide = figures[next]?.element;
      if (!track.current || !slide) return;
      const left = offsetOf(track.current, slide, activeAlignment);
      track.current.scrollTo({ left, behavior: wantsStillness() ? 'auto' : 'smooth' });
    },
    [figures, activeAlignment],
  );
  const step = useCallback(() => show(turn(place, 1, count)), [show, place, count]);
  const autoplay = useAutoplay(options.autoplay, options.autoplayDuration, place, step);

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
  const press = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const by = event.key === forward ? 1 : /^Arrow(Left|Right)$/.test(event.key) ? -1 : 0;
    const end = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : null;
    if (!by && end === null) return;
    event.preventDefault();
    show(end ?? turn(place, by, count));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group by its pattern, and no fieldset
    <div
      role="group"
      aria-roledescription={text('galleryCarousel')}
      aria-label={label}
      className={styles.carousel}
      onPointerEnter={(event) => event.pointerType !== 'touch' && autoplay.hold(true)}
      onPointerLeave={() => autoplay.hold(false)}
      onFocus={() => autoplay.hold(true)}
      onBlur={() => autoplay.hold(false)}
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
        onKeyDown={press}
        onScrollEnd={settle}
      />
      <p role="status" aria-live={autoplay.running ? 'off' : 'polite'} className="loggia-visually-hidden">
        {text('galleryPlace', { n: place + 1, count })}
      </p>
      {options.thumbnails && count > 1 ? <Thumbnails figures={figures} place={place} onShow={show} /> : null}
    </div>
  );
}
