/** How a gallery stands (W-203). */
export type GalleryDesign = 'grid' | 'slideshow' | 'slider' | 'stacked';

/** The options of a gallery that its widget acts on; what only changes the look is the style sheet's. */
export type GalleryOptions = {
  design: GalleryDesign;
  autoplay: boolean;
  /** Seconds a picture stands. */
  autoplayDuration: number;
  controls: boolean;
  thumbnails: boolean;
  lightbox: boolean;
  lightboxTheme: 'dark' | 'light';
  newWindow: boolean;
  activeAlignment: 'left' | 'center' | 'right';
};

/** Seconds between two slides: the default and the range (W-204). */
export const AUTOPLAY_SECONDS = { default: 5, least: 1, most: 10 } as const;

const DESIGNS: readonly GalleryDesign[] = ['grid', 'slideshow', 'slider', 'stacked'];
const oneOf = <T>(values: readonly T[], asked: unknown): T =>
  values.find((value) => value === asked) ?? (values[0] as T);

function seconds(asked: unknown): number {
  const { least, most } = AUTOPLAY_SECONDS;
  const given = typeof asked === 'number' ? asked : AUTOPLAY_SECONDS.default;
  return Math.min(most, Math.max(least, given));
}

/** The options as the page writes them, every missing one at its default. */
export function galleryOptions(written: Record<string, unknown>, design?: string): GalleryOptions {
  const alignment = ['center', 'left', 'right'] as const;
  return {
    design: oneOf(DESIGNS, design ?? written.design),
    autoplay: written.autoplay === true,
    autoplayDuration: seconds(written['autoplay-duration']),
    controls: written.controls === true,
    thumbnails: written.thumbnails === true,
    lightbox: written.lightbox === true,
    lightboxTheme: oneOf(['dark', 'light'] as const, written.lightboxTheme),
    newWindow: written.newWindow === true,
    activeAlignment: oneOf(alignment, written['active-alignment']),
  };
}

/** Whether one picture after the other comes forward. */
export const isCarousel = ({ design }: Pick<GalleryOptions, 'design'>): boolean =>
  design === 'slideshow' || design === 'slider';

/** Whether a gallery does anything at all: a grid of pictures needs no script. */
export const needsScript = (options: GalleryOptions): boolean => options.lightbox || isCarousel(options);

/** The place before or after, round the corner. */
export const turn = (place: number, by: number, count: number): number =>
  count === 0 ? 0 : (((place + by) % count) + count) % count;
