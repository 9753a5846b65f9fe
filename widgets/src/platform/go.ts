/** Leaves for another page. One place, so that tests see where and an editor's frame can take over. */
export const place = {
  assign: (url: string): void => {
    window.location.assign(url);
  },
  reload: (): void => {
    window.location.reload();
  },
};

/** What the editor's script puts into the pages of its frame (generator/builtin/editor/frame.js). */
type EditorFrame = { setFrameUrl?: (url: string) => void };

const setFrameUrl = () => (window as { loggiaEditor?: EditorFrame }).loggiaEditor?.setFrameUrl;

/** Goes to a page of the site; inside an editor frame the frame's URL is set instead (W-069). */
export function goTo(url: string): void {
  (setFrameUrl() ?? place.assign)(url);
}

/** Where a click on a link must be taken over, because an editor frames the page. */
export const isFramedByEditor = (): boolean => !!setFrameUrl();
