import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import { when } from '../desk/desk.ts';
import { useOpened } from '../desk/useOpened.ts';
import { useUnsent } from '../desk/useUnsent.ts';
import { NoteField } from '../mentions/NoteField.tsx';
import { NoteText } from '../mentions/NoteText.tsx';
import { useComposed } from '../mentions/useColleagues.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { emptied } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { k } from './text.ts';

const NOTES = '/api/commerce/customers/notes';

/** What the staff noted about a customer; no customer sees it but in an export of everything about them. */
export function Notes({ one }: { one: components['schemas']['Customer'] }) {
  const client = useQueryClient();
  const [text, setText] = useUnsent(`customer-note-${one.email}`);
  const part = useRef<HTMLElement>(null);
  const compose = useComposed();
  useOpened(one.ownNotes);
  const [failed, setFailed] = useState<string | null>(null);
  const run = async (what: () => Promise<unknown>) => {
    setFailed(null);
    try {
      await what();
      await Promise.all(['customer', 'orders'].map((name) => client.invalidateQueries({ queryKey: [name] })));
      return true;
    } catch (thrown) {
      setFailed(refusalOf(thrown));
      return false;
    }
  };
  const add = async () => {
    const isKept = await run(async () => {
      await call('POST', NOTES, { json: { email: one.email, ...(await compose(text)) } });
      setText(emptied(text, ''));
    });
    if (!isKept) return;
    part.current?.querySelector('textarea')?.focus();
  };
  return (
    <section ref={part} aria-label={k('notes')} className={ui.stack}>
      <h4 className={styles.title}>{k('notes')}</h4>
      {failed ? <Problem text={failed} /> : null}
      {one.ownNotes.length === 0 ? <p className={ui.help}>{k('noNotes')}</p> : null}
      {one.ownNotes.map(({ id, author, text: body, parts, createdOn }) => (
        <div key={id} className={ui.stack}>
          <p className={styles.lines}>
            <NoteText text={body} parts={parts} />
          </p>
          <p className={ui.help}>{`${author} · ${when(createdOn)}`}</p>
          <div className={ui.actions}>
            <Button onPress={() => run(() => call('DELETE', `${NOTES}/${id}`))}>
              {k('removeNote', { when: when(createdOn) })}
            </Button>
          </div>
        </div>
      ))}
      <NoteField label={k('newNote')} text={text} onChange={setText} />
      <div className={ui.actions}>
        <Button isDisabled={text.trim() === ''} onPress={() => add()}>
          {k('addNote')}
        </Button>
      </div>
    </section>
  );
}
