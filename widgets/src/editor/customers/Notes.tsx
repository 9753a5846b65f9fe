import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import { when } from '../desk/desk.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { k } from './text.ts';

const NOTES = '/api/commerce/customers/notes';

/** What the staff noted about a customer; no customer sees it but in an export of everything about them. */
export function Notes({ one }: { one: components['schemas']['Customer'] }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const run = async (what: () => Promise<unknown>) => {
    setFailed(null);
    try {
      await what();
      await client.invalidateQueries({ queryKey: ['customer'] });
      return true;
    } catch (thrown) {
      setFailed(refusalOf(thrown));
      return false;
    }
  };
  const add = async () => {
    if (await run(() => call('POST', NOTES, { json: { email: one.email, text } }))) setText('');
  };
  return (
    <section aria-label={k('notes')} className={ui.stack}>
      <h4 className={styles.title}>{k('notes')}</h4>
      {failed ? <Problem text={failed} /> : null}
      {one.ownNotes.length === 0 ? <p className={ui.help}>{k('noNotes')}</p> : null}
      {one.ownNotes.map(({ id, author, text: body, createdOn }) => (
        <div key={id} className={ui.stack}>
          <p className={styles.lines}>{body}</p>
          <p className={ui.help}>{`${author} · ${when(createdOn)}`}</p>
          <div className={ui.actions}>
            <Button onPress={() => run(() => call('DELETE', `${NOTES}/${id}`))}>
              {k('removeNote', { when: when(createdOn) })}
            </Button>
          </div>
        </div>
      ))}
      <TextField label={k('newNote')} value={text} onChange={setText} rows={2} maxLength={2000} />
      <div className={ui.actions}>
        <Button isDisabled={text.trim() === ''} onPress={() => add()}>
          {k('addNote')}
        </Button>
      </div>
    </section>
  );
}
