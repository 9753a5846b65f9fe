/** Bodies a beacon can carry without asking another origin first: text and form fields. */
export type BeaconBody = string | URLSearchParams;

/** A request that nobody waits for is given up after this long. Milliseconds. */
const FORGET_MS = 2500;

/** What was to be counted did not arrive: nothing is broken, and no error is shown. */
export class NotSent extends Error {}

/** A request that outlives its page. Rejects with `NotSent` when it gets no answer in `timeoutMs`. */
export async function post(
  url: string,
  body: BeaconBody,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<Response> {
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), timeoutMs);
  const { signal } = limit;
  try {
    return await fetch(url, { method: 'POST', credentials: 'include', keepalive: true, headers, body, signal });
  } catch (cause) {
    throw new NotSent('', { cause });
  } finally {
    clearTimeout(late);
  }
}

/** Whether the browser took the body over: it then arrives even when the page closes at once. */
export const queued = (url: string, body: BeaconBody): boolean => {
  try {
    return navigator.sendBeacon(url, body);
  } catch {
    return false; // no beacons here, or a blocked address
  }
};

/** Sends and forgets. */
export function beacon(url: string, body: BeaconBody): void {
  if (!queued(url, body)) post(url, body, {}, FORGET_MS).catch(() => undefined);
}
