import { tell } from '../platform/tell.ts';
import { type Browser, ID, IDLE_MS, MONDAY, openBrowser, pass } from './browser.fixture.ts';

let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  browser.close();
  document.body.innerHTML = '';
});

const searchPage = { page: { pageType: 4 } };

test('K-025 K-043 N-021 a page view is one form-encoded beacon with event, data and the return cookie', () => {
  browser.visit();
  const [hit, ...more] = browser.beacons;
  expect(more).toEqual([]);
  expect(hit).toMatchObject({ path: '/api/census/RecordHit', type: 'application/x-www-form-urlencoded' });
  const fields = new URLSearchParams(hit?.body);
  expect([...fields.keys()]).toEqual(['event', 'data', 'ss_cvr']);
  expect(fields.get('event')).toBe('1');
  expect(fields.get('ss_cvr')).toBe(`${ID}|${MONDAY}|${MONDAY}|${MONDAY}|1`);
});

test('K-042 an analytics event has its name and exactly these eight members', () => {
  history.replaceState(null, '', '/bread?x=1#oven');
  browser.visit();
  expect(browser.hits(1)[0]).toEqual({
    ss_cvr: expect.any(String) as string,
    eventName: 'page_view',
    payload: {
      pagePath: '/bread',
      pageHash: '#oven',
      websiteId: 'site-1',
      templateId: 'tpl-1',
      variantId: null,
      memberAccountId: null,
      member_locale: null,
      website_locale: 'en-US',
    },
  });
});

test('K-025 a page that comes back out of the history is seen once more', () => {
  browser.visit();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(browser.hits(1)).toHaveLength(1);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(browser.hits(1)).toHaveLength(2);
});

test('K-026 K-027 N-021 the search page is no page view, its query is a site search', async () => {
  history.replaceState(null, '', '/search?q=rye%20bread');
  browser.visit(searchPage);
  await pass(IDLE_MS);
  expect(browser.hits(1)).toEqual([]);
  expect(browser.hits(2).map(({ payload }) => payload.query)).toEqual(['rye bread']);
});

test('K-027 a search page without a query is no search; what is asked there later is, each question once', async () => {
  history.replaceState(null, '', '/search');
  browser.visit(searchPage);
  await pass(IDLE_MS);
  expect(browser.hits(2)).toEqual([]);
  for (const query of ['rye', 'rye', '', 'oats']) tell('loggia:search', { query });
  expect(browser.hits(2).map(({ payload }) => payload.query)).toEqual(['rye', 'oats']);
});

test('K-028 K-029 N-021 a heartbeat each 30 s while the visitor is there', async () => {
  browser.visit();
  await pass(IDLE_MS + 29_900);
  expect(browser.hits(10)).toHaveLength(0);
  await pass(100);
  expect(browser.hits(10)).toHaveLength(1);
  await pass(30_000); // nobody touched anything
  expect(browser.hits(10)).toHaveLength(1);
  document.dispatchEvent(new Event('keydown'));
  await pass(30_000);
  expect(browser.hits(10)).toHaveLength(2);
});

test('K-029 a hidden tab has no heartbeat', async () => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  browser.visit();
  await pass(IDLE_MS + 120_000);
  expect(browser.hits(10)).toEqual([]);
});

const media = (html: string) => {
  document.body.insertAdjacentHTML('beforeend', html);
  return document.body.lastElementChild as HTMLMediaElement;
};

test('K-030 N-021 an audio item that is played is one hit, however often it is paused', async () => {
  browser.visit();
  await pass(IDLE_MS);
  const audio = media('<audio src="/files/loaf.mp3"></audio>');
  audio.dispatchEvent(new Event('play'));
  audio.dispatchEvent(new Event('play'));
  expect(browser.hits(20)).toHaveLength(1);
  expect(browser.hits(20)[0]?.payload.source).toContain('/files/loaf.mp3');
  expect(browser.hits(21)).toEqual([]);
});

test('K-031 N-021 a video that is started is one hit; a silent film behind a page is none', async () => {
  browser.visit();
  await pass(IDLE_MS);
  media('<video src="/files/oven.mp4"></video>').dispatchEvent(new Event('play'));
  const film = media('<video src="/files/flour.mp4" autoplay></video>');
  film.muted = true;
  film.dispatchEvent(new Event('play'));
  expect(browser.hits(21)).toHaveLength(1);
});

test('K-031 an embedded video, which nobody can hear from outside, is told by its widget', async () => {
  browser.visit();
  await pass(IDLE_MS);
  tell('loggia:video', { source: 'https://video.example/1' });
  expect(browser.hits(21)[0]?.payload.source).toBe('https://video.example/1');
});

test('K-053 a browser without beacons falls back to a request, and one that fails breaks nothing', async () => {
  jest.mocked(navigator.sendBeacon).mockReturnValue(false);
  browser.answer = () => {
    throw new TypeError('Failed to fetch');
  };
  browser.visit();
  await pass(IDLE_MS + 5000);
  expect(browser.requests.map(({ path }) => path)).toEqual(['/api/census/RecordHit']); // and no report of an error
});
