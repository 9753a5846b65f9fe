import { useRef, useState } from 'react';
import { socialCalls } from '../client/social.ts';
import { local } from '../platform/storage.ts';
import { SOCIAL_TEXTS } from '../text/catalogue/social.ts';
import { addTexts, plural, text } from '../text/text.ts';
import styles from './Social.module.css';

addTexts(SOCIAL_TEXTS);

/** What this browser liked: item id to the count that was answered. */
const LIKED = 'loggia:liked';
function liked(): Record<string, number> {
  try {
    return JSON.parse(local.read(LIKED) ?? '{}') as Record<string, number>;
  } catch {
    return {}; // not ours: nothing was liked
  }
}

type Props = {
  itemId: string;
  /** How many liked it when the page was made. */
  count: number;
};

/** One like a visitor, shown at once and taken back visibly when it could not be counted (W-213, W-214). */
export function LikeButton({ itemId, count }: Props) {
  const [kept, setKept] = useState<number | undefined>(() => liked()[itemId]);
  const [fault, setFault] = useState(false);
  const busy = useRef(false);
  const total = Math.max(count, kept ?? 0);

  async function like() {
    if (kept !== undefined || busy.current) return;
    busy.current = true;
    setFault(false);
    setKept(count + 1);
    try {
      const { likeCount } = await socialCalls.like(itemId);
      setKept(likeCount);
      local.write(LIKED, JSON.stringify({ ...liked(), [itemId]: likeCount }));
    } catch {
      setKept(undefined);
      setFault(true);
    } finally {
      busy.current = false;
    }
  }

  return (
    <>
      <button
        type="button"
        className={styles.like}
        aria-pressed={kept !== undefined}
        aria-label={`${text('likeLabel')}, ${plural('likeCount', total)}`}
        data-replay="like"
        onClick={() => void like()}
      >
        <svg className="like-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path
            d="M12 20.2 4.6 12.9a4.7 4.7 0 0 1 6.7-6.7l.7.7.7-.7a4.7 4.7 0 0 1 6.7 6.7z"
            fill={kept === undefined ? 'none' : 'currentColor'}
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        </svg>
        <span className="like-count">{total}</span>
      </button>
      <span role="alert" className={styles.fault}>
        {fault ? text('likeFault') : ''}
      </span>
    </>
  );
}
