import { useCallback, useState } from 'react';
import { socialCalls } from '../client/social.ts';
import { longDate } from '../receipts/longDate.ts';
import { FORMS_TEXTS } from '../text/catalogue/forms.ts';
import { SOCIAL_TEXTS } from '../text/catalogue/social.ts';
import { fieldProblemText } from '../text/formProblem.ts';
import { addTexts, locale, plural, text } from '../text/text.ts';
import { FeedFoot } from './FeedFoot.tsx';
import { RatingField } from './RatingField.tsx';
import { SayingForm } from './SayingForm.tsx';
import styles from './Social.module.css';
import { Stars } from './Stars.tsx';
import { useFeed } from './useFeed.ts';
import { useSaying } from './useSaying.ts';

addTexts({ ...SOCIAL_TEXTS, formRequiredMark: FORMS_TEXTS.formRequiredMark });

/** The longest name, headline and text the server takes. Characters. */
export const REVIEW_LIMITS = { authorName: 200, title: 200, body: 2000 } as const;

/** What shoppers say about a product, newest first, with their mean, and a form to say it (W-104, W-105). */
export function Reviews({ productId }: { productId: string }) {
  const load = useCallback((cursor?: string) => socialCalls.reviews(productId, cursor), [productId]);
  const feed = useFeed(load, text('reviewsFault'));
  const saying = useSaying();
  const [rating, setRating] = useState(0);
  const [asked, setAsked] = useState(false);
  const reviews = feed.pages.flatMap((page) => page.reviews);
  const { count = 0, average = 0 } = feed.pages.at(-1) ?? {};
  const mean = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(average);
  return (
    <section className={styles.feed} aria-label={text('reviewsTitle')}>
      <h2 className={styles.title}>{text('reviewsTitle')}</h2>
      {count > 0 ? (
        <p className={styles.mean}>
          <Stars rating={average} />
          <span>{text('reviewsAverage', { average: mean })}</span>
          <span className={styles.count}>{plural('reviewCount', count)}</span>
        </p>
      ) : null}
      <ol className={styles.list}>
        {reviews.map((review) => (
          <li key={review.id} className={styles.entry}>
            <p className={styles.by}>
              <Stars rating={review.rating} label={plural('reviewStars', review.rating)} />
              <strong>{review.authorName}</strong>{' '}
              <time dateTime={new Date(review.createdOn).toISOString()}>{longDate(review.createdOn)}</time>
            </p>
            {review.title ? <h3 className={styles.heading}>{review.title}</h3> : null}
            <p className={styles.body}>{review.body}</p>
          </li>
        ))}
      </ol>
      <FeedFoot feed={feed} loading={text('reviewsLoading')} none={text('reviewsNone')} more={text('reviewsMore')} />
      {/* A press without a rating shows an error at its field. */}
      <div onClickCapture={(event) => (event.target as Element).closest('[type=submit]') && setAsked(true)}>
        <SayingForm
          title={text('reviewWrite')}
          saying={saying}
          ready={rating > 0}
          before={
            <RatingField
              rating={rating}
              error={asked && rating === 0 ? fieldProblemText('required') : undefined}
              onRate={setRating}
            />
          }
          lines={[
            {
              name: 'authorName',
              label: text('reviewName'),
              max: REVIEW_LIMITS.authorName,
              required: true,
              autoComplete: 'name',
            },
            { name: 'title', label: text('reviewHeadline'), max: REVIEW_LIMITS.title },
            { name: 'body', label: text('reviewText'), max: REVIEW_LIMITS.body, required: true, long: true },
          ]}
          labels={{ send: text('reviewSend'), sending: text('reviewSending'), waiting: text('reviewWaiting') }}
          onSend={({ authorName = '', title = '', body = '' }) =>
            saying.send(() => socialCalls.review(productId, { authorName, title, body, rating }))
          }
        />
      </div>
    </section>
  );
}
