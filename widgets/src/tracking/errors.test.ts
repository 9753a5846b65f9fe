import { type Browser, MONDAY, openBrowser, pageOf, pass } from './browser.fixture.ts';
import { errorReporter, type ReporterOptions } from './errors.ts';

const PATH = '/api/events/RecordJavascriptErrors';
type Report = { event: string; data: string; timestamp: number };

let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
  browser.cookies.set('crumb', { value: 'c%2F1', attributes: '', expires: Infinity });
});
afterEach(() => browser.close());

const reporter = (over: Partial<ReporterOptions> = {}) => errorReporter({ app: 'shop', page: pageOf(), ...over });
const sent = () => browser.requests.filter(({ path }) => path === PATH);
const batches = () => sent().map(({ body }) => JSON.parse(body) as Report[]);
const dataOf = (report: Report | undefined) => JSON.parse(report?.data ?? '') as Record<string, unknown>;
const throwInPage = (error: Error) =>
  window.dispatchEvent(
    new ErrorEvent('error', { error, message: error.message, filename: '/a.js', lineno: 3, colno: 7 }),
  );

test('K-065 an error of the page is one POST', async () => {
  browser.visit();
  throwInPage(new Error('no flour'));
  await pass(1000);
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.method).toBe('POST');
  expect(dataOf(batches()[0]?.[0])).toMatchObject({ message: 'no flour', file: '/a.js', line: 3, column: 7 });
});

test('K-065 a rejection that nobody handled is an error too', async () => {
  browser.visit();
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new TypeError('no yeast') }));
  await pass(1000);
  expect(dataOf(batches()[0]?.[0]).message).toBe('no yeast');
});

test('S-744 an error of a page that a link with a key opened tells no key', async () => {
  history.replaceState(null, '', '/checkout?cartToken=c-1&utm=x');
  reporter().report({ error: new Error('a') });
  await pass(1000);
  expect(dataOf(batches()[0]?.[0]).url).toBe(`${location.origin}/checkout?utm=x`);
});

test('K-066 the body is an array of event name, data as a JSON string, and time', async () => {
  reporter().report({ error: new Error('a') });
  await pass(1000);
  const [reports] = batches();
  expect(reports).toEqual([{ event: 'JavascriptError', data: expect.any(String) as string, timestamp: MONDAY }]);
});

test('K-067 the report is JSON and carries the crumb', async () => {
  reporter().report({ error: new Error('a') });
  await pass(1000);
  expect(sent()[0]?.headers.get('content-type')).toBe('application/json');
  expect(sent()[0]?.headers.get('x-csrf-token')).toBe('c/1');
});

test('K-067 a refusal that brings a first crumb is answered once; another is not', async () => {
  browser.cookies.clear();
  browser.answer = () => {
    browser.cookies.set('crumb', { value: 'fresh', attributes: '', expires: Infinity });
    return new Response(null, { status: 403 });
  };
  reporter().report({ error: new Error('a') });
  await pass(1000);
  expect(sent().map(({ headers }) => headers.get('x-csrf-token'))).toEqual(['', 'fresh']);
});

test('K-068 the data of a report has exactly these members', async () => {
  reporter({ customData: () => ({ theme: 'dark' }) }).report({
    error: Object.assign(new Error('a'), { stack: 'Error: a\n at b' }),
    filename: '/a.js',
    lineno: 3,
    colno: 7,
  });
  await pass(1000);
  expect(dataOf(batches()[0]?.[0])).toEqual({
    app: 'shop',
    message: 'a',
    stack: 'Error: a\n at b',
    file: '/a.js',
    line: 3,
    column: 7,
    customData: { theme: 'dark' },
    websiteId: 'site-1',
    templateId: 'tpl-1',
    url: location.href,
    userAgent: navigator.userAgent,
    timestamp: MONDAY,
  });
});

test.each([
  ['a text', 'plain', 'plain'],
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
])('K-068 what was thrown may be %s', async (_, error, message) => {
  reporter().report({ error });
  await pass(1000);
  expect(dataOf(batches()[0]?.[0])).toMatchObject({ message, stack: '' });
});

test('K-069 N-044 a stack is cut at 5000 characters', async () => {
  reporter().report({ error: Object.assign(new Error('a'), { stack: 'x'.repeat(6000) }) });
  await pass(1000);
  expect(dataOf(batches()[0]?.[0]).stack).toHaveLength(5000);
});

test('K-070 N-043 two errors half a second apart are one request, one second after the second', async () => {
  const { report } = reporter();
  report({ error: new Error('a') });
  await pass(500);
  report({ error: new Error('b') });
  await pass(999);
  expect(sent()).toHaveLength(0);
  await pass(1);
  expect(batches().map((reports) => reports.map((one) => dataOf(one).message))).toEqual([['a', 'b']]);
});

test('K-071 N-042 of fifteen errors at once the first ten are sent', async () => {
  const { report } = reporter();
  for (let n = 0; n < 15; n += 1) report({ error: new Error(String(n)) });
  await pass(5000);
  expect(batches().map((reports) => reports.length)).toEqual([10]);
  expect(dataOf(batches()[0]?.[9]).message).toBe('9');
});

test('K-072 N-041 after twenty requests of a page nothing more is reported', async () => {
  const { report, flush } = reporter();
  for (let n = 0; n < 25; n += 1) {
    report({ error: new Error(String(n)) });
    await pass(2000);
  }
  flush();
  expect(sent()).toHaveLength(20);
});

test('K-073 K-074 a reporter without an app says so and reports as unknown', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { report } = reporter({ app: '' });
  expect(log.mock.calls).toEqual([['Error Reporter Missing App Name configuration']]);
  report({ error: new Error('a') });
  await pass(1000);
  expect(dataOf(batches()[0]?.[0]).app).toBe('unknown');
});

test('K-075 a callback that throws leaves its mark, and the rest of the report stands', async () => {
  reporter({
    customData: () => {
      throw new Error('inner');
    },
  }).report({ error: new Error('outer') });
  await pass(1000);
  expect(dataOf(batches()[0]?.[0])).toMatchObject({ errorInCallback: true, message: 'outer', app: 'shop' });
});

test('K-075 so does one whose answer cannot be written', async () => {
  const round: Record<string, unknown> = {};
  round.self = round;
  reporter({ customData: () => round }).report({ error: new Error('outer') });
  await pass(1000);
  expect(dataOf(batches()[0]?.[0])).toMatchObject({ errorInCallback: true, customData: null });
});

test('K-076 a report that fails is not reported', async () => {
  browser.answer = () => {
    throw new TypeError('Failed to fetch');
  };
  browser.visit();
  throwInPage(new Error('a'));
  await pass(60_000);
  expect(sent()).toHaveLength(1);
});

test('K-065 K-070 a page that closes within the second takes no error with it', () => {
  browser.visit();
  throwInPage(new Error('late'));
  window.dispatchEvent(new Event('pagehide'));
  expect(dataOf(batches()[0]?.[0]).message).toBe('late');
});

test('K-065 errors are reported where visits are not counted, and not at all where the owner says so', async () => {
  const stop = browser.visit({ page: { pageType: 7 } });
  throwInPage(new Error('a'));
  await pass(1000);
  expect(sent()).toHaveLength(1);
  stop();
  browser.visit({ tracking: { errors: false } });
  throwInPage(new Error('b'));
  await pass(1000);
  expect(sent()).toHaveLength(1);
});
