import { DEFAULT_PAGE } from '../test/defaultPage.ts';
import { forgetVisitor } from './identity.ts';
import type { TrackedPage } from './page.ts';
import { startTracker } from './start.ts';

/** When the tests' week begins: a Monday, 08:00 UTC. */
export const MONDAY = Date.UTC(2026, 2, 2, 8);
export const ID = 'ab'.repeat(16);

type Kept = { value: string; expires: number; attributes: string };
type TrackedEvent = { eventName: string; payload: Record<string, unknown> };
export type Beacon = { path: string; host: string; body: string; type: string };
export type Request = {
  method: string;
  path: string;
  host: string;
  body: string;
  headers: Headers;
  signal: AbortSignal;
};

/** A browser whose clock stands still, with a cookie jar that follows it, and a network that notes what is sent. */
export type Browser = {
  cookies: Map<string, Kept>;
  beacons: Beacon[];
  requests: Request[];
  /** What the network answers; throw for a network that is gone. */
  answer: (request: Request) => Response | Promise<Response>;
  /** The beacons of one path. */
  sent: (path: string) => Beacon[];
  /** The hits of one event number, their data parsed. */
  hits: (event: number) => (TrackedEvent & { ss_cvr: string })[];
  /** The pipeline's events of one schema, their content parsed. */
  pipeline: (schema: string) => Record<string, unknown>[];
  visit: (over?: PageOver) => () => void;
  close: () => void;
};

type PageOver = { [K in keyof TrackedPage]?: Partial<TrackedPage[K]> };

/** A page of the site; members that are named replace the defaults. */
export function pageOf(over: PageOver = {}): TrackedPage {
  const { website, page, featureFlags } = DEFAULT_PAGE;
  return {
    apiBaseUrl: '',
    website: { ...website, id: 'site-1', accountId: 'acc-1', templateId: 'tpl-1', ...over.website },
    page: { ...page, pageId: 'page-1', ...over.page },
    featureFlags: { ...featureFlags, ...over.featureFlags },
    products: (over.products ?? []) as TrackedPage['products'],
    tracking: { performance: false, ...over.tracking },
  };
}

function cookieJar(cookies: Browser['cookies']) {
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () =>
      [...cookies]
        .filter(([, { expires }]) => expires > Date.now())
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; '),
    set: (text: string) => {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(text) ?? [];
      const age = /max-age=(\d+)/.exec(attributes)?.[1];
      cookies.set(name, { value, attributes, expires: age === undefined ? Infinity : Date.now() + Number(age) * 1000 });
    },
  });
}

const place = (url: string) => {
  const { pathname, host } = new URL(url, location.href);
  return { path: pathname, host };
};

export function openBrowser(now = MONDAY): Browser {
  jest.useFakeTimers({ now });
  const cookies: Browser['cookies'] = new Map();
  const running: (() => void)[] = [];
  cookieJar(cookies);
  history.replaceState(null, '', '/');
  delete window.loggiaTold;
  forgetVisitor();
  cookies.clear();
  localStorage.clear();
  sessionStorage.clear();
  jest.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => (bytes as Uint8Array).fill(0xab) as never);

  const browser: Browser = {
    cookies,
    beacons: [],
    requests: [],
    answer: () => new Response(null, { status: 204 }),
    sent: (path) => browser.beacons.filter((beacon) => beacon.path === path),
    hits: (event) =>
      browser
        .sent('/api/census/RecordHit')
        .map(({ body }) => new URLSearchParams(body))
        .filter((fields) => fields.get('event') === String(event))
        .map((fields) => ({
          ...(JSON.parse(fields.get('data') ?? '') as TrackedEvent),
          ss_cvr: fields.get('ss_cvr') ?? '',
        })),
    pipeline: (schema) =>
      browser
        .sent('/api/v1/clanker/events')
        .map(({ body }) => JSON.parse(body) as { eventContent: string; eventSchemaName: string })
        .filter(({ eventSchemaName }) => eventSchemaName === schema)
        .map(({ eventContent }) => JSON.parse(eventContent) as Record<string, unknown>),
    visit: (over) => {
      const stop = startTracker(pageOf(over));
      running.push(stop);
      return stop;
    },
    close: () => {
      for (const stop of running) stop();
      jest.useRealTimers();
      delete (document as { cookie?: string }).cookie;
    },
  };
  jest.spyOn(navigator, 'sendBeacon').mockImplementation((url, body) => {
    const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : typeof body;
    browser.beacons.push({ ...place(String(url)), body: (body as string | URLSearchParams).toString(), type });
    return true;
  });
  jest.spyOn(window, 'fetch').mockImplementation(async (url, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.body instanceof URLSearchParams) headers.set('content-type', 'application/x-www-form-urlencoded');
    const request: Request = {
      ...place(url as string),
      method: init.method ?? 'GET',
      body: init.body instanceof URLSearchParams ? init.body.toString() : ((init.body as string | undefined) ?? ''),
      headers,
      signal: init.signal as AbortSignal,
    };
    browser.requests.push(request);
    return browser.answer(request);
  });
  return browser;
}

/** Lets time pass: timers, idle moments and what follows from them. */
export const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** Long enough for the idle part to come. */
export const IDLE_MS = 10;
