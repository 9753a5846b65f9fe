import { tell } from '../platform/tell.ts';
import { type Browser, ID, MONDAY, openBrowser, pageOf } from './browser.fixture.ts';
import { pixel } from './pixel.ts';

const EDITOR = 4;
const VIEWER = 10;
const CONFIG = { page: { pageType: 10 } };

let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => browser.close());

function signIn(roles?: number[]) {
  const value = encodeURIComponent(JSON.stringify({ authenticated: true, siteUserId: 'user-1', roles }));
  browser.cookies.set('SiteUserInfo', { value, attributes: '', expires: Infinity });
}
/** Whether a page counts its visitor; one that does not keeps nothing either. */
function counts(over?: Parameters<Browser['visit']>[0]) {
  browser.visit(over);
  const counted = browser.hits(1).length > 0;
  expect(browser.cookies.has('ss_cvr')).toBe(counted);
  expect(browser.cookies.has('ss_cvt')).toBe(counted);
  expect(localStorage.length + sessionStorage.length > 0).toBe(counted);
  return counted;
}

test('K-045 the visit of an EDITOR is not counted', () => {
  signIn([EDITOR]);
  expect(counts()).toBe(false);
});

test('K-045 an account whose roles are not told is not counted', () => {
  signIn();
  expect(counts()).toBe(false);
});

test('K-045 a shopper with an account is no account of the site: counted, by the account', () => {
  signIn([]);
  expect(counts()).toBe(true);
  expect(browser.hits(1)[0]?.payload.memberAccountId).toBe('user-1');
});

test.each([
  ['on a page', [VIEWER], {}, true],
  ['in the config area', [VIEWER], CONFIG, false],
  ['who is EDITOR too', [VIEWER, EDITOR], {}, false],
])('K-046 a VIEWER %s', (_, roles, over, counted) => {
  signIn(roles);
  expect(counts(over)).toBe(counted);
});

test.each([
  ['K-047 a not-found page', 7],
  ['K-048 a lock-screen page', 8],
  ['K-049 a page that members alone may see', 9],
])('%s is not counted', (_, pageType) => {
  expect(counts({ page: { pageType } })).toBe(false);
});

test('K-050 a page whose tracking is disabled counts nothing and keeps nothing', () => {
  expect(counts({ page: { trackingDisabled: true } })).toBe(false);
});

describe('what the visitor wishes', () => {
  test.each([
    ['doNotTrack', '1'],
    ['globalPrivacyControl', true],
  ])('K-050 a browser that says %s is left alone, unless the owner does not ask for it', (signal, value) => {
    Object.defineProperty(navigator, signal, { configurable: true, value });
    try {
      expect(counts()).toBe(false);
      expect(counts({ tracking: { respectPrivacySignals: false } })).toBe(true);
    } finally {
      delete (navigator as unknown as Record<string, unknown>)[signal];
    }
  });

  const asked = { tracking: { consentRequired: true } };

  test('K-050 where consent is asked for, nothing is kept or sent before it is given', () => {
    expect(counts(asked)).toBe(false);
    tell('loggia:consent', { granted: true });
    expect(browser.hits(1)).toHaveLength(1);
    expect(browser.cookies.get('ss_cvr')?.value).toBe(`${ID}|${MONDAY}|${MONDAY}|${MONDAY}|1`);
    tell('loggia:consent', { granted: true });
    expect(browser.hits(1)).toHaveLength(1);
  });

  test('K-050 consent that was given before the tracker came is heard', () => {
    tell('loggia:consent', { granted: true });
    expect(counts(asked)).toBe(true);
  });

  test('K-050 consent that is taken back takes every cookie and key with it, and ends the count', () => {
    browser.visit(asked);
    tell('loggia:consent', { granted: true });
    tell('loggia:consent', { granted: false });
    expect(document.cookie).toBe('');
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(browser.hits(1)).toHaveLength(1);
  });
});

test('S-826 a pixel of others waits for consent to marketing as well', () => {
  const over = { tracking: { pixelUrl: 'https://pixel.example/p', pixelConsent: true } };
  const pictures: string[] = [];
  jest.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((src) => void pictures.push(src));
  for (const [letters, count] of [
    ['pSm', 0],
    ['psM', 1],
  ] as const) {
    browser.cookies.set('loggia-consent', { value: `ab12-${letters}`, attributes: '', expires: Infinity });
    pixel(pageOf(over), 'page_view');
    expect(pictures).toHaveLength(count);
  }
});
