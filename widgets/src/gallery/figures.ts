import { text } from '../text/text.ts';

/** A picture of a gallery, as it stands in the page. */
export type Figure = {
  /** The element itself: it is moved, never drawn again, so that no picture loads twice. */
  element: HTMLElement;
  image: HTMLImageElement;
  alt: string;
  caption: string;
  /** Where a click on the picture leads, when the owner set it. */
  link: HTMLAnchorElement | null;
};

/** The pictures of a gallery; what holds no picture is left out. */
export function figuresOf(el: ParentNode): Figure[] {
  return [...el.querySelectorAll<HTMLElement>('figure')].flatMap((element) => {
    const image = element.querySelector('img');
    if (!image) return [];
    const caption = element.querySelector('figcaption')?.textContent?.trim() ?? '';
    return [{ element, image, alt: image.alt, caption, link: element.querySelector('a') }];
  });
}

/** What a picture is called: its text, else its caption; empty when it has neither. */
export const titleOf = ({ alt, caption }: Figure): string => alt || caption;

/** What a picture that opens is called. */
export function openLabel(figure: Figure, place: number): string {
  const title = titleOf(figure);
  return title ? text('galleryOpen', { n: place + 1, title }) : text('galleryOpenUntitled', { n: place + 1 });
}
