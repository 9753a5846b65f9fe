import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { listen } from '../client/live.ts';
import { call } from '../client/shop.ts';
import { decimal } from '../core/product.ts';
import { fromField, toField } from '../core/zonedTime.ts';
import { useUnread } from '../panel/unread.ts';
import { go } from '../state/route.ts';
import { h } from '../text/home.ts';
import { editorLocale } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './home.module.css';

type Schemas = components['schemas'];

/** The day of the site on which it is now, and when it began. */
function today(zone: string): { day: string; began: number } {
  const day = toField(Date.now(), zone || 'UTC').slice(0, 10);
  return { day, began: fromField(`${day}T00:00`, zone || 'UTC') ?? Date.now() };
}

const whole = (n: number): string => new Intl.NumberFormat(editorLocale()).format(n);
/** A count of a page that may not be all there is. */
const counted = (n: number, isMore: boolean): string => (isMore ? h('home.over', { n: whole(n) }) : whole(n));

type Asked = { isPending: boolean; isError: boolean; refetch: () => unknown };

/** Waits for answers; the first that does not come is said, with the way to ask again. */
function Waiting({ asked }: { asked: readonly Asked[] }) {
  const failed = asked.filter(({ isError }) => isError);
  if (failed.length > 0)
    return <Problem text={h('home.noAnswer')} retry={() => failed.forEach(({ refetch }) => void refetch())} />;
  return asked.some(({ isPending }) => isPending) ? <Loading /> : null;
}

const Figure = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What was sold on this day, and what waits to be sent. */
export function Today({ zone }: { zone: string }) {
  const { day } = today(zone);
  const figures = useQuery({
    queryKey: ['figures', 'home', day],
    queryFn: () =>
      call<Schemas['Figures']>('GET', '/api/commerce/figures', { query: { from: day, to: day, step: 'day' } }),
  });
  const counts = useQuery({
    queryKey: ['desk', 'counts', 'home'],
    queryFn: () => call<Schemas['DeskCounts']>('GET', '/api/commerce/desk/counts'),
  });
  const client = useQueryClient();
  useEffect(
    () =>
      listen(client, () => {
        void client.invalidateQueries({ queryKey: ['figures', 'home'] });
        void client.invalidateQueries({ queryKey: ['desk', 'counts', 'home'] });
      }),
    [client],
  );
  const toSend = counts.data?.views.find(({ view }) => view === 'TO_SEND');
  const returns = counts.data?.views.find(({ view }) => view === 'RETURNS');
  const currencies = figures.data?.currencies ?? [];
  const sum = (of: (one: Schemas['CurrencyFigures']) => number) => currencies.reduce((all, one) => all + of(one), 0);
  const tests = sum(({ testOrders }) => testOrders);
  const orders = figures.data ? sum(({ total }) => total.orders) + tests : null;
  const [first, setFirst] = useState<number | null>(null);
  if (first === null && orders !== null) setFirst(orders);
  const isNew = orders !== null && first !== null && orders > first;
  return (
    <>
      <Waiting asked={[figures, counts]} />
      <dl className={styles.figures}>
        {figures.data ? (
          <>
            <Figure name={h('home.orders')}>{whole(sum(({ total }) => total.orders))}</Figure>
            {currencies.map(({ currency, total }) => (
              <Figure key={currency} name={h('home.revenue')}>{`${decimal(total.grossCents)} ${currency}`}</Figure>
            ))}
          </>
        ) : null}
        {toSend ? <Figure name={h('home.toSend')}>{counted(toSend.orders, toSend.isMore)}</Figure> : null}
        {returns && returns.orders > 0 ? (
          <Figure name={h('home.returns')}>{counted(returns.orders, returns.isMore)}</Figure>
        ) : null}
      </dl>
      <p role="status" className={ui.hidden}>
        {isNew ? h('home.newOrder') : ''}
      </p>
      {tests > 0 ? <p className={ui.help}>{h('home.testOrders', { n: whole(tests) })}</p> : null}
      <div className={ui.actions}>
        <Button onPress={() => go('commerce', { tab: 'orders' })}>{h('home.toOrders')}</Button>
      </div>
    </>
  );
}

/** So many answers to forms are shown, the newest first. */
const NEWEST = 3;

/** What somebody wrote into a form; it opens with a press. */
function Answer({ answer: { answers, createdOn, formId, formName } }: { answer: Schemas['ListedSubmission'] }) {
  const when = new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(createdOn);
  return (
    <details className={styles.answer}>
      <summary>{`${formName ?? formId}, ${when}`}</summary>
      <dl>
        {answers.map(({ id, title, text }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type MessagesProps = { zone: string; forms: boolean; comments: boolean; sells: boolean };

/** What visitors wrote: what their forms brought today, and what waits for a word of the owner. */
export function Messages({ zone, forms, comments, sells }: MessagesProps) {
  const { began } = today(zone);
  const unread = useUnread();
  const answers = useQuery({
    queryKey: ['submissions', 'home'],
    queryFn: () => call<Schemas['SubmissionsPage']>('GET', '/api/form/submissions', { query: { suspect: false } }),
    enabled: forms,
  });
  const pending = { status: 'PENDING' };
  const written = useQuery({
    queryKey: ['comments', 'home'],
    queryFn: () => call<Schemas['ModeratedCommentsPage']>('GET', '/api/comments/moderation', { query: pending }),
    enabled: comments,
  });
  const reviews = useQuery({
    queryKey: ['reviews', 'home'],
    queryFn: () => call<Schemas['ModeratedReviewsPage']>('GET', '/api/commerce/reviews', { query: pending }),
    enabled: comments && sells,
  });
  const asked = [...(forms ? [answers] : []), ...(comments ? [written] : []), ...(comments && sells ? [reviews] : [])];
  const ofToday = answers.data?.submissions.filter(({ createdOn }) => createdOn >= began).length ?? 0;
  const isAll = answers.data ? ofToday === answers.data.submissions.length && answers.data.hasNextPage : false;
  const waiting = (written.data?.comments.length ?? 0) + (reviews.data?.reviews.length ?? 0);
  const isMore = [written, reviews].some(({ data }) => data?.hasNextPage === true);
  return (
    <>
      <Waiting asked={asked} />
      <dl className={styles.figures}>
        {unread.data ? <Figure name={h('home.unread')}>{whole(unread.data.unread)}</Figure> : null}
        {answers.data ? <Figure name={h('home.answers')}>{counted(ofToday, isAll)}</Figure> : null}
        {written.data && (!sells || reviews.data) ? (
          <Figure name={h('home.waiting')}>{counted(waiting, isMore)}</Figure>
        ) : null}
      </dl>
      {(answers.data?.submissions ?? []).slice(0, NEWEST).map((answer) => (
        <Answer key={answer.id} answer={answer} />
      ))}
      <div className={ui.actions}>
        <Button onPress={() => go('inbox')}>{h('home.toInbox')}</Button>
        {comments ? <Button onPress={() => go('comments')}>{h('home.toComments')}</Button> : null}
      </div>
    </>
  );
}

/** Who came on this day, as browsers tell it. */
export function Visits({ zone }: { zone: string }) {
  const { began } = today(zone);
  const overview = useQuery({
    queryKey: ['reports', 'home', began],
    queryFn: () =>
      call<Schemas['OverviewReport']>('GET', '/api/reports/overview', { query: { from: began, to: Date.now() } }),
  });
  return (
    <>
      <Waiting asked={[overview]} />
      {overview.data ? (
        <dl className={styles.figures}>
          <Figure name={h('home.visitors')}>{whole(overview.data.visitors)}</Figure>
          <Figure name={h('home.visitsToday')}>{whole(overview.data.visits)}</Figure>
          <Figure name={h('home.views')}>{whole(overview.data.views)}</Figure>
        </dl>
      ) : null}
      <div className={ui.actions}>
        <Button onPress={() => go('analytics')}>{h('home.toVisits')}</Button>
      </div>
    </>
  );
}
