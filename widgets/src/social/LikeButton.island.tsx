import { becomeHost, type Read } from '../island.ts';
import { itemIdOf } from '../pageData.ts';
import { LikeButton } from './LikeButton.tsx';

type Props = Parameters<typeof LikeButton>[0];

/** Stands on `data-widget="like"` and on the formatter's `.sqs-simple-like`. */
export const read: Read<Props> = (el) => {
  const itemId = itemIdOf(el);
  if (!itemId) return null;
  becomeHost(el, 'like');
  return { itemId, count: Number(el.dataset.likeCount) || 0 };
};
export default LikeButton;
