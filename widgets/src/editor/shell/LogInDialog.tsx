import { t } from '../text/words.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LogIn } from './LogIn.tsx';

/** Over the editor as it is: what is not saved yet stays there until it can be. */
export function LogInDialog({ onDone }: { onDone: () => void }) {
  return (
    <Dialog title={t('logIn.title')} isOpen onClose={() => undefined}>
      <LogIn again onDone={onDone} />
    </Dialog>
  );
}
