import { profileAddress } from '../domain/share.ts';
import type { Read } from '../island.ts';
import { FollowLink } from './FollowLink.tsx';

type Props = Parameters<typeof FollowLink>[0];

/** Stands on `data-widget="follow"` and on the formatter's `.squarespace-follow-button`. */
export const read: Read<Props> = (el) => {
  const { username, profileUrl, service } = el.dataset;
  const href = profileAddress(username, profileUrl, service);
  return href ? { href, name: username ? `@${username.replace(/^@/, '')}` : href.replace(/^https?:\/\//, '') } : null;
};
export default FollowLink;
