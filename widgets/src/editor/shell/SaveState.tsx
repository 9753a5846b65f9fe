import { useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { useSession } from '../state/context.ts';
import { t } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Loaded } from './Boundary.tsx';
import styles from './shell.module.css';

const Conflicts = lazyPart(() => import('./Conflicts.tsx').then((room) => room.Conflicts));
/** What keeps something from being saved, or is wrong with the site. */
export const IssuesDialog = lazyPart(() => import('./IssuesDialog.tsx').then((room) => room.IssuesDialog));

/** How far saving has come, always in the same place; what stands in its way opens with a press. */
export function SaveState() {
  const session = useSession();
  const saving = useStore(session.$saving);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span className={styles.state} role="status" data-state={saving.is}>
        {saving.is === 'failed' ? saving.message : t(`saving.${saving.is}`)}
      </span>
      {saving.is === 'failed' || saving.is === 'unsaved' ? (
        <Button look="quiet" onPress={() => session.save()}>
          {t(saving.is === 'failed' ? 'common.retry' : 'saving.now')}
        </Button>
      ) : null}
      {saving.is === 'conflict' || saving.is === 'refused' ? (
        <Button look="danger" onPress={() => setOpen(true)}>
          {t('saving.look')}
        </Button>
      ) : null}
      {saving.is === 'conflict' && isOpen ? (
        <Loaded>
          <Conflicts conflicts={saving.conflicts} onClose={() => setOpen(false)} />
        </Loaded>
      ) : null}
      {saving.is === 'refused' && isOpen ? (
        <Loaded>
          <IssuesDialog issues={saving.diagnostics} refused onClose={() => setOpen(false)} />
        </Loaded>
      ) : null}
    </>
  );
}
