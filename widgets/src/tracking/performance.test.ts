import { type Browser, ID, IDLE_MS, openBrowser, pass } from './browser.fixture.ts';

const MEASURED = { tracking: { performance: true } };
const SETTINGS = '/api/1/performance/settings';
const RECORDS = '/api/1/performance/records';

type Entry = Record<string, unknown>;
/** The browser's own measurements: what has been observed, by the type of its entries. */
const observers = new Map<string, ((entries: Entry[]) => void)[]>();
const occurs = (type: string, entry: Entry) => {
  for (const observer of observers.get(type) ?? []) observer([{ entryType: type, ...entry }]);
};
class Observer {
  static readonly supportedEntryTypes = ['paint', 'largest-contentful-paint', 'layout-shift', 'event', 'first-input'];
  constructor(private readonly tell: (list: { getEntries: () => Entry[] }) => void) {}
  observe({ type }: { type: string }) {
    observers.set(type, [...(observers.get(type) ?? []), (entries) => this.tell({ getEntries: () => entries })]);
  }
  takeRecords = () => [];
  disconnect() {}
}

let browser: Browser;
let settings: object;
let navigation: object[];
beforeEach(() => {
  browser = openBrowser();
  observers.clear();
  settings = { enabled: true, sampleRate: 1, timeoutMs: 30_000 };
  browser.answer = ({ path }) => (path === SETTINGS ? Response.json(settings) : new Response(null, { status: 202 }));
  window.PerformanceObserver = Observer as never;
  navigation = [];
  const getEntriesByType = (type: string) => (type === 'navigation' ? navigation : []);
  Object.defineProperty(performance, 'getEntriesByType', { configurable: true, value: getEntriesByType });
});
afterEach(() => {
  browser.close();
  delete (window as { PerformanceObserver?: unknown }).PerformanceObserver;
});

const records = () => browser.sent(RECORDS).flatMap(({ body }) => JSON.parse(body) as Record<string, unknown>[]);
function hide() {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('K-077 K-079 N-046 a record has its members, and the version of what measures', async () => {
  history.replaceState(null, '', '/bread');
  browser.visit({ ...MEASURED, page: { pageType: 2 } });
  await pass(IDLE_MS);
  hide();
  expect(records()).toEqual([
    {
      analyticsId: ID,
      marketingId: null,
      memberId: null,
      pathname: '/bread',
      hostname: 'localhost',
      version: '4.0.7',
      pageContext: {
        accountId: 'acc-1',
        websiteId: 'site-1',
        templateId: 'tpl-1',
        pageType: 2,
        platform: 'website',
        language: 'en-US',
        timeZone: 'America/New_York',
      },
      timings: expect.any(Object) as object,
    },
  ]);
});

test('K-080 the timings are TTFB, FCP, LCP, CLS, INP and FID; what did not occur is null', async () => {
  navigation = [{ responseStart: 12, activationStart: 0 }];
  jest.spyOn(performance, 'now').mockReturnValue(5000);
  browser.visit(MEASURED);
  await pass(IDLE_MS);
  occurs('paint', { name: 'first-contentful-paint', startTime: 40 });
  occurs('largest-contentful-paint', { startTime: 90 });
  occurs('first-input', { startTime: 100, processingStart: 116 });
  await pass(100);
  hide();
  const { timings } = records()[0] as { timings: Record<string, number | null> };
  expect(Object.keys(timings)).toEqual(['TTFB', 'FCP', 'LCP', 'CLS', 'INP', 'FID']);
  expect(timings).toMatchObject({ TTFB: 12, FCP: 40, LCP: 90, FID: 16, INP: null });
});

test('K-078 N-045 a page that is never hidden has its record sent at 30 s, and only once', async () => {
  browser.visit(MEASURED);
  await pass(IDLE_MS + 29_000);
  expect(records()).toHaveLength(0);
  await pass(1000);
  expect(records()).toHaveLength(1);
  hide();
  window.dispatchEvent(new Event('pagehide'));
  expect(records()).toHaveLength(1);
});

test('K-080 a page that is left waits for what was measured last: a browser says pagehide first, then that it is hidden', async () => {
  browser.visit(MEASURED);
  await pass(IDLE_MS);
  window.dispatchEvent(new Event('pagehide'));
  expect(records()).toHaveLength(0);
  hide();
  expect(records()).toHaveLength(1);
});

test('K-078 a request for the settings that gets no answer is given up after 30 s', async () => {
  browser.answer = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
  browser.visit(MEASURED);
  await pass(IDLE_MS);
  const asked = browser.requests.find(({ path }) => path === SETTINGS);
  await pass(29_000);
  expect(asked?.signal.aborted).toBe(false);
  await pass(1000);
  expect(asked?.signal.aborted).toBe(true);
  hide();
  await pass(2000);
  expect(records()).toEqual([]);
  expect(browser.requests.map(({ path }) => path)).toEqual([SETTINGS]); // nor is it reported
});

test.each([
  ['none with a sample rate of 0', { enabled: true, sampleRate: 0 }, 0],
  ['one with a sample rate of 1', { enabled: true, sampleRate: 1 }, 1],
  ['none when measuring is off', { enabled: false, sampleRate: 1 }, 0],
])('K-081 the settings are read first, and a hidden page sends %s', async (_, told, count) => {
  settings = { ...told, timeoutMs: 30_000 };
  browser.visit(MEASURED);
  await pass(IDLE_MS);
  expect(browser.requests.map(({ path }) => path)).toEqual([SETTINGS]);
  expect(records()).toEqual([]);
  hide();
  expect(records()).toHaveLength(count);
});

test('K-081 a site that does not measure does not ask for the settings', async () => {
  browser.visit({ tracking: { performance: false } });
  await pass(IDLE_MS + 1000);
  expect(browser.requests).toEqual([]);
});
