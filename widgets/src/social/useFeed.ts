import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '../client/failure.ts';
import { text } from '../text/text.ts';

/** One answer of a list that comes in pages. */
type Page = { hasNextPage: boolean; nextPageCursor?: string | null };

export type Feed<P extends Page> = {
  pages: readonly P[];
  /** What went wrong with the last page that was asked for. */
  fault: string | null;
  loading: boolean;
  hasMore: boolean;
  /** Asks for the next page, or again for the one that failed. */
  more: () => void;
};

/** A list of the API, page by page; the first is asked for at once. */
export function useFeed<P extends Page>(load: (cursor?: string) => Promise<P>, faultText: string): Feed<P> {
  const [pages, setPages] = useState<readonly P[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [loading, setLoading] = useState(true);

  const ask = useCallback(
    async (cursor?: string) => {
      setLoading(true);
      setFault(null);
      try {
        const page = await load(cursor);
        setPages((before) => (cursor === undefined ? [page] : [...before, page]));
      } catch (thrown) {
        setFault(failureOf(thrown).kind === 'http' ? faultText : text('networkErrorText'));
      } finally {
        setLoading(false);
      }
    },
    [load, faultText],
  );
  useEffect(() => void ask(), [ask]);

  const last = pages.at(-1);
  return {
    pages,
    fault,
    loading,
    hasMore: last?.hasNextPage ?? false,
    more: () => void ask(last?.nextPageCursor ?? undefined),
  };
}
