import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../client/shop.ts';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './inbox.module.css';
import { INBOX, judgedAt, type Whole } from './message.ts';
import { Reply } from './Reply.tsx';
import { Said } from './Said.tsx';
import { Thread } from './Thread.tsx';
import { k } from './text.ts';

type Props = {
  /** Its kind and id. */
  at: string;
  /** Whoever opened it wants to reply at once. */
  replies: boolean;
  onClose: () => void;
  onArchive: () => void;
};

/** Nobody has this address. */
const NOBODY = '*';

/** One message whole, what the staff wrote about it, and what can be done with it. Who opens it has read it. */
export function OneMessage({ at, replies, onClose, onArchive }: Props) {
  const client = useQueryClient();
  const path = `${INBOX}/${at}`;
  const [note, setNote] = useState('');
  const [failed, setFailed] = useState('');
  const seen = useRef(false);
  const asked = useQuery({
    queryKey: ['inbox', 'one', at],
    staleTime: 0,
    queryFn: async () => {
      const found = await call<Whole>('GET', path);
      const isNew = !found.isRead && !seen.current;
      // Once: who marks it as unread again wants it so.
      seen.current = true;
      if (!isNew) return found;
      const read = await call<Whole>('PUT', path, { json: { isRead: true } }).catch(() => found);
      void client.invalidateQueries({ queryKey: ['inbox', 'counts'] });
      void client.invalidateQueries({ queryKey: ['inbox', 'list'] });
      return read;
    },
  });
  const run = async (what: () => Promise<unknown>): Promise<boolean> => {
    setFailed('');
    try {
      await what();
      await client.invalidateQueries({ queryKey: ['inbox'] });
      return true;
    } catch (thrown) {
      setFailed(refusalOf(thrown));
      return false;
    }
  };
  const one = asked.data;
  if (asked.isPending) return <Loading />;
  if (!one) return <CannotLoad retry={() => void asked.refetch()} />;
  const put = (json: object) => run(() => call('PUT', path, { json }));
  const judge = (status: string) => run(() => call('PUT', judgedAt(one), { json: { status } }));
  const isSaid = one.kind === 'comment' || one.kind === 'review';
  const spam = (is: boolean) =>
    one.kind === 'form'
      ? run(() => call('PUT', judgedAt(one), { json: { suspect: is } }))
      : judge(is ? 'SPAM' : 'PENDING');
  const away = async () => {
    if (await put({ folder: 'BIN' })) onClose();
  };
  return (
    <article aria-label={one.from || k(`kind.${one.kind}`)} className={ui.stack}>
      {failed ? <Problem text={failed} /> : null}
      <Said one={one} />
      <div className={ui.actions}>
        {isSaid && one.status !== 'APPROVED' ? (
          <Button look="primary" onPress={() => judge('APPROVED')}>
            {k('approve')}
          </Button>
        ) : null}
        {isSaid && one.status !== 'REJECTED' ? <Button onPress={() => judge('REJECTED')}>{k('hide')}</Button> : null}
        {one.folder === 'INBOX' ? <Button onPress={onArchive}>{k('archive')}</Button> : null}
        {one.folder === 'ARCHIVED' ? <Button onPress={() => put({ folder: 'INBOX' })}>{k('unarchive')}</Button> : null}
        {one.folder === 'BIN' ? <Button onPress={() => put({ folder: 'INBOX' })}>{k('restore')}</Button> : null}
        {one.folder === 'SPAM' ? <Button onPress={() => spam(false)}>{k('notSpam')}</Button> : null}
        {one.folder === 'INBOX' && one.kind !== 'restock' ? (
          <Button onPress={() => spam(true)}>{k('spam')}</Button>
        ) : null}
        {!isSaid || one.status === 'PENDING' ? (
          <Button onPress={() => put({ isRead: !one.isRead })}>{k(one.isRead ? 'markUnread' : 'markRead')}</Button>
        ) : null}
        {one.folder !== 'BIN' && one.kind !== 'restock' ? (
          <Button look="danger" onPress={() => away()}>
            {k('bin')}
          </Button>
        ) : null}
      </div>
      {one.staff.length > 0 ? (
        <Select
          label={k('assign')}
          value={one.assignee || NOBODY}
          onChange={(next) => void put({ assignee: next === NOBODY ? '' : next })}
          choices={[{ value: NOBODY, label: k('nobody') }, ...one.staff.map((value) => ({ value, label: value }))]}
        />
      ) : null}
      <Thread entries={one.thread} />
      {one.kind === 'form' ? <Reply one={one} at={at} isAsked={replies} run={run} /> : null}
      <section aria-label={k('note')} className={ui.stack}>
        <h4 className={styles.title}>{k('note')}</h4>
        <TextField label={k('note')} hideLabel value={note} onChange={setNote} rows={2} maxLength={2000} />
        <div className={ui.actions}>
          <Button
            isDisabled={note.trim() === ''}
            onPress={() =>
              run(() => call('POST', `${path}/notes`, { json: { text: note } })).then((went) => {
                if (went) setNote('');
              })
            }
          >
            {k('addNote')}
          </Button>
        </div>
      </section>
    </article>
  );
}
