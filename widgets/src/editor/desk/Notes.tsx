import { useRef, useState } from 'react';
import { NoteField } from '../mentions/NoteField.tsx';
import { NoteText } from '../mentions/NoteText.tsx';
import { useComposed } from '../mentions/useColleagues.ts';
import { refusalOf } from '../text/refusal.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { emptied } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { type Whole, when } from './desk.ts';
import type { Done } from './Steps.tsx';
import { useOpened } from './useOpened.ts';
import { useUnsent } from './useUnsent.ts';

/** What the staff noted at an order, and one more, which may name colleagues. */
export function Notes({ whole, add }: { whole: Whole; add: Done }) {
  const [text, setText] = useUnsent(`note-${whole.order.id}`);
  const [fault, setFault] = useState('');
  const part = useRef<HTMLDivElement>(null);
  const compose = useComposed();
  useOpened(whole.notes);
  const save = async () => {
    setFault('');
    try {
      if (!(await add(await compose(text), {}, () => setText(emptied(text, ''))))) return;
    } catch (thrown) {
      setFault(refusalOf(thrown));
      return;
    }
    // The button has nothing more to do, and would keep the keys of the order to itself.
    part.current?.querySelector('textarea')?.focus();
  };
  return (
    <div ref={part} className={ui.stack}>
      {whole.notes.map((note) => (
        <p key={note.id || note.createdOn} className={styles.lines}>
          <NoteText text={note.text} parts={note.parts} />
          <br />
          <span className={ui.help}>{`${note.author} · ${when(note.createdOn)}`}</span>
        </p>
      ))}
      {fault ? <Problem text={fault} /> : null}
      <NoteField label={t('desk.note')} text={text} onChange={setText} />
      <div className={ui.actions}>
        <Button isDisabled={text.trim() === ''} onPress={() => save()}>
          {t('desk.addNote')}
        </Button>
      </div>
    </div>
  );
}
