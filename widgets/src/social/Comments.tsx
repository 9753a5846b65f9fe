import { useCallback } from 'react';
import { socialCalls } from '../client/social.ts';
import { longDate } from '../receipts/longDate.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { SOCIAL_TEXTS } from '../text/catalogue/social.ts';
import { addTexts, plural, text } from '../text/text.ts';
import { FeedFoot } from './FeedFoot.tsx';
import { SayingForm } from './SayingForm.tsx';
import styles from './Social.module.css';
import { useFeed } from './useFeed.ts';
import { useSaying } from './useSaying.ts';

addTexts({ ...SOCIAL_TEXTS, formRequiredMark: FORMS_TEXTS.formRequiredMark });

/** The longest name and comment the server takes. Characters. */
export const COMMENT_LIMITS = { author: 200, body: 5000 } as const;

type Props = { itemId: string; open: boolean };

/** What visitors wrote, oldest first, and a form to write where the owner allows it (W-217, W-218). */
export function Comments({ itemId, open }: Props) {
  const load = useCallback((cursor?: string) => socialCalls.comments(itemId, cursor), [itemId]);
  const feed = useFeed(load, text('commentsFault'));
  const saying = useSaying();
  const comments = feed.pages.flatMap((page) => page.comments);
  const count = feed.pages.at(-1)?.publicCommentCount ?? 0;
  return (
    <section className={styles.feed} aria-label={text('commentsTitle')}>
      <h2 className={styles.title}>
        {text('commentsTitle')}{' '}
        {count > 0 ? <span className={styles.count}>{plural('commentCount', count)}</span> : null}
      </h2>
      <ol className={styles.list}>
        {comments.map((comment) => (
          <li key={comment.id} className={styles.entry}>
            <p className={styles.by}>
              <strong>{comment.author}</strong>{' '}
              <time dateTime={new Date(comment.createdOn).toISOString()}>{longDate(comment.createdOn)}</time>
            </p>
            <p className={styles.body}>{comment.body}</p>
          </li>
        ))}
      </ol>
      <FeedFoot feed={feed} loading={text('commentsLoading')} none={text('commentsNone')} more={text('commentsMore')} />
      {open ? (
        <SayingForm
          title={text('commentSend')}
          saying={saying}
          lines={[
            {
              name: 'author',
              label: text('commentName'),
              max: COMMENT_LIMITS.author,
              required: true,
              autoComplete: 'name',
            },
            { name: 'body', label: text('commentText'), max: COMMENT_LIMITS.body, required: true, long: true },
          ]}
          labels={{ send: text('commentSend'), sending: text('commentSending'), waiting: text('commentWaiting') }}
          onSend={({ author = '', body = '' }) => saying.send(() => socialCalls.comment(itemId, { author, body }))}
        />
      ) : (
        <p className={styles.note}>{text('commentsClosed')}</p>
      )}
    </section>
  );
}
