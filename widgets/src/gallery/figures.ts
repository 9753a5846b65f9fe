import { text } from '../text/text.ts';

/** One of a gallery, as it stands in the page: a picture, or a film among pictures. */
export type Figure = {
  /** The element itself: it is moved, never drawn again, so that no picture loads twice. */
  element: HTMLElement;
  /** A film of the site's own has none. */
  image: HTMLImageElement | null;
  alt: string;
  caption: string;
  /** A click on it does something already: it leads where the owner chose, or plays. */
  link: HTMLAnchorElement | null;
  film: boolean;
};

/** What stands in a gallery. */
export function figuresOf(el: ParentNode): Figure[] {
  return [...el.querySelectorAll<HTMLElement>('figure')].map((element) => {
    const image = element.querySelector('img');
    const film = element.querySelector('video, [data-widget=video], .sqs-video-wrapper') !== null;
    const caption = element.querySelector('figcaption')?.textContent?.trim() ?? '';
    return { element, image, alt: image?.alt ?? '', caption, link: element.querySelector('a'), film };
  });
}

/** What a picture is called: its text, else its caption; empty when it has neither. */
export const titleOf = ({ alt, caption }: Figure): string => alt || caption;

/** Whether a picture opens large: films and pictures with a link do something else. */
export const opens = ({ image, link, film }: Figure): boolean => image !== null && link === null && !film;

/** What a picture that opens is called. */
export function openLabel(figure: Figure, place: number): string {
  const title = titleOf(figure);
  return title ? text('galleryOpen', { n: place + 1, title }) : text('galleryOpenUntitled', { n: place + 1 });
}
