import { unsafeHeaders } from './ask.ts';

const PATH = '/api/commerce/desk/events';
/** Before a stream that ended is opened again, in milliseconds: longer each time that it says nothing. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;

type Heard = { name: string; id: string };

/** The events of a stream as they arrive. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Heard> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const line = (name: string) => event.split('\n').find((one) => one.startsWith(`${name}: `));
      const [name, id] = [line('event'), line('id')];
      if (name && id) yield { name: name.slice(7), id: id.slice(4) };
    }
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Reads one stream to its end; false when the shop does not let this page in. */
async function read(last: string | undefined, signal: AbortSignal, hear: (heard: Heard) => void): Promise<boolean> {
  const headers = { ...unsafeHeaders(), ...(last ? { 'last-event-id': last } : {}) };
  const answer = await fetch(PATH, { headers, credentials: 'same-origin', signal });
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return false;
  if (answer.ok && answer.body) for await (const heard of eventsOf(answer.body)) hear(heard);
  return true;
}

/** How long a stream that nobody listens to stays open, in milliseconds: an order is opened, and the list is there again. */
const LINGER = 20_000;

type Stream = {
  listeners: Set<{ changed: () => void }>;
  close?: () => void;
  leaving?: ReturnType<typeof setTimeout>;
  hasMissed: boolean;
};
const streams = new WeakMap<object, Stream>();

/**
 * Calls `changed` whenever an order came in or something was done at the desk, until the answer is called. All that share a cache of
 * answers listen to one stream: the shop gives each session a few, and notices late that one was left.
 */
export function listen(cache: object, changed: () => void): () => void {
  const stream = streams.get(cache) ?? { listeners: new Set(), hasMissed: false };
  streams.set(cache, stream);
  const listener = { changed };
  clearTimeout(stream.leaving);
  stream.listeners.add(listener);
  if (stream.hasMissed) changed();
  stream.hasMissed = false;
  stream.close ??= open(() => {
    stream.hasMissed = stream.listeners.size === 0;
    for (const one of stream.listeners) one.changed();
  });
  return () => {
    stream.listeners.delete(listener);
    if (stream.listeners.size > 0) return;
    stream.leaving = setTimeout(() => {
      stream.close?.();
      streams.delete(cache);
    }, LINGER);
  };
}

/**
 * Opens a stream, until the answer is called. A window that is not seen listens to nothing, and asks what it missed when it is seen
 * again. `EventSource` could not say who asks.
 */
function open(changed: () => void): () => void {
  let last: string | undefined;
  let now: AbortController | undefined;
  const run = async (signal: AbortSignal) => {
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      const hear = ({ name, id }: Heard) => {
        if (signal.aborted) return;
        last = id;
        pause = FIRST_PAUSE;
        if (name === 'orders') changed();
      };
      // A stream that breaks is opened again.
      if (!(await read(last, signal, hear).catch(() => true))) return;
      await wait(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  };
  const look = () => {
    now?.abort();
    now = document.hidden ? undefined : new AbortController();
    if (now) void run(now.signal);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    now?.abort();
  };
}
