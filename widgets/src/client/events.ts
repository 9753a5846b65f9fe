import { CRUMB_COOKIE } from '../contract/names.ts';
import { readCookie } from '../platform/cookies.ts';
import { apiUrl } from './call.ts';

/** Records an event of the page: form-encoded, nobody reads the answer. */
export function recordEvent(event: string, data: Record<string, unknown>): void {
  const body = new URLSearchParams({ crumb: readCookie(CRUMB_COOKIE) ?? '', event, data: JSON.stringify(data) });
  fetch(apiUrl('/api/events/RecordEvent'), { method: 'POST', credentials: 'same-origin', keepalive: true, body }).catch(
    () => undefined, // what cannot be counted is not counted
  );
}
