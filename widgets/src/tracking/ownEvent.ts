import { post } from '../client/beacon.ts';
import { CRUMB_COOKIE } from '../contract/names.ts';
import type { View } from './events.ts';
import { cookie } from './kept.ts';
import { apiUrl } from './page.ts';

const OWN_EVENT_MS = 20_000;

/** An event of the site's own (K-044). A first call without crumb is refused and brings it: asked once more. */
export async function recordEvent(
  view: View,
  event: string,
  data: unknown,
  extra?: Record<string, string>,
): Promise<void> {
  const send = () => {
    const fields = {
      ...extra,
      crumb: decodeURIComponent(cookie(CRUMB_COOKIE) ?? ''),
      event,
      data: JSON.stringify(data),
    };
    return post(apiUrl(view.page, '/api/events/RecordEvent'), new URLSearchParams(fields), {}, OWN_EVENT_MS);
  };
  const before = cookie(CRUMB_COOKIE);
  const answer = await send();
  if (answer.status === 403 && cookie(CRUMB_COOKIE) !== before) await send();
}
