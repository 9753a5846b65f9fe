import { text } from '../text/text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LogInForm } from './LogInForm.tsx';

type Props = { onDone: () => void; onClose: () => void };

/** The way in, over the page (W-222). */
export default function LogInDialog({ onDone, onClose }: Props) {
  return (
    <Dialog title={text('accountTitle')} closeLabel={text('cartCloseText')} onClose={onClose}>
      <LogInForm onDone={onDone} />
    </Dialog>
  );
}
