import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { Panel } from '../panel/Panel.tsx';
import { refusalOf } from '../text/refusal.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';
import { Select } from '../ui/fields.tsx';
import styles from '../ui/rows.module.css';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import ui from '../ui/ui.module.css';

type Status = components['schemas']['ModerationStatus'];
type Comments = components['schemas']['ModeratedCommentsPage'];
type Reviews = components['schemas']['ModeratedReviewsPage'];

const STATUSES: readonly Status[] = ['PENDING', 'APPROVED', 'REJECTED', 'SPAM'];

/** A comment or a review of a visitor. */
type Entry = {
  id: string;
  author: string;
  about: string;
  title?: string;
  body: string;
  createdOn: number;
  status: Status;
  /** Where it is judged. */
  path: string;
};
type Page = { entries: Entry[]; next: string | undefined };
type Load = (query: { status: Status; cursor: string | undefined }) => Promise<Page>;

const next = (page: { hasNextPage: boolean; nextPageCursor?: string | null }) =>
  page.hasNextPage ? (page.nextPageCursor ?? undefined) : undefined;

const loadComments: Load = async (query) => {
  const page = await call<Comments>('GET', '/api/comments/moderation', { query });
  return {
    next: next(page),
    entries: page.comments.map((comment) => ({
      ...comment,
      about: comment.itemUrl ?? comment.itemId,
      path: `/api/comments/${encodeURIComponent(comment.id)}`,
    })),
  };
};

const loadReviews: Load = async (query) => {
  const page = await call<Reviews>('GET', '/api/commerce/reviews', { query });
  return {
    next: next(page),
    entries: page.reviews.map((review) => ({
      ...review,
      author: review.authorName,
      about: `${review.productTitle ?? review.productId} · ${review.rating}/5`,
      path: `/api/commerce/products/${encodeURIComponent(review.productId)}/reviews/${encodeURIComponent(review.id)}`,
    })),
  };
};

/** Comments and reviews of visitors, and what becomes of them: nothing shows before somebody has approved it. */
export function CommentsPanel() {
  return (
    <Panel title={t('tool.comments')}>
      <Tabs
        label={t('tool.comments')}
        tabs={[
          { id: 'comments', label: t('comments.comments'), body: <SaidList name="comments" load={loadComments} /> },
          { id: 'reviews', label: t('comments.reviews'), body: <SaidList name="reviews" load={loadReviews} /> },
        ]}
      />
    </Panel>
  );
}

function SaidList({ name, load }: { name: 'comments' | 'reviews'; load: Load }) {
  const client = useQueryClient();
  const [status, setStatus] = useState<Status>('PENDING');
  const [removing, setRemoving] = useState<Entry | null>(null);
  const [fault, setFault] = useState('');
  const list = useInfiniteQuery({
    queryKey: ['comments', name, status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => load({ status, cursor: pageParam }),
    getNextPageParam: (page) => page.next,
  });
  const run = async (what: () => Promise<unknown>) => {
    setFault('');
    await what().catch((thrown: unknown) => setFault(refusalOf(thrown)));
    await client.invalidateQueries({ queryKey: ['comments', name] });
  };
  const all = list.data?.pages.flatMap(({ entries }) => entries) ?? [];
  return (
    <>
      <Select<Status>
        label={t('comments.status')}
        value={status}
        choices={STATUSES.map((value) => ({ value, label: t(`comments.status.${value}`) }))}
        onChange={setStatus}
      />
      {fault ? <Problem text={fault} /> : null}
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.data && all.length === 0 ? <p>{t('comments.none')}</p> : null}
      <ul
        style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }}
        aria-label={t(`comments.${name}`)}
      >
        {all.map((one) => (
          <li key={one.id} className={styles.entry}>
            <p style={{ margin: 0 }}>
              <strong>{one.author}</strong>{' '}
              <span className={ui.help}>
                {`${one.about} · ${new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'medium' }).format(one.createdOn)}`}
              </span>{' '}
              {one.status === 'PENDING' ? null : <Badge>{t(`comments.status.${one.status}`)}</Badge>}
            </p>
            {one.title ? <strong>{one.title}</strong> : null}
            <p style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{one.body}</p>
            <div className={ui.actions}>
              {STATUSES.filter((value) => value !== one.status && value !== 'PENDING').map((value) => (
                <Button
                  key={value}
                  look={value === 'APPROVED' ? 'primary' : 'quiet'}
                  aria-label={t(`comments.do.${value}Named`, { name: one.author })}
                  onPress={() => run(() => call('PUT', one.path, { json: { status: value } }))}
                >
                  {t(`comments.do.${value}`)}
                </Button>
              ))}
              <Button
                look="danger"
                aria-label={t('comments.removeNamed', { name: one.author })}
                onPress={() => setRemoving(one)}
              >
                {t('comments.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? <Button onPress={() => void list.fetchNextPage()}>{t('common.more')}</Button> : null}
      <Ask
        title={t('comments.remove')}
        text={t('comments.removeHelp')}
        yes={t('comments.remove')}
        danger
        isOpen={removing !== null}
        onNo={() => setRemoving(null)}
        onYes={() => {
          const { path } = removing ?? {};
          setRemoving(null);
          if (path) void run(() => call('DELETE', path));
        }}
      />
    </>
  );
}
