import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type GalleryOptions, isCarousel } from '../domain/gallery.ts';
import { GALLERY_TEXTS } from '../text/catalogue/gallery.ts';
import { addTexts, text } from '../text/text.ts';
import { Carousel } from './Carousel.tsx';
import { type Figure, openLabel, opens } from './figures.ts';

addTexts(GALLERY_TEXTS);

const ImageLightbox = lazy(() => import('./ImageLightbox.tsx'));

type Props = {
  options: GalleryOptions;
  figures: readonly Figure[];
  /** The gallery's name for screen readers. */
  label?: string | undefined;
};

/** Pictures that open large, one after the other, or both (W-203…W-209). The page's own figures are kept. */
export function Gallery({ options, figures, label = text('galleryLabel') }: Props) {
  const [shown, setShown] = useState<number | null>(null);
  const close = useCallback(() => setShown(null), []);
  useOpenable(options, figures, setShown);
  return (
    <>
      {isCarousel(options) ? (
        <Carousel options={options} figures={figures} label={label} />
      ) : (
        <Pictures figures={figures} />
      )}
      {shown === null ? null : (
        <Suspense fallback={null}>
          <ImageLightbox
            figures={figures.filter(opens)}
            first={figures.slice(0, shown).filter(opens).length}
            theme={options.lightboxTheme}
            label={label}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

/** The page's own figures, where they stood. */
function Pictures({ figures }: { figures: readonly Figure[] }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...figures.map(({ element }) => element)), [figures]);
  return <div ref={place} className="loggia-gallery-pictures" />;
}

/** Links as the owner asked, and pictures without one that open in the lightbox by click, Enter or Space (W-208, W-209). */
function useOpenable(options: GalleryOptions, figures: readonly Figure[], open: (place: number) => void) {
  useEffect(() => {
    const stop = new AbortController();
    figures.forEach((figure, place) => {
      const { image, link } = figure;
      if (link && options.newWindow) {
        link.target = '_blank';
        link.rel = 'noopener';
      }
      if (options.lightbox && image && opens(figure)) {
        image.setAttribute('role', 'button');
        image.tabIndex = 0;
        image.setAttribute('aria-label', openLabel(figure, place));
        image.setAttribute('aria-haspopup', 'dialog');
        // The press may have begun before the picture could take the focus, which comes back here when the dialog closes.
        const show = () => {
          image.focus({ preventScroll: true });
          open(place);
        };
        image.addEventListener('click', show, stop);
        const press = (event: KeyboardEvent) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          show();
        };
        image.addEventListener('keydown', press, stop);
      }
    });
    return () => stop.abort();
  }, [options, figures, open]);
}
