import { useEffect, useRef, useState } from 'react';
import { census } from '../client/census.ts';
import { mayShowOverlay, OVERLAY_DAYS, type OverlayMemory } from '../domain/overlay.ts';
import { local } from '../platform/storage.ts';
import { text } from '../text/text.ts';
import { Dialog } from '../ui/Dialog.tsx';

const KEY = 'loggia:popup-overlay';

type Props = {
  title: string;
  version: string;
  pageId: string;
  days?: number;
  /** The owner's own markup, taken from the page. */
  content: readonly Node[];
};

function remembered(): OverlayMemory {
  try {
    return JSON.parse(local.read(KEY) ?? '{}') as OverlayMemory;
  } catch {
    return {}; // not ours: as if never seen
  }
}
const remember = (memory: OverlayMemory) => local.write(KEY, JSON.stringify({ ...remembered(), ...memory }));

/** Shown once, and remembered: closed for some days, a new version again, submitted for good (W-198…W-202). */
export function PopupOverlay({ title, version, pageId, days = OVERLAY_DAYS, content }: Props) {
  const [open, setOpen] = useState(() => mayShowOverlay(remembered(), version, Date.now(), days));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    place.current?.replaceChildren(...content);
    census.overlay('shown', version, pageId);
  }, [open, content, version, pageId]);
  if (!open) return null;

  const close = () => {
    remember({ dateClosed: Date.now(), version });
    census.overlay('closed', version, pageId);
    setOpen(false);
  };
  const submitted = () => {
    remember({ submitted: true, version });
    census.overlay('submitted', version, pageId);
  };
  return (
    <Dialog title={title} closeLabel={text('cartCloseText')} onClose={close}>
      <div ref={place} onSubmit={submitted} />
    </Dialog>
  );
}
