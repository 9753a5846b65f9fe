import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { expireCookie, writeCookie } from '../test/cookies.ts';
import { initTexts } from '../text/text.ts';
import { CALL_TIMEOUT_MS, call, setSiteUserToken } from './call.ts';
import { CENSUS_TIMEOUT_MS, census } from './census.ts';
import { CallError } from './failure.ts';
import { purchaseMessage } from './failureText.ts';
import { formMessage } from './formMessage.ts';

beforeEach(() => {
  initTexts();
  expireCookie('crumb');
  setSiteUserToken(undefined);
});
const failure = async (promise: Promise<unknown>) => {
  const thrown: unknown = await promise.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(CallError);
  return (thrown as CallError).failure;
};

test('the crumb cookie goes as X-CSRF-Token, the session token as X-SiteUser-XSRF-Token (W-225)', async () => {
  writeCookie('crumb', 'c1');
  setSiteUserToken('x1');
  const heads: (string | null)[][] = [];
  server.use(
    http.all('*/api/x', ({ request }) => {
      heads.push([request.headers.get('x-csrf-token'), request.headers.get('x-siteuser-xsrf-token')]);
      return HttpResponse.json({});
    }),
  );
  await call('POST', '/api/x', { json: {} });
  await call('GET', '/api/x');
  expect(heads).toEqual([
    ['c1', 'x1'],
    ['c1', null],
  ]);
});

test('a new visitor’s first call is repeated once with the crumb its refusal brought', async () => {
  let calls = 0;
  server.use(
    http.post('*/api/x', ({ request }) => {
      calls += 1;
      if (request.headers.get('x-csrf-token') === 'fresh') return HttpResponse.json({ ok: true });
      writeCookie('crumb', 'fresh');
      return HttpResponse.json({ crumbFail: true }, { status: 403 });
    }),
  );
  expect(await call('POST', '/api/x', { json: {} })).toEqual({ ok: true });
  expect(calls).toBe(2);
});

test('A-007 a crumb that other first calls replaced meanwhile is taken anew, three times at most', async () => {
  writeCookie('crumb', 'c0');
  let calls = 0;
  let right = 3;
  server.use(
    http.post('*/api/x', ({ request }) => {
      calls += 1;
      if (calls === right && request.headers.get('x-csrf-token') === `c${calls - 1}`)
        return HttpResponse.json({ ok: true });
      writeCookie('crumb', `c${calls}`);
      return HttpResponse.json({ crumbFail: true }, { status: 403 });
    }),
  );
  expect(await call('POST', '/api/x', { json: {} })).toEqual({ ok: true });
  expect(calls).toBe(3);
  [calls, right] = [0, 9];
  expect(await failure(call('POST', '/api/x'))).toMatchObject({ status: 403, crumbFail: true });
  expect(calls).toBe(4);
});

test('a call with a stale crumb is not repeated: the shopper is told', async () => {
  writeCookie('crumb', 'stale');
  let calls = 0;
  server.use(
    http.post('*/api/x', () => {
      calls += 1;
      return HttpResponse.json({ crumbFail: true }, { status: 403 });
    }),
  );
  const failed = await failure(call('POST', '/api/x'));
  expect(calls).toBe(1);
  expect(purchaseMessage(failed)).toBe('Your session has expired. Please reload the page and try again.');
});

test('no answer is offline, a late one a timeout', async () => {
  server.use(http.get('*/api/x', () => HttpResponse.error()));
  expect(await failure(call('GET', '/api/x'))).toMatchObject({ kind: 'offline', status: 0 });
  server.use(http.get('*/api/x', () => new Promise<never>(() => undefined)));
  expect(await failure(call('GET', '/api/x', { timeoutMs: 20 }))).toMatchObject({ kind: 'timeout' });
  expect(CALL_TIMEOUT_MS).toBeLessThanOrEqual(30_000);
});

test('a failure without JSON keeps its status', async () => {
  server.use(http.get('*/api/x', () => new HttpResponse('<html>', { status: 502 })));
  expect(await failure(call('GET', '/api/x'))).toMatchObject({ kind: 'http', status: 502, crumbFail: false });
});

test.each([
  ['W-090', 'offline', 0, {}, 'Please check your internet connection.'],
  ['W-057', 'http', 429, {}, 'Please try again in a few seconds.'],
  ['W-058', 'http', 400, { message: 'X' }, 'X'],
  ['an answer without a message', 'http', 502, {}, 'Something went wrong'],
] as const)('%s a purchase call that fails reads right', (_id, kind, status, over, expected) => {
  expect(purchaseMessage({ kind, status, crumbFail: false, body: {}, ...over })).toBe(expected);
});

test('W-042 N-048 census calls are given up after 2.5 seconds, and nothing is said', async () => {
  expect(CENSUS_TIMEOUT_MS).toBe(2500);
  jest.useFakeTimers();
  const signals: AbortSignal[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = jest.fn((_url, init?: RequestInit) => {
    if (init?.signal) signals.push(init.signal);
    return new Promise<Response>((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  });
  census.buttonClick('loaf');
  await jest.advanceTimersByTimeAsync(2499);
  expect(signals[0]?.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(signals[0]?.aborted).toBe(true);
  globalThis.fetch = real;
  jest.useRealTimers();
});

test.each([
  ['W-164', 401, 'Unable to submit form. Please try again later.'],
  ['W-165', 404, 'This form has not been configured yet.'],
  ['W-166', 429, 'Unable to submit form. Submission rate limit exceeded. Please try again later.'],
  ['W-167', 500, 'Unable to send form. Please try again later.'],
  ['W-158', 418, 'Unknown error, please try again later.'],
  ['W-170', 400, 'Unknown error, please try again later.'],
] as const)('%s a form answered %i reads right', async (_id, status, expected) => {
  const { addTexts } = await import('../text/text.ts');
  const { FORMS_TEXTS } = await import('../text/catalogue/forms.ts');
  addTexts(FORMS_TEXTS);
  expect(formMessage({ kind: 'http', status, crumbFail: false, body: {} })).toBe(expected);
});
