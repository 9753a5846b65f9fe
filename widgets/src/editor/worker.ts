import type { FORGET_ANSWERS } from '../contract/names.ts';
import { answerTo, forget, forgetAnswers, keepAll } from './worker/keep.ts';
import { noticeOf, open, type Shows, show, type Windows } from './worker/notice.ts';

/** What a service worker has and a page has not; the library of types for pages does not know it. */
type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Waiting & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Told = Waiting & { data: unknown };
type Pushed = Waiting & { data: { text: () => string } | null };
type Clicked = Waiting & { notification: { data: unknown; close: () => void } };
type Worker = {
  addEventListener: ((type: 'install' | 'activate', listen: (event: Waiting) => void) => void) &
    ((type: 'fetch', listen: (event: Fetching) => void) => void) &
    ((type: 'message', listen: (event: Told) => void) => void) &
    ((type: 'push', listen: (event: Pushed) => void) => void) &
    ((type: 'notificationclick', listen: (event: Clicked) => void) => void);
  registration: Shows;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: () => Promise<{ postMessage: (said: unknown) => void }[]>;
  } & Windows;
};
const worker = self as unknown as Worker;
/** What a page sends that forgets the answers alone. */
const ANSWERS: typeof FORGET_ANSWERS = 'answers';

/** Tells every page of the editor since when what it shows is known; null when the shop answers again. */
let told: number | null = null;
async function tell(keptOn: number | null) {
  if (told === null && keptOn === null) return;
  told = keptOn;
  for (const page of await worker.clients.matchAll()) page.postMessage({ keptOn });
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request, tell);
  if (answer) event.respondWith(answer);
});
worker.addEventListener('message', (event) => {
  const said = Object(event.data) as { keep?: unknown; forget?: unknown };
  if (Array.isArray(said.keep)) event.waitUntil(keepAll(said.keep.filter((url) => typeof url === 'string')));
  if (said.forget) event.waitUntil(said.forget === ANSWERS ? forgetAnswers() : forget());
});
// A registration of its own scope hears these: it sees no calls, and keeps nothing.
worker.addEventListener('push', (event) => event.waitUntil(show(worker.registration, noticeOf(event.data?.text()))));
worker.addEventListener('notificationclick', (event) => event.waitUntil(open(worker.clients, event.notification)));
