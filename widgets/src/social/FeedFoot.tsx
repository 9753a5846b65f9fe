import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Social.module.css';
import type { Feed } from './useFeed.ts';

type Props = {
  feed: Feed<{ hasNextPage: boolean }>;
  loading: string;
  none: string;
  more: string;
};

/** Under a list: that it is on its way, that it is empty, what went wrong, or a button for more. */
export function FeedFoot({ feed, loading, none, more }: Props) {
  if (feed.fault)
    return (
      <div className={styles.foot}>
        <p role="alert" className={styles.fault}>
          {feed.fault}
        </p>
        <Button kind="secondary" onClick={feed.more}>
          {text('tryAgainText')}
        </Button>
      </div>
    );
  const empty = feed.pages.length > 0 && !feed.hasMore && feed.pages.length === 1;
  return (
    <div className={styles.foot}>
      <p role="status" className={styles.note}>
        {feed.loading ? loading : empty && isEmpty(feed.pages[0]) ? none : ''}
      </p>
      {feed.hasMore ? (
        <Button kind="secondary" busy={feed.loading} onClick={feed.more}>
          {more}
        </Button>
      ) : null}
    </div>
  );
}

/** Whether a page of a list holds nothing: its only list is empty. */
const isEmpty = (page: object | undefined): boolean =>
  Object.values(page ?? {}).some((member) => Array.isArray(member) && member.length === 0);
