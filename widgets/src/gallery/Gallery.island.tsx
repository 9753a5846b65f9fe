import { galleryOptions, needsScript } from '../domain/gallery.ts';
import type { Read } from '../island.ts';
import { figuresOf } from './figures.ts';
import { Gallery } from './Gallery.tsx';

type Props = Parameters<typeof Gallery>[0];

const optionsIn = (json: string | undefined): Record<string, unknown> => {
  try {
    return JSON.parse(json ?? '{}') as Record<string, unknown>;
  } catch {
    return {}; // options that cannot be read: the defaults
  }
};

/** Stands on `data-widget="gallery"` with `data-design` and `data-options`; a gallery that only shows stays plain markup. */
export const read: Read<Props> = (el) => {
  const options = galleryOptions(optionsIn(el.dataset.options), el.dataset.design);
  const figures = figuresOf(el);
  if (figures.length === 0 || !needsScript(options)) return null;
  const label = el.getAttribute('aria-label') || undefined;
  // The widget has its own region and its own stop for the Tab key, inside.
  for (const name of ['role', 'tabindex', 'aria-label']) el.removeAttribute(name);
  return { options, figures, label };
};
export default Gallery;
