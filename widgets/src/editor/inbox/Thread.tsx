import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import ui from '../ui/ui.module.css';
import styles from './inbox.module.css';
import type { Whole } from './message.ts';
import { k } from './text.ts';

const STATES = ['WAITING', 'SENT', 'FAILED'] as const;

/** What the staff wrote about a message: notes for themselves, and letters with how far they came. */
export function Thread({ entries }: { entries: Whole['thread'] }) {
  return (
    <section aria-label={k('thread')} className={ui.stack}>
      <h4 className={styles.title}>{k('thread')}</h4>
      {entries.length === 0 ? <p className={ui.help}>{k('noThread')}</p> : null}
      {entries.map(({ id, author, to, subject, text, createdOn, state }) => {
        const known = STATES.find((one) => one === state);
        return (
          <div key={id} className={styles.entry}>
            <strong>{to ? k('replied', { to }) : k('note')}</strong>
            {subject ? <span>{subject}</span> : null}
            <p className={desk.lines}>{text}</p>
            <span className={ui.help}>
              {[author, when(createdOn), known ? k(`state.${known}`) : ''].filter(Boolean).join(' · ')}
            </span>
          </div>
        );
      })}
    </section>
  );
}
