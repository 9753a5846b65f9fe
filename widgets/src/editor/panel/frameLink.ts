/**
 * What the editor and the page in its frame say to each other. The page is of another origin, and its scripts may say
 * whatever they like: nothing that they say changes a file or leaves the site.
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
  | { type: 'edit'; source: string };

/** The messages to the page. */
export type ToFrame =
  | { type: 'reload' }
  | { type: 'editing'; on: boolean }
  /** A value of the style as it would look: `--name` (null: as it was), and which of `classes` the page has. */
  | { type: 'tweak'; name: string; value: string | null; classes: readonly string[]; on: string | null };

/** The longest address and place that are taken. Characters. */
const LONGEST = 2000;
/** A path of the site: it begins with one slash, so that it names no other host. */
const PATH = /^\/(?![/\\])[^\s\\?#]*$/;
/** The same with a query. */
const ADDRESS = /^\/(?![/\\])[^\s\\#]*$/;
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
  return undefined;
}

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
