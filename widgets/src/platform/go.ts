/** Leaves for another page. One place, so that tests see where and an editor's frame can be told instead. */
export const place = {
  assign: (url: string): void => {
    window.location.assign(url);
  },
  reload: (): void => {
    window.location.reload();
  },
};

/** What an editor that frames the site offers to the pages in it. */
type EditorFrame = { setFrameUrl?: (url: string) => void };

/** The editor's frame around this page, if it stands in one of the same origin. */
function editorFrame(): EditorFrame | undefined {
  try {
    if (window.parent === window) return undefined;
    return (window.parent as unknown as { loggiaEditor?: EditorFrame }).loggiaEditor;
  } catch {
    return undefined; // framed by another origin: not our editor
  }
}

/** Goes to a page of the site; inside an editor frame the frame's URL is set instead (spec §2; W-069). */
export function goTo(url: string): void {
  const frame = editorFrame();
  if (frame?.setFrameUrl) frame.setFrameUrl(url);
  else place.assign(url);
}

/** Where a click on a link must be taken over, because an editor frames the page. */
export const isFramedByEditor = (): boolean => editorFrame()?.setFrameUrl !== undefined;
