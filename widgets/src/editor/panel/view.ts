import { atom } from 'nanostores';
import type { Session } from '../state/session.ts';

/** How wide the site is shown (E-008). */
export const DEVICES = ['desktop', 'tablet', 'phone'] as const;
export type Device = (typeof DEVICES)[number];
/** Pixels; a phone is narrower than the site's own breakpoint of 432. */
export const WIDTHS: Record<Device, number | undefined> = { desktop: undefined, tablet: 768, phone: 390 };

export const $device = atom<Device>('desktop');
/** Whether a click in the site edits what is clicked, or does what it does for visitors. */
export const $editing = atom(true);
/** Whether a text is being written on the page itself: meanwhile it is not shown anew. */
export const $writing = atom(false);
/** Grows with every click on the page that asks for a field. */
export const $asked = atom(0);
/** The page that the frame shows, from the root of the site. */
export const $page = atom('/');
/** On a narrow screen one sees either the panel or the site. */
export const $narrow = atom<'panel' | 'site'>('panel');

/** The page of an item, or of a list by itself, from the root of the site. */
export const pageOf = (list: string, urlId?: string): string =>
  urlId === undefined ? list : `${list === '/' ? '' : list}/${urlId}`;

/** The longest that a page waits for the build that brings it, once it is saved: the preview has it before. Milliseconds. */
const BUILD_MS = 3000;

/**
 * Shows a page that is not there yet: as soon as it is saved and the site is built. A build that ends before it is saved
 * is one of something else; where none ends, as in a site with errors, the page is shown all the same.
 */
export function showOnceBuilt({ $built, $saving }: Pick<Session, '$built' | '$saving'>, page: string): void {
  const afterSaved = () => {
    const show = () => {
      stop();
      clearTimeout(timer);
      $page.set(page);
    };
    const stop = $built.listen(show);
    const timer = setTimeout(show, BUILD_MS);
  };
  if ($saving.get().is === 'saved') {
    afterSaved();
    return;
  }
  const stop = $saving.listen(({ is }) => {
    if (is !== 'saved') return;
    stop();
    afterSaved();
  });
}

/** Where something on a page comes from: `data-loggia-edit="<file>#<pointer>"`. */
export type Source = { path: string; pointer: string };

export function sourceOf(attribute: string): Source | undefined {
  const hash = attribute.indexOf('#');
  return hash < 1 ? undefined : { path: attribute.slice(0, hash), pointer: attribute.slice(hash + 1) };
}

/** The address of the frame: a page of the site, asked for as the editor sees it; the front page for what is elsewhere. */
export function frameAddress(previewUrl: string, page: string, here: string): string {
  const preview = new URL(previewUrl, here);
  const there = new URL(page, preview);
  const wanted = there.origin === preview.origin ? there : new URL('/', preview);
  for (const [name, value] of preview.searchParams) wanted.searchParams.set(name, value);
  return wanted.href;
}

/** What is opened when something on the page is clicked. */
export function placeFor({ path, pointer }: Source): { path: string; params: Record<string, string> } {
  if (path.startsWith('forms/')) return { path: 'website/forms', params: { form: path, at: pointer } };
  if (path.startsWith('template/')) return { path: 'website/code', params: { file: path } };
  if (path === 'site.json') {
    const menu = /^\/navigation\/([^/]+)/.exec(pointer)?.[1];
    if (menu) return { path: 'website/pages', params: { menu } };
    return { path: 'website/settings', params: { at: pointer } };
  }
  return { path: 'website/pages', params: { file: path, at: pointer } };
}
