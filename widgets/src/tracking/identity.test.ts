import { type Browser, ID, IDLE_MS, MONDAY, openBrowser, pass } from './browser.fixture.ts';

const DAYS_390 = 33_696_000_000;
let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => browser.close());

const setCookie = (name: string, value: string) =>
  browser.cookies.set(name, { value, attributes: '', expires: Infinity });
const TAGGED = { featureFlags: { analyticsTagV2: true } };
/** The analytics id that a page view's event carries. */
async function idOfView() {
  const stop = browser.visit(TAGGED);
  await pass(IDLE_MS);
  stop();
  return browser.pipeline('page_view').at(-1)?.analytics_id;
}

test('K-014 K-016 K-017 N-039 K-018 a session has its id and first-session flag, the browser its landing flag', () => {
  browser.visit();
  expect({ ...sessionStorage }).toEqual({ SS_SESSION_ID: ID, SS_IS_FIRST_SESSION: 'true' });
  expect({ ...localStorage }).toMatchObject({ SS_HAS_LANDED: 'true' });
  expect(Object.keys(localStorage).sort()).toEqual(['SS_ANALYTICS_EXPIRATION', 'SS_ANALYTICS_ID', 'SS_HAS_LANDED']);
});

test('K-015 the second session of a browser is not its first, and the first stays so to its end', () => {
  browser.visit();
  browser.visit();
  expect(sessionStorage.getItem('SS_IS_FIRST_SESSION')).toBe('true');
  sessionStorage.clear();
  browser.visit();
  expect(sessionStorage.getItem('SS_IS_FIRST_SESSION')).toBe('false');
});

test('K-016 a session id that is there is kept, and events carry it', async () => {
  sessionStorage.setItem('SS_SESSION_ID', 'mine');
  browser.visit(TAGGED);
  await pass(IDLE_MS);
  expect(sessionStorage.getItem('SS_SESSION_ID')).toBe('mine');
  expect(browser.pipeline('page_view')[0]).toMatchObject({ session_id: 'mine' });
});

test('K-019 the analytics id comes from the cookie before local storage', async () => {
  setCookie('SS_ANALYTICS_ID', 'of-cookie');
  localStorage.setItem('SS_ANALYTICS_ID', 'of-storage');
  expect(await idOfView()).toBe('of-cookie');
  expect(localStorage.getItem('SS_ANALYTICS_ID')).toBe('of-cookie');
});

test('K-019 the analytics id comes from local storage before memory', async () => {
  expect(await idOfView()).toBe(ID); // now it is in memory
  browser.cookies.delete('SS_ANALYTICS_ID');
  localStorage.setItem('SS_ANALYTICS_ID', 'of-storage');
  expect(await idOfView()).toBe('of-storage');
});

test('K-019 the analytics id comes from memory before a new one', async () => {
  expect(await idOfView()).toBe(ID);
  browser.cookies.clear();
  localStorage.clear();
  jest.mocked(crypto.getRandomValues).mockImplementation((bytes) => (bytes as Uint8Array).fill(0xcd) as never);
  expect(await idOfView()).toBe(ID);
});

test('K-019 without any source the id is new', async () => {
  jest.mocked(crypto.getRandomValues).mockImplementation((bytes) => (bytes as Uint8Array).fill(0xcd) as never);
  expect(await idOfView()).toBe('cd'.repeat(16));
});

test('K-019 K-020 N-038 an id in local storage whose time is over counts for nothing', async () => {
  localStorage.setItem('SS_ANALYTICS_ID', 'old');
  localStorage.setItem('SS_ANALYTICS_EXPIRATION', String(MONDAY - 1));
  expect(await idOfView()).toBe(ID);
});

test('K-020 K-021 N-037 the id is kept for 390 days, as a cookie and in local storage', () => {
  browser.visit();
  expect(browser.cookies.get('SS_ANALYTICS_ID')).toMatchObject({ value: ID, expires: MONDAY + DAYS_390 });
  expect(localStorage.getItem('SS_ANALYTICS_ID')).toBe(ID);
  expect(localStorage.getItem('SS_ANALYTICS_EXPIRATION')).toBe(String(MONDAY + DAYS_390));
});

test('K-022 N-040 the marketing id is the one of its cookie', async () => {
  setCookie('SS_MID', 'campaign-7');
  browser.visit(TAGGED);
  await pass(IDLE_MS);
  expect(browser.pipeline('page_view')[0]).toMatchObject({ marketing_id: 'campaign-7' });
});

test('K-023 K-024 storage that fails is said on the console, and the view is counted all the same', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  browser.visit();
  const warnings = warn.mock.calls.map(([text]) => text as string);
  expect(warnings).toContain('Unable to access local/session storage');
  expect(warnings).toContain('Unable to store analyticsId');
  expect(browser.hits(1)).toHaveLength(1);
});
