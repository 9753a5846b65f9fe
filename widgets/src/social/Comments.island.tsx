import type { Read } from '../island.ts';
import { itemIdOf } from '../pageData.ts';
import { Comments } from './Comments.tsx';

type Props = Parameters<typeof Comments>[0];

/** Comments are open in this state; in any other they are only read. */
const OPEN = '1';

/** Stands on `data-widget="comments"` and on the formatter's `.squarespace-comments`, which is written where comments show. */
export const read: Read<Props> = (el) => {
  const itemId = itemIdOf(el) ?? el.dataset.collectionId;
  const open = el.dataset.commentState === undefined || el.dataset.commentState === OPEN;
  const count = Number(el.dataset.publicCommentCount) || 0;
  if (!itemId || el.id === 'disqus_thread' || (!open && count === 0)) return null;
  return { itemId, open };
};
export default Comments;
