import { type Browser, IDLE_MS, MONDAY, openBrowser, pageOf, pass } from './browser.fixture.ts';
import type { View } from './events.ts';
import { sourceEnvironment, track } from './pipeline.ts';

let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => browser.close());

const viewOf = (over?: Parameters<typeof pageOf>[0]): View => ({
  page: pageOf(over),
  analyticsId: 'a-1',
  marketingId: 'm-1',
  sessionId: 's-1',
  memberId: 'u-1',
});

test('K-052 the newer tag sends page views to the pipeline; without its flag there is nothing but the hit', async () => {
  browser.visit();
  await pass(IDLE_MS);
  expect(browser.beacons.map(({ path }) => path)).toEqual(['/api/census/RecordHit']);
  browser.visit({ featureFlags: { analyticsTagV2: true } });
  await pass(IDLE_MS);
  expect(browser.pipeline('page_view')).toHaveLength(1);
});

test('K-055 K-057 N-047 K-022 the content has exactly the members of the specification', async () => {
  history.replaceState(null, '', '/bread?utm=x');
  await track(viewOf({ website: { locale: 'en-GB' } }), 'page_view', {});
  expect(browser.pipeline('page_view')).toEqual([
    {
      analytics_id: 'a-1',
      browser_language: 'en',
      window_height: innerHeight,
      window_width: innerWidth,
      client_name: 'loggia-tracker',
      client_version: '3.8.0',
      marketing_id: 'm-1',
      page_host: location.host,
      page_path: '/bread',
      page_query_params: '?utm=x',
      page_referrer_url: '',
      session_id: 's-1',
      user_agent: navigator.userAgent,
      event_occurrence_timestamp: MONDAY,
      browser_locale: 'en-US',
      custom_schema_name: 'page_view',
      source_environment: 'prod',
      context_website_id: 'site-1',
      destination_url: null,
      member_account_id: 'u-1',
      object_identifier: null,
      resolved_locale: expect.any(String) as string,
      website_locale: 'en-GB',
      member_account_locale: null,
    },
  ]);
});

test('S-744 a page that a link with a key opened tells no key, and neither does the next one', async () => {
  history.replaceState(null, '', '/checkout?cartToken=c-1&utm=x');
  const came = jest
    .spyOn(document, 'referrer', 'get')
    .mockReturnValue('https://shop.example/api/plain/order?order=7&key=k-1');
  await track(viewOf(), 'page_view', {});
  came.mockRestore();
  const [content] = browser.pipeline('page_view');
  expect(content).toMatchObject({
    page_query_params: '?utm=x',
    page_referrer_url: 'https://shop.example/api/plain/order?order=7',
  });
});

test('K-056 the envelope is the content as a JSON string and the name of its schema', async () => {
  await track(viewOf(), 'page_view', {});
  const body = JSON.parse(browser.beacons[0]?.body ?? '') as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['eventContent', 'eventSchemaName']);
  expect(typeof body.eventContent).toBe('string');
  expect(body.eventSchemaName).toBe('page_view');
});

test('K-058 an event goes by beacon; without one by a request', async () => {
  browser.answer = () => new Response(null, { status: 202 });
  await track(viewOf(), 'page_view', {});
  expect([browser.beacons.length, browser.requests.length]).toEqual([1, 0]);
  jest.mocked(navigator.sendBeacon).mockReturnValue(false);
  await track(viewOf(), 'page_view', {});
  expect(browser.requests).toHaveLength(1);
  expect(browser.requests[0]).toMatchObject({ method: 'POST', path: '/api/v1/clanker/events' });
  expect(browser.requests[0]?.headers.get('content-type')).toBe('application/json');
});

test.each([
  [200, undefined],
  [202, undefined],
  [500, 'Error tracking event: HTTP Status 500'],
  [204, 'Error tracking event: HTTP Status 204'],
])('K-059 the status %i of a request', async (status, message) => {
  jest.mocked(navigator.sendBeacon).mockReturnValue(false);
  browser.answer = () => new Response(null, { status });
  const outcome = await track(viewOf(), 'page_view', {}).catch((error: Error) => error.message);
  expect(outcome).toBe(message);
});

test('K-060 an event without payload is refused', async () => {
  await expect(track(viewOf(), 'page_view')).rejects.toThrow('no payload');
  expect(browser.beacons).toEqual([]);
});

test('K-061 an environment that is not set warns of what it must be', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  expect(sourceEnvironment('')).toBe('');
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/dev, staging or prod/)]]);
});

test.each([
  ['dev', 'dev'],
  ['qa', 'staging'],
  ['staging', 'staging'],
  ['prod', 'prod'],
])('K-062 K-064 a %s build sends %s as its environment, to its own host', async (environment, source) => {
  const pipelineUrl = `https://pipeline.${environment}.example`;
  await track(viewOf({ website: { environment }, tracking: { pipelineUrl } }), 'page_view', {});
  expect(browser.beacons.map(({ host, path }) => host + path)).toEqual([
    `pipeline.${environment}.example/api/v1/clanker/events`,
  ]);
  expect(browser.pipeline('page_view')[0]?.source_environment).toBe(source);
});

test('K-063 in validate mode the content itself goes to the check of its schema', async () => {
  browser.answer = () => Response.json({ valid: true });
  await track(viewOf({ tracking: { validate: true } }), 'page_view', {});
  expect(browser.beacons).toEqual([]);
  expect(browser.requests.map(({ path }) => path)).toEqual(['/api/v1/clanker/validate-event-content/page_view']);
  expect(JSON.parse(browser.requests[0]?.body ?? '')).toMatchObject({ custom_schema_name: 'page_view' });
});

test('K-053 an endpoint that fails has no effect that anybody sees', async () => {
  jest.mocked(navigator.sendBeacon).mockReturnValue(false);
  browser.answer = () => new Response(null, { status: 500 });
  browser.visit({ featureFlags: { analyticsTagV2: true, commerceVisitorMetrics: true }, page: { pageType: 5 } });
  await pass(IDLE_MS + 5000);
  const paths = browser.requests.map(({ path }) => path);
  expect(paths.filter((path) => path === '/api/v1/clanker/events')).toHaveLength(2);
  expect(paths).not.toContain('/api/events/RecordJavascriptErrors');
});

test('K-054 a builder of events that throws is reported once, and the page lives on', async () => {
  jest.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new RangeError('no such zone');
  });
  browser.visit({ featureFlags: { analyticsTagV2: true } });
  await pass(IDLE_MS + 5000);
  const reports = browser.requests.filter(({ path }) => path === '/api/events/RecordJavascriptErrors');
  expect(reports).toHaveLength(1);
  expect(reports[0]?.body).toContain('no such zone');
  expect(browser.hits(1)).toHaveLength(1);
});
