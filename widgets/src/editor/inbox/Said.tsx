import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { Calm } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './inbox.module.css';
import type { Whole } from './message.ts';
import { k } from './text.ts';

const REASONS = ['decoy', 'not-run', 'too-fast', 'owner'] as const;

/** What was sent: every field with its label, from which page, and whether its sender wants letters. */
export function Said({ one }: { one: Whole }) {
  const about = one.aboutName || one.about;
  const reason = REASONS.find((why) => why === one.suspicion);
  return (
    <>
      <h3 className={styles.title}>{one.from || k(`kind.${one.kind}`)}</h3>
      <p className={ui.help}>
        {[
          k(`kind.${one.kind}`),
          about,
          typeof one.rating === 'number' ? k('stars', { n: one.rating }) : '',
          when(one.createdOn),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {reason ? <Calm>{k('suspect', { why: k(`why.${reason}`) })}</Calm> : null}
      {one.status === 'PENDING' || one.status === 'APPROVED' || one.status === 'REJECTED' || one.status === 'SPAM' ? (
        <p className={ui.help}>{k('status', { state: k(`status.${one.status}`) })}</p>
      ) : null}
      {one.title ? <strong>{one.title}</strong> : null}
      {one.kind === 'restock' ? <p>{k('waits', { product: [about, one.text].filter(Boolean).join(', ') })}</p> : null}
      {one.text && one.kind !== 'restock' ? <p className={desk.lines}>{one.text}</p> : null}
      {one.answers.length > 0 ? (
        <dl className={styles.answers}>
          {one.answers.map(({ id, title, text }) => (
            <div key={id}>
              <dt>{title || id}</dt>
              <dd className={desk.lines}>{text || '–'}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {one.pagePath ? (
        <p>
          {`${k('page')}: `}
          <a href={one.pagePath} target="_blank" rel="noreferrer">
            {one.pagePath}
          </a>
        </p>
      ) : null}
      {one.replyTo ? (
        <p className={ui.help}>
          {typeof one.onMailingListSince === 'number'
            ? k('consent', { when: when(one.onMailingListSince) })
            : k('noConsent')}
        </p>
      ) : null}
    </>
  );
}
