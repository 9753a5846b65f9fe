import { useEffect, useRef, useState } from 'react';
import { local } from '../../platform/storage.ts';
import { call } from '../client/shop.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import styles from './inbox.module.css';
import { INBOX, type Whole } from './message.ts';
import { k } from './text.ts';

type Draft = { subject: string; text: string };

const nameOf = (at: string): string => `loggia.reply.${at}`;

/** The letter that was begun and not sent; what cannot be read is none. */
function begun(at: string): Partial<Draft> {
  try {
    return (JSON.parse(local.read(nameOf(at)) ?? '{}') ?? {}) as Partial<Draft>;
  } catch {
    return {};
  }
}

type Props = { one: Whole; at: string; isAsked: boolean; run: (what: () => Promise<unknown>) => Promise<boolean> };

/** A letter to who filled in a form; what is typed outlives the page until it is sent. */
export function Reply({ one, at, isAsked, run }: Props) {
  const first: Draft = { subject: k('subjectOf', { form: one.aboutName || one.about }), text: '' };
  const [draft, setDraft] = useState<Draft>(() => ({ ...first, ...begun(at) }));
  const [isSending, setSending] = useState(false);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAsked) root.current?.querySelector('textarea')?.focus();
  }, [isAsked]);
  const change = (next: Partial<Draft>) => {
    const now = { ...draft, ...next };
    setDraft(now);
    if (now.text.trim() === '' && now.subject === first.subject) local.remove(nameOf(at));
    else local.write(nameOf(at), JSON.stringify(now));
  };
  const send = async () => {
    setSending(true);
    if (await run(() => call('POST', `${INBOX}/${at}/replies`, { json: draft }))) {
      local.remove(nameOf(at));
      setDraft(first);
    }
    setSending(false);
  };
  return (
    <section ref={root} aria-label={k('reply')} className={ui.stack}>
      <h4 className={styles.title}>{k('reply')}</h4>
      {one.replyTo ? (
        <>
          <p className={ui.help}>{k('replyTo', { to: one.replyTo })}</p>
          <TextField
            label={k('subject')}
            value={draft.subject}
            onChange={(subject) => change({ subject })}
            maxLength={200}
          />
          <TextField
            label={k('text')}
            help={k('kept')}
            value={draft.text}
            onChange={(text) => change({ text })}
            rows={6}
            maxLength={10_000}
          />
          <div className={ui.actions}>
            <Button
              look="primary"
              isDisabled={isSending || draft.text.trim() === '' || draft.subject.trim() === ''}
              onPress={() => send()}
            >
              {k('send')}
            </Button>
          </div>
        </>
      ) : (
        <p className={ui.help}>{k('noReply')}</p>
      )}
    </section>
  );
}
