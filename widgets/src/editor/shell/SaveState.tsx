import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useSession } from '../state/context.ts';
import { t } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Conflicts } from './Conflicts.tsx';
import { Issues } from './Issues.tsx';
import styles from './shell.module.css';

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
        <Button look="quiet" onPress={() => void session.save()}>
          {t(saving.is === 'failed' ? 'common.retry' : 'saving.now')}
        </Button>
      ) : null}
      {saving.is === 'conflict' || saving.is === 'refused' ? (
        <Button look="danger" onPress={() => setOpen(true)}>
          {t('saving.look')}
        </Button>
      ) : null}
      {saving.is === 'conflict' && isOpen ? (
        <Conflicts conflicts={saving.conflicts} onClose={() => setOpen(false)} />
      ) : null}
      {saving.is === 'refused' ? (
        <Dialog title={t('saving.refused')} isOpen={isOpen} onClose={() => setOpen(false)}>
          <p style={{ margin: 0 }}>{t('saving.refusedHelp')}</p>
          <Issues issues={saving.diagnostics} onGo={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  );
}
