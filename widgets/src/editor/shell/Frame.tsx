import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { byHand, type FromFrame, heard, linkFrame, tellFrame } from '../panel/frameLink.ts';
import {
  $asked,
  $device,
  $editing,
  $narrow,
  $page,
  $writing,
  frameAddress,
  placeFor,
  sourceOf,
  WIDTHS,
} from '../panel/view.ts';
import { useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/text.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import type { Writer } from '../writing/writer.ts';
import { Loaded } from './Boundary.tsx';
import { whenQuiet } from './quiet.ts';
import styles from './shell.module.css';

/**
 * What the site needs to work as it does for visitors. It is of another origin than the editor, and may not lead the
 * editor's own window elsewhere, nor open one that is free of these limits.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads allow-presentation';

/** Messages that say where the page is, and what was pressed in it; all others are about what is written there. */
const KNOWN: ReadonlySet<FromFrame['type']> = new Set(['shown', 'left', 'go', 'edit']);

/** Opens what was pressed in the page. */
function edit(attribute: string): void {
  const source = $editing.get() ? sourceOf(attribute) : undefined;
  if (!source) return;
  const place = placeFor(source);
  $narrow.set('panel');
  $asked.set($asked.get() + 1);
  go(place.path, place.params);
}

const PageLink = lazyPart(() => import('../writing/PageLink.tsx').then((room) => room.PageLink));

const sayEditing = (on: boolean): void => tellFrame({ type: 'editing', on, hint: t('shell.write') });

/** What is written on the page, in its order; the program for it comes with the first word. */
function useWriter(askLink: (href: string) => void): (message: FromFrame) => void {
  const session = useSession();
  const writer = useRef<Promise<Writer> | undefined>(undefined);
  const last = useRef<Promise<void>>(Promise.resolve());
  return useCallback(
    (message) => {
      writer.current ??= import('../writing/writer.ts').then(({ createWriter }) =>
        createWriter({ session, openField: edit, askLink }),
      );
      const { current } = writer;
      last.current = last.current
        .then(async () => (await current).hear(message))
        .catch(() => {
          // The program did not come: the page is as it was, and its fields are there.
          writer.current = undefined;
          $writing.set(false);
          tellFrame({ type: 'write', ok: false });
        });
    },
    [session, askLink],
  );
}

/** The site as it is, in a frame; a click edits what is clicked, and a text where it stands. */
export function Frame() {
  const session = useSession();
  const { previewUrl } = useSite();
  const page = useStore($page);
  const device = useStore($device);
  const editing = useStore($editing);
  const built = useStore(session.$built);
  const writing = useStore($writing);
  const [linking, setLinking] = useState<string | null>(null);
  /** The window of a link is open in the editor: the owner's hand is there, and what it chooses is written on the page. */
  const isLinking = useRef(false);
  const askLink = useCallback((href: string) => {
    isLinking.current = true;
    setLinking(href);
  }, []);
  const write = useWriter(askLink);
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(built);
  /** The page that stands in the frame, as it says itself. */
  const at = useRef<string | undefined>(undefined);
  /** The frame is on its way to another page; how many builds had ended when it began. */
  const going = useRef<number | undefined>(undefined);
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
        $writing.set(false);
        session.frame.emit('iframe unload', undefined);
      }
      if (message?.type === 'shown') {
        const began = going.current;
        going.current = undefined;
        // A build has ended since: the page may be one of before.
        if (began !== undefined && began !== session.$built.get()) {
          going.current = session.$built.get();
          tellFrame({ type: 'reload' });
        }
        at.current = message.path;
        $page.set(message.path);
        $writing.set(false);
        sayEditing($editing.get());
        session.frame.emit('load', { url: message.path });
      }
      if (message && !KNOWN.has(message.type) && $editing.get()) {
        const isByHand = byHand(frame.current);
        const isTaken = isByHand || message.type === 'wrote' || (isLinking.current && message.type === 'typed');
        if (isByHand) isLinking.current = false;
        if (!isTaken) return tellFrame({ type: 'write', ok: false });
        if (message.type === 'write') $writing.set(true);
        write(message);
      }
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [origin, session, write]);

  useEffect(() => sayEditing(editing), [editing]);
  // The address follows what the owner opens; where the page itself leads, the frame has gone by itself.
  const address = frameAddress(previewUrl, page, window.location.href);
  useEffect(() => {
    const element = frame.current;
    if (!element || at.current === new URL(address).pathname) return;
    going.current = session.$built.get();
    element.src = address;
  }, [address, session]);

  // After the address: to load a page again while another is on its way would call that back; it looks when it has come.
  useEffect(() => {
    if (shown.current === built || writing) return;
    return whenQuiet(() => {
      shown.current = built;
      if (going.current !== undefined) return;
      going.current = built;
      // A page that does not speak is one that the site has no other for.
      if (at.current === undefined && frame.current) frame.current.src = address;
      else tellFrame({ type: 'reload' });
    });
  }, [built, address, writing]);

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
          going.current = undefined;
        }}
        style={{ inlineSize: WIDTHS[device] === undefined ? '100%' : `${WIDTHS[device]}px` }}
      />
      {linking === null ? null : (
        <Loaded>
          <PageLink href={linking} onClose={() => setLinking(null)} />
        </Loaded>
      )}
    </main>
  );
}
