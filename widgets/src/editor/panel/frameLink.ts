/**
 * What the editor and the page in its frame say to each other. The page is of another origin, and its scripts may say
 * whatever they like: nothing that they say leaves the site. Words that were written on the page are taken only while the
 * owner's own hand is in the frame (`byHand`), for texts of the site's content alone, and never with a tag in them that
 * could do anything.
 */

/** What the page tells. */
export type FromFrame =
  /** It has come; where it is, from the root of the site. */
  | { type: 'shown'; path: string }
  /** It is being left. */
  | { type: 'left' }
  /** It wants another page of the site in the frame (W-069); with its query, from the root of the site. */
  | { type: 'go'; path: string }
  /** Something was pressed that stands in a file. */
  | { type: 'edit'; source: string }
  /** A text is about to be written where it stands: all of it (`text`), or a part of one with HTML (`12-40`). */
  | { type: 'write'; source: string; at: string; shown: string }
  | Written;

/** What happens to the text that is being written on the page. */
type Written =
  /** It reads so now; with HTML where it is a part of one. */
  | { type: 'typed'; text: string }
  /** Enter: a line becomes two, and the second is written on. */
  | { type: 'split'; before: string; after: string }
  /** It becomes a paragraph, a heading or the entry of a list. */
  | { type: 'turn'; into: string; text: string }
  /** It goes behind the line before it, which stands at `first`. */
  | { type: 'join'; first: string }
  /** It is empty and goes. */
  | { type: 'remove' }
  /** Its selection shall lead somewhere; now it leads to `href`. */
  | { type: 'link'; href: string }
  /** It is written; or all of it shall be as it was. */
  | { type: 'wrote'; keep: boolean }
  /** Its field is asked for. */
  | { type: 'field'; source: string }
  /** Keys of the editor that were pressed in the page. */
  | { type: 'key'; key: 'undo' | 'redo' | 'save' };

/** The messages to the page. */
export type ToFrame =
  | { type: 'reload' }
  /** Whether what is clicked is edited, and what is said of what the keyboard reaches. */
  | { type: 'editing'; on: boolean; hint: string }
  /** Whether the text may be written, and the words of its buttons. */
  | { type: 'write'; ok: boolean; words?: Readonly<Record<string, string>> }
  /** Where the line stands in its text now, and the line before it that was cut off; what began at `from` is `by` further on. */
  | { type: 'piece'; at: string; first?: string; from: number; by: number }
  | { type: 'turned'; into: string }
  /** Where the selection leads from now on; '' for nowhere, null when it stays as it is. */
  | { type: 'linked'; href: string | null }
  /** A value of the style as it would look: `--name` (null: as it was), and which of `classes` the page has. */
  | { type: 'tweak'; name: string; value: string | null; classes: readonly string[]; on: string | null };

/** The longest address and place that are taken. Characters. */
const LONGEST = 2000;
/** A path of the site: it begins with one slash, so that it names no other host. */
const PATH = /^\/(?![/\\])[^\s\\?#]*$/;
/** The same with a query. */
const ADDRESS = /^\/(?![/\\])[^\s\\#]*$/;
/** The longest text that is written on a page. Characters. */
const LONGEST_TEXT = 200_000;
const RANGE = /^(?:text|\d{1,9}-\d{1,9})$/;
const SOURCE = /^[^#\s\\][^#\\]*#[^\\]*$/;

/** A message of the page, if it is one; undefined for what is of another origin, another window or another shape. */
export function heard(event: MessageEvent<unknown>, frame: Window | null, origin: string): FromFrame | undefined {
  if (frame === null || event.source !== frame || event.origin !== origin) return undefined;
  const data = event.data as Record<string, unknown> | null;
  if (typeof data !== 'object' || data === null || data.loggia !== 'frame') return undefined;
  const text = (value: unknown, shape: RegExp): value is string =>
    typeof value === 'string' && value.length <= LONGEST && shape.test(value);
  if (data.type === 'left') return { type: 'left' };
  if (data.type === 'shown' && text(data.path, PATH)) return { type: 'shown', path: data.path };
  if (data.type === 'go' && text(data.path, ADDRESS)) return { type: 'go', path: data.path };
  if (data.type === 'edit' && text(data.source, SOURCE)) return { type: 'edit', source: data.source };
  return written(data, text);
}

type Check = (value: unknown, shape: RegExp) => value is string;

function written(data: Record<string, unknown>, text: Check): FromFrame | undefined {
  const isLine = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_TEXT;
  const { type, source, at, shown, text: line, before, after, into, first, href, keep, key } = data;
  if (type === 'write' && text(source, SOURCE) && text(at, RANGE) && isLine(shown)) return { type, source, at, shown };
  if (type === 'typed' && isLine(line)) return { type, text: line };
  if (type === 'split' && isLine(before) && isLine(after)) return { type, before, after };
  if (type === 'turn' && text(into, /^(?:p|h[2-4]|li)$/) && isLine(line)) return { type, into, text: line };
  if (type === 'join' && text(first, RANGE)) return { type, first };
  if (type === 'remove') return { type };
  if (type === 'link' && text(href, /^/)) return { type, href };
  if (type === 'wrote' && typeof keep === 'boolean') return { type, keep };
  if (type === 'field' && text(source, SOURCE)) return { type, source };
  if (type === 'key' && (key === 'undo' || key === 'redo' || key === 'save')) return { type, key };
  return undefined;
}

/**
 * Whether the owner is at work in the frame just now: it has the focus, and something was pressed in it. A script of the
 * page can bring about neither.
 */
export const byHand = (frame: HTMLIFrameElement | null): boolean =>
  frame !== null && document.activeElement === frame && (navigator.userActivation?.isActive ?? true);

let send: ((message: ToFrame) => void) | undefined;

/** Says where messages go: to the page of this frame, and to no page of another origin that may stand there. */
export function linkFrame(frame: HTMLIFrameElement, origin: string): () => void {
  const own = (message: ToFrame) => frame.contentWindow?.postMessage({ loggia: 'editor', ...message }, origin);
  send = own;
  return () => {
    if (send === own) send = undefined;
  };
}

/** Sends a message to the page in the frame; does nothing without a frame. */
export const tellFrame = (message: ToFrame): void => send?.(message);
