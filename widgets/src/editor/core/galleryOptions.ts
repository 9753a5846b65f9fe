/** The options of a gallery, with their defaults and ranges (the generator reads the same). */
export const DESIGNS = ['grid', 'slideshow', 'slider', 'stacked'] as const;
export type Design = (typeof DESIGNS)[number];

type Flag = { kind: 'flag'; name: string; default: boolean; of?: readonly Design[] };
type Whole = {
  kind: 'whole';
  name: string;
  default: number;
  least: number;
  most: number;
  unit?: string;
  of?: readonly Design[];
};
type Word = { kind: 'word'; name: string; default: string; words: readonly string[]; of?: readonly Design[] };
export type GalleryOption = Flag | Whole | Word;

const SLIDES: readonly Design[] = ['slideshow', 'slider'];

export const RATIOS = [
  'square',
  'standard',
  'standard-vertical',
  'four-three',
  'four-three-vertical',
  'sixteen-nine',
  'anamorphic-widescreen',
  'original',
] as const;

export const OPTIONS: readonly GalleryOption[] = [
  { kind: 'flag', name: 'autoplay', default: false, of: SLIDES },
  { kind: 'whole', name: 'autoplay-duration', default: 5, least: 1, most: 10, unit: 's', of: SLIDES },
  { kind: 'flag', name: 'controls', default: false, of: SLIDES },
  { kind: 'flag', name: 'auto-crop', default: true },
  { kind: 'word', name: 'aspect-ratio', default: 'square', words: RATIOS },
  { kind: 'flag', name: 'square-thumbs', default: true, of: ['grid'] },
  { kind: 'flag', name: 'thumbnails', default: false, of: SLIDES },
  { kind: 'whole', name: 'thumbnail-strip-height', default: 80, least: 0, most: 200, unit: 'px', of: SLIDES },
  { kind: 'whole', name: 'thumbnail-strip-margin', default: 20, least: 0, most: 60, unit: 'px', of: SLIDES },
  { kind: 'flag', name: 'show-meta-basic', default: true },
  { kind: 'flag', name: 'show-meta', default: true },
  { kind: 'flag', name: 'show-meta-only-title', default: false },
  {
    kind: 'word',
    name: 'meta-position',
    default: 'bottom',
    words: ['bottom', 'top', 'top-left', 'top-right', 'center', 'bottom-left', 'bottom-right'],
  },
  { kind: 'flag', name: 'show-meta-on-hover', default: false },
  { kind: 'word', name: 'active-alignment', default: 'center', words: ['center', 'left', 'right'], of: ['slider'] },
  { kind: 'whole', name: 'thumbnails-per-row', default: 4, least: 1, most: 10, of: ['grid'] },
  { kind: 'whole', name: 'padding', default: 20, least: 0, most: 50, unit: 'px' },
  { kind: 'flag', name: 'lightbox', default: false },
  { kind: 'word', name: 'lightboxTheme', default: 'dark', words: ['dark', 'light'] },
  { kind: 'whole', name: 'max-width', default: 300, least: 100, most: 300, unit: 'px', of: ['grid'] },
  { kind: 'flag', name: 'newWindow', default: false },
  { kind: 'flag', name: 'transparentBackground', default: false },
  { kind: 'flag', name: 'indicators', default: false, of: SLIDES },
];

/** The option that a design has an eye for. */
export const optionsOf = (design: Design): readonly GalleryOption[] =>
  OPTIONS.filter((option) => option.of === undefined || option.of.includes(design));

/** A number as the option allows it: what lies outside takes the nearer end (E-116…E-121). */
export function clamped(option: { least: number; most: number; default: number }, wanted: number): number {
  if (Number.isNaN(wanted)) return option.default;
  return Math.min(option.most, Math.max(option.least, Math.round(wanted)));
}

/** Where the text over a picture may stand, row by row (E-122). */
export const ANCHORS = [
  'top-left',
  'top-center',
  'top-right',
  'center-left',
  'center',
  'center-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const;
export type Anchor = (typeof ANCHORS)[number];

/** What a gallery is made of (E-054). */
export const MEDIA = ['imageEmpty', 'imageFile', 'imageLicensed', 'imageReused', 'assetReused', 'video'] as const;
export type MediaType = (typeof MEDIA)[number];
