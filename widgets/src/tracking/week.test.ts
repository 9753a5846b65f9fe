import week from '../../../api/vectors/week.json';
import { type Browser, ID, IDLE_MS, MONDAY, openBrowser, pass } from './browser.fixture.ts';
import { RETURN_LIFETIME_MS, VISIT_LIFETIME_MS } from './visit.ts';

let browser: Browser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => browser.close());

// The server's side of the same file is api/tests/api/visits.rs.
for (const { name, given, expect: steps } of week.cases)
  test(`K-001 K-010 K-013 K-025 K-026 K-027 a scripted week gives exactly these cookies and hits: ${name}`, async () => {
    expect(given).toEqual({ monday: MONDAY, id: ID });
    for (const { at, path, pageType, query, cookies, hits } of steps) {
      const now = MONDAY + at;
      jest.setSystemTime(now);
      history.replaceState(null, '', query ? `${path}?q=${query}` : path);
      browser.beacons.length = 0;
      const leave = browser.visit({ page: { pageType } });
      // The one is written when a visit begins, the other with every page.
      const begun = Number(cookies.ss_cvr.split('|')[3]);
      const kept = { ss_cvr: begun + RETURN_LIFETIME_MS, ss_cvt: now + VISIT_LIFETIME_MS };
      for (const name of ['ss_cvr', 'ss_cvt'] as const)
        expect(browser.cookies.get(name)).toMatchObject({ value: cookies[name], expires: kept[name] });
      await pass(IDLE_MS);
      leave();
      const hitsSent = browser.sent('/api/census/RecordHit').map(({ body }) => {
        const fields = new URLSearchParams(body);
        const { payload } = JSON.parse(fields.get('data') ?? '') as { payload: { pagePath: string; query?: string } };
        const { pagePath, query } = payload;
        return { event: fields.get('event'), ss_cvr: fields.get('ss_cvr'), pagePath, ...(query && { query }) };
      });
      expect(hitsSent).toEqual(hits.map((hit) => ({ ...hit, ss_cvr: cookies.ss_cvr })));
    }
    expect([...browser.cookies.keys()]).toEqual(['ss_cvr', 'ss_cvt', 'SS_ANALYTICS_ID']);
  });

test('K-043 a view tells which other site led here, and no more of it', () => {
  const from = (referrer: string) => {
    Object.defineProperty(document, 'referrer', { configurable: true, get: () => referrer });
    browser.beacons.length = 0;
    browser.visit();
    const [hit] = browser.sent('/api/census/RecordHit');
    return (JSON.parse(new URLSearchParams(hit?.body).get('data') ?? '') as { referrer?: string }).referrer;
  };
  try {
    expect(from('https://search.example/?q=my%20secret')).toBe('search.example');
    expect(from(`${location.origin}/bread`)).toBeUndefined();
    expect(from('')).toBeUndefined();
  } finally {
    delete (document as { referrer?: string }).referrer;
  }
});
