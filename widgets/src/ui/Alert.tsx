import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { Dialog } from './Dialog.tsx';

/** A title, a message and one way out. */
export function Alert(props: { title: string; message: string; okLabel: string; onClose: () => void }) {
  return (
    <Dialog alert title={props.title} onClose={props.onClose}>
      <p className={styles.text}>{props.message}</p>
      <div className={styles.actions}>
        <Button onClick={props.onClose}>{props.okLabel}</Button>
      </div>
    </Dialog>
  );
}

/** A question with a yes and a no. The no is first, so that Enter on a wrong move does no harm. */
export function Confirm(props: { question: string; yes: string; no: string; onYes: () => void; onNo: () => void }) {
  return (
    <Dialog alert title={props.question} onClose={props.onNo}>
      <div className={styles.actions}>
        <Button kind="secondary" onClick={props.onNo}>
          {props.no}
        </Button>
        <Button onClick={props.onYes}>{props.yes}</Button>
      </div>
    </Dialog>
  );
}
