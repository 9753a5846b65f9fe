import type { KEPT_ANSWERS } from '../../contract/names.ts';

/**
 * What the editor keeps on a device whose owner asked for it, to be read without a connection: its program, its page, and the last
 * answers about orders. The network always comes first where something may have changed; nothing that changes anything is kept.
 */
const PROGRAM = 'loggia-program';
// The types hold it to the name that others know: the worker imports nothing.
const ANSWERS: typeof KEPT_ANSWERS = 'loggia-answers';
/** When an answer was kept, in UTC milliseconds. */
const KEPT_ON = 'x-loggia-kept-on';
/** The one page of the editor, whichever part of it is open. */
const PAGE = '/config/home';
/** How many orders are kept, and how many files of the program: enough for two versions of it. */
const MOST_ANSWERS = 80;
const MOST_FILES = 400;

export type Kind = 'program' | 'page' | 'answer';

/** What of this is kept; null for everything else, which never passes through here. */
export function kindOf(method: string, address: string): Kind | null {
  if (method !== 'GET') return null;
  const { pathname, searchParams } = new URL(address);
  if (pathname.startsWith('/config/assets/')) return 'program';
  if (/^\/config\/api\/(site|home)$/.test(pathname)) return 'answer';
  if (/^\/api\/commerce\/desk\/(counts|carriers|orders|orders\/[^/]+)$/.test(pathname))
    return searchParams.has('cursor') ? null : 'answer';
  const isPage = pathname === '/config' || (pathname.startsWith('/config/') && !/\.|^\/config\/api\//.test(pathname));
  return isPage ? 'page' : null;
}

type Tell = (keptOn: number | null) => Promise<void>;

/** Removes the oldest of what is kept, so that it does not grow for ever. */
async function trim(cache: Cache, most: number) {
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)));
}

/** How often answers were forgotten: one that was asked for before that is not kept after it. */
let forgotten = 0;

async function put(name: string, key: string, answer: Response, most: number, isWanted = () => true): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(KEPT_ON, String(Date.now()));
  const { status, statusText } = answer;
  const body = await answer.blob();
  if (!isWanted()) return;
  const cache = await caches.open(name);
  // What is kept again is the newest again.
  await cache.delete(key, { ignoreVary: true });
  await cache.put(key, new Response(body, { status, statusText, headers }));
  await trim(cache, most);
  if (!isWanted()) await caches.delete(name);
}

const find = async (name: string, key: string) => (await caches.open(name)).match(key, { ignoreVary: true });

/** Of the program: each file has a name of its own for what is in it, so that the first that was got is right. */
async function program(request: Request): Promise<Response> {
  const kept = await find(PROGRAM, request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await put(PROGRAM, request.url, answer.clone(), MOST_FILES);
  return answer;
}

/** What may have changed: as the server says it, and what it said last where nobody answers. */
async function lastKnown(request: Request, key: string, tell: Tell): Promise<Response> {
  const asked = forgotten;
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) {
    // Who may no longer see it keeps nothing of it.
    if (answer.status === 401 || answer.status === 403) await forgetAnswers();
    else if (answer.ok && !answer.redirected)
      await put(ANSWERS, key, answer.clone(), MOST_ANSWERS, () => asked === forgotten);
    await tell(null);
    return answer;
  }
  const kept = await find(ANSWERS, key);
  if (!kept) return answer ?? Response.error();
  await tell(Number(kept.headers.get(KEPT_ON)));
  return kept;
}

/** The answer to a request, where it is one that is kept; null leaves it to the browser. */
export function answerTo(request: Request, tell: Tell): Promise<Response> | null {
  const kind = kindOf(request.method, request.url);
  if (kind === null) return null;
  if (kind === 'program') return program(request);
  return lastKnown(request, kind === 'page' ? new URL(PAGE, request.url).href : request.url, tell);
}

/** Keeps files of the program that were got before anything was kept. */
export async function keepAll(urls: readonly string[]): Promise<void> {
  const wanted = urls.filter((url) => kindOf('GET', url) === 'program');
  await Promise.all(wanted.map((url) => program(new Request(url)).catch(() => undefined)));
}

/** Forgets what the shop said; the program stays. */
export async function forgetAnswers(): Promise<void> {
  forgotten += 1;
  await caches.delete(ANSWERS);
}

/** Forgets everything. */
export async function forget(): Promise<void> {
  await Promise.all([forgetAnswers(), caches.delete(PROGRAM)]);
}
