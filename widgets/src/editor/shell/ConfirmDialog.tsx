import { t } from '../text/words.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { type Given, Proof, type ProofProps } from './Proof.tsx';

type Props = Pick<ProofProps, 'kinds' | 'passkey'> & {
  onGiven: (given: Given) => Promise<void>;
  onClose: () => void;
};

/** Asks for a fresh proof of who works here. */
export function ConfirmDialog({ onGiven, onClose, ...asked }: Props) {
  return (
    <Dialog title={t('confirm.title')} isOpen onClose={onClose}>
      <p style={{ margin: 0 }}>{t('confirm.help')}</p>
      <Proof {...asked} withPassword button={t('confirm.yes')} onGiven={onGiven} onCancel={onClose} />
    </Dialog>
  );
}
