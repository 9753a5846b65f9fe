import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef } from 'react';
import { useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/text.ts';
import { whenQuiet } from './quiet.ts';
import styles from './shell.module.css';
import { $device, $editing, $narrow, $page, frameAddress, placeFor, sourceOf, WIDTHS } from './view.ts';

const MARK = 'data-loggia-edit';
/** What shows in the page that something can be edited. It stands in the frame's document for as long as one edits. */
const STYLE = `[${MARK}]{cursor:pointer}[${MARK}]:hover{outline:2px solid #1f8a78!important;outline-offset:3px}`;

/** The frame's document, when it is one of ours. */
function documentOf(frame: HTMLIFrameElement | null): Document | undefined {
  try {
    return frame?.contentDocument ?? undefined;
  } catch {
    return undefined;
  }
}

/** The site as it is, in a frame; a click edits what is clicked. */
export function Frame() {
  const session = useSession();
  const { previewUrl } = useSite();
  const page = useStore($page);
  const device = useStore($device);
  const editing = useStore($editing);
  const built = useStore(session.$built);
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(built);

  /** A click in the page. */
  const pick = useCallback((event: MouseEvent) => {
    if (!$editing.get()) return;
    const element = (event.target as Element | null)?.closest?.(`[${MARK}]`);
    const source = element && sourceOf(element.getAttribute(MARK) ?? '');
    // Links lead nowhere while one edits: they are edited.
    if (source || (event.target as Element | null)?.closest?.('a,button')) event.preventDefault();
    if (!source) return;
    event.stopPropagation();
    const place = placeFor(source);
    $narrow.set('panel');
    go(place.path, place.params);
  }, []);

  const dress = useCallback(() => {
    const inside = documentOf(frame.current);
    if (!inside) return;
    inside.getElementById('loggia-editor-marks')?.remove();
    if (!$editing.get()) return;
    const style = inside.createElement('style');
    style.id = 'loggia-editor-marks';
    style.textContent = STYLE;
    inside.head?.append(style);
  }, []);

  const loaded = () => {
    const inside = documentOf(frame.current);
    if (inside) {
      const path = inside.location?.pathname;
      if (path && path !== 'blank') $page.set(path);
      inside.addEventListener('click', pick, true);
      frame.current?.contentWindow?.addEventListener('pagehide', () => session.frame.emit('iframe unload', undefined), {
        once: true,
      });
      dress();
    }
    session.frame.emit('load', { url: $page.get() });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page shows what one may do
  useEffect(dress, [editing, dress]);
  useEffect(() => {
    if (shown.current === built) return;
    return whenQuiet(() => {
      shown.current = built;
      documentOf(frame.current)?.location?.reload();
    });
  }, [built]);

  // The address follows what the owner opens; where the page itself leads, the frame has gone by itself.
  const address = frameAddress(previewUrl, page, window.location.origin);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const now = documentOf(element)?.location;
    if (now && `${now.pathname}` === new URL(address, window.location.origin).pathname) return;
    element.src = address;
  }, [address]);

  return (
    <main className={styles.stage} aria-label={t('shell.site')}>
      <iframe
        ref={frame}
        title={t('shell.preview')}
        className={styles.frame}
        data-device={device}
        style={{ inlineSize: WIDTHS[device] === undefined ? '100%' : `${WIDTHS[device]}px` }}
        onLoad={loaded}
      />
    </main>
  );
}
