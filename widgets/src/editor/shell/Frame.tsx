import { useEffect, useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import { heard, linkFrame, tellFrame } from '../panel/frameLink.ts';
import { $device, $editing, $narrow, $page, frameAddress, placeFor, sourceOf, WIDTHS } from '../panel/view.ts';
import { useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/text.ts';
import { whenQuiet } from './quiet.ts';
import styles from './shell.module.css';

/**
 * What the site needs to work as it does for visitors. It is of another origin than the editor, and may not lead the
 * editor's own window elsewhere, nor open one that is free of these limits.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads allow-presentation';

/** Opens what was pressed in the page. */
function edit(attribute: string): void {
  const source = $editing.get() ? sourceOf(attribute) : undefined;
  if (!source) return;
  const place = placeFor(source);
  $narrow.set('panel');
  go(place.path, place.params);
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
  /** The page that stands in the frame, as it says itself. */
  const at = useRef<string | undefined>(undefined);
  /** The frame is on its way to another page. */
  const going = useRef(false);
  const origin = new URL(previewUrl, window.location.href).origin;

  useEffect(() => (frame.current ? linkFrame(frame.current, origin) : undefined), [origin]);
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      const message = heard(event, frame.current?.contentWindow ?? null, origin);
      if (message?.type === 'edit') edit(message.source);
      if (message?.type === 'go') {
        at.current = undefined;
        $page.set(message.path);
      }
      if (message?.type === 'left') {
        at.current = undefined;
        session.frame.emit('iframe unload', undefined);
      }
      if (message?.type === 'shown') {
        going.current = false;
        at.current = message.path;
        $page.set(message.path);
        tellFrame({ type: 'editing', on: $editing.get() });
        session.frame.emit('load', { url: message.path });
      }
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [origin, session]);

  useEffect(() => tellFrame({ type: 'editing', on: editing }), [editing]);
  // The address follows what the owner opens; where the page itself leads, the frame has gone by itself.
  const address = frameAddress(previewUrl, page, window.location.href);
  useEffect(() => {
    const element = frame.current;
    if (!element || at.current === new URL(address).pathname) return;
    going.current = true;
    element.src = address;
  }, [address]);

  // After the address: a page that is on its way is the new one, and to load the old one again would call it back.
  useEffect(() => {
    if (shown.current === built) return;
    return whenQuiet(() => {
      shown.current = built;
      if (going.current) return;
      // A page that does not speak is one that the site has no other for.
      if (at.current === undefined && frame.current) frame.current.src = address;
      else tellFrame({ type: 'reload' });
    });
  }, [built, address]);

  return (
    <main className={styles.stage} aria-label={t('shell.site')}>
      <iframe
        ref={frame}
        title={t('shell.preview')}
        className={styles.frame}
        data-device={device}
        sandbox={SANDBOX}
        referrerPolicy="origin"
        onLoad={() => {
          going.current = false;
        }}
        style={{ inlineSize: WIDTHS[device] === undefined ? '100%' : `${WIDTHS[device]}px` }}
      />
    </main>
  );
}
