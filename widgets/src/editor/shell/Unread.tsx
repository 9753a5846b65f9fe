import { useUnread } from '../panel/unread.ts';

/** How many messages nobody has read, beside the name of the inbox. */
export function Unread() {
  const unread = useUnread().data?.unread ?? 0;
  return unread > 0 ? ` (${unread})` : null;
}
