import type { Diagnostic } from '../core/change.ts';
import { Issues } from '../panel/Issues.tsx';
import { t } from '../text/words.ts';
import { Dialog } from '../ui/Dialog.tsx';

type Props = {
  issues: readonly Diagnostic[];
  /** They keep a value from being saved; the dialog says so above them. */
  refused?: boolean;
  onClose: () => void;
};

/** What is wrong with the site, or what the site does not take; opening one of them closes the dialog. */
export function IssuesDialog({ issues, refused = false, onClose }: Props) {
  return (
    <Dialog title={t(refused ? 'saving.refused' : 'issues.title')} isOpen onClose={onClose} wide={!refused}>
      {refused ? <p style={{ margin: 0 }}>{t('saving.refusedHelp')}</p> : null}
      <Issues issues={issues} onGo={onClose} />
    </Dialog>
  );
}
