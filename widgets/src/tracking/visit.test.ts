import { type Browser, ID, MONDAY, openBrowser } from './browser.fixture.ts';
import { nextReturn } from './visit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const never = () => 'new';

let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => browser.close());
const cookieOf = (name: string) => browser.cookies.get(name)?.value;

test('K-001 K-012 K-013 a fresh browser gets a return cookie of five parts: id, three times now, and one visit', () => {
  browser.visit();
  expect(cookieOf('ss_cvr')).toBe(`${ID}|${MONDAY}|${MONDAY}|${MONDAY}|1`);
});

test('K-002 the visit-time cookie is the moment in milliseconds', () => {
  browser.visit();
  expect(cookieOf('ss_cvt')).toBe(String(MONDAY));
});

test('K-003 exactly the cookies ss_cvr and ss_cvt hold the visit; the third is the analytics id', () => {
  browser.visit();
  expect([...browser.cookies.keys()]).toEqual(['ss_cvr', 'ss_cvt', 'SS_ANALYTICS_ID']);
});

test('K-004 N-034 K-005 N-035 K-006 N-036 the return cookie lives two years, the visit-time cookie half an hour, both for the whole site', () => {
  browser.visit();
  expect(browser.cookies.get('ss_cvr')).toMatchObject({
    expires: MONDAY + 63_072_000_000,
    attributes: '; path=/; max-age=63072000; SameSite=Lax',
  });
  expect(browser.cookies.get('ss_cvt')).toMatchObject({
    expires: MONDAY + 1_800_000,
    attributes: '; path=/; max-age=1800; SameSite=Lax',
  });
});

test.each(['a-b|1|2|3|4', '_|10|20|30|9', 'A9|1|1|1|1'])('K-007 the return cookie %s is valid', (cookie) => {
  expect(nextReturn(cookie, '5', 9, never)).toBeUndefined();
});

test.each([
  'a|0|2|3|4',
  'a|1|2|3',
  'a|1|2|3|4|5',
  'a b|1|2|3|4',
  '|1|2|3|4',
  'a|1|2|3|04',
  'a|1|-2|3|4',
  'a|1|2|3|4\n',
])('K-007 K-009 the return cookie %j counts as absent: a new id, one visit', (cookie) => {
  expect(nextReturn(cookie, '5', 9, never)).toBe('new|9|9|9|1');
});

test.each(['05', '-1', 'x', '0', '1.5', ''])('K-008 the visit-time cookie %j counts as missing', (visited) => {
  expect(nextReturn('a|1|2|3|3', visited, 9, never)).toBe('a|1|3|9|4');
});

test('K-008 a visit-time cookie of any age counts as present: its lifetime is what ends a visit', () => {
  expect(nextReturn('a|1|2|3|3', '1700000000000', MONDAY, never)).toBeUndefined();
});

test('K-010 K-011 without a running visit the count rises, the latest time is now and the former latest is the previous', () => {
  browser.cookies.set('ss_cvr', { value: 'a|1|2|3|3', attributes: '', expires: Infinity });
  browser.visit();
  expect(cookieOf('ss_cvr')).toBe(`a|1|3|${MONDAY}|4`);
});

test('K-013 a second page within half an hour renews the visit time alone', () => {
  browser.visit();
  const first = browser.cookies.get('ss_cvr');
  jest.setSystemTime(MONDAY + 29 * 60_000);
  browser.visit();
  expect(browser.cookies.get('ss_cvr')).toBe(first);
  expect(browser.cookies.get('ss_cvt')).toMatchObject({
    value: String(MONDAY + 29 * 60_000),
    expires: MONDAY + 59 * 60_000,
  });
});

test('K-001 K-010 K-011 K-013 a week of one visitor leaves exactly these cookies', () => {
  const at = (day: number, minutes: number) => MONDAY + day * DAY + minutes * 60_000;
  const tuesday = at(1, 90);
  const saturday = at(5, 12 * 60);
  const late = at(5, 12 * 60 + 60);
  const week: [when: number, returned: string][] = [
    [at(0, 0), `${ID}|${MONDAY}|${MONDAY}|${MONDAY}|1`], // Monday, the first page
    [at(0, 20), `${ID}|${MONDAY}|${MONDAY}|${MONDAY}|1`], // the same visit
    [at(0, 49), `${ID}|${MONDAY}|${MONDAY}|${MONDAY}|1`], // 29 minutes after the page before: the same visit still
    [tuesday, `${ID}|${MONDAY}|${MONDAY}|${tuesday}|2`],
    [at(1, 119), `${ID}|${MONDAY}|${MONDAY}|${tuesday}|2`],
    [saturday, `${ID}|${MONDAY}|${tuesday}|${saturday}|3`],
    [at(5, 12 * 60 + 29), `${ID}|${MONDAY}|${tuesday}|${saturday}|3`],
    [late, `${ID}|${MONDAY}|${saturday}|${late}|4`], // 31 minutes later: a new visit on the same day
    [late + 30 * 60_000, `${ID}|${MONDAY}|${late}|${late + 30 * 60_000}|5`], // the half hour itself is over
  ];
  for (const [when, returned] of week) {
    jest.setSystemTime(when);
    browser.visit()();
    expect([cookieOf('ss_cvr'), cookieOf('ss_cvt')]).toEqual([returned, String(when)]);
  }
  expect(browser.hits(1).map(({ ss_cvr }) => ss_cvr)).toEqual(week.map(([, returned]) => returned));
});
