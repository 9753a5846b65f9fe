import { m } from '../mentions/text.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { type Whole, when } from './desk.ts';

type Props = { note: NonNullable<Whole['customerNote']>; onOpen: (email: string) => void };

/** The newest note on the customer of an order: who packs it reads it. */
export function CustomerNote({ note, onOpen }: Props) {
  return (
    <section className={styles.return} aria-label={m('customerNote')}>
      <p className={styles.lines}>
        <strong>{`${m('customerNote')}: `}</strong>
        {note.text} <span className={ui.help}>{`${note.author} · ${when(note.createdOn)} `}</span>
        <Button look="quiet" onPress={() => onOpen(note.email)}>
          {m('seeCustomer')}
        </Button>
      </p>
    </section>
  );
}
