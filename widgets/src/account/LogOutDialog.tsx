import { useState } from 'react';
import { logOut } from '../client/account.ts';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import { loadCart } from '../state/cartStore.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './Account.module.css';

type Props = { onDone: () => void; onClose: () => void };

/** Asks whether the cart stays on this device, and logs out (W-223, W-224). */
export default function LogOutDialog({ onDone, onClose }: Props) {
  const [keeps, setKeeps] = useState(true);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    setFault(null);
    try {
      await logOut(keeps);
      await loadCart().catch(() => undefined); // logged out all the same; the next page reads the cart
      onDone();
    } catch (thrown) {
      setFault(purchaseMessage(failureOf(thrown)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={text('accountLeaveQuestion')} closeLabel={text('cartCloseText')} onClose={onClose}>
      <div className={styles.form}>
        <label className={styles.choice}>
          <input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
          <span>{text('accountKeepCart')}</span>
        </label>
        <p role="alert" className={styles.fault}>
          {fault ?? ''}
        </p>
        <div className={styles.actions}>
          <Button kind="secondary" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button busy={busy} onClick={() => void leave()}>
            {text('accountLogOut')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
