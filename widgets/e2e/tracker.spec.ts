import { expect, type Page, test } from '@playwright/test';
import { OwnSite } from './ownSite.ts';

// The built tracker in a real browser, on pages as the generator makes them, with the real API behind.

/** Faults that the page itself would show. */
const faultsOf = (page: Page) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
};

/** Waits until the page has been idle: what the tracker puts off to then has begun. */
const idle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestIdleCallback(() => requestIdleCallback(() => done()));
      }),
  );

/** Opens a page and waits until its web vitals are measured. */
async function measured(page: Page, address: string): Promise<void> {
  const code = page.waitForResponse(/\/assets\/widgets\/c\/performance-[\w-]+\.js$/);
  await page.goto(address);
  await (await code).finished();
  await idle(page);
}

type Timings = Record<'TTFB' | 'FCP' | 'LCP' | 'CLS' | 'INP' | 'FID', number | null>;

/** The records of web vitals that the API took. */
async function recordsOf(site: OwnSite): Promise<{ pathname: string; timings: Timings }[]> {
  const taken = () => site.calls.filter(({ path, status }) => path === '/api/1/performance/records' && status === 202);
  await expect.poll(() => taken().length).toBeGreaterThan(0);
  return taken().flatMap(({ body }) => JSON.parse(body) as { pathname: string; timings: Timings }[]);
}

test.describe('a site whose visits are counted', () => {
  let site: OwnSite;
  test.beforeAll(async () => {
    site = await OwnSite.open({
      'site.json': (json) => {
        json.websiteSettings.tracking = {};
        json.featureFlags.analyticsTagV2 = true;
      },
    });
  });
  test.beforeEach(() => {
    site.calls.length = 0;
    site.apiIsThere = true;
  });
  test.afterAll(() => site.close());

  test('K-001 K-025 K-043 K-056 K-058 a view in a real browser: cookies, a hit, an event of the pipeline', async ({
    page,
    context,
  }) => {
    const faults = faultsOf(page);
    await page.goto(`${site.origin}/about`);
    await expect.poll(site.paths).toContain('/api/v1/clanker/events');
    const hit = site.calls.find(({ path }) => path === '/api/census/RecordHit');
    expect(hit?.type).toMatch(/^application\/x-www-form-urlencoded/);
    const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
    expect(cookies.ss_cvr).toMatch(/^[\w-]+(\|[1-9]\d*){3}\|1$/);
    expect(new URLSearchParams(hit?.body).get('ss_cvr')).toBe(cookies.ss_cvr);
    const event = site.calls.find(({ path }) => path === '/api/v1/clanker/events');
    expect(Object.keys(JSON.parse(event?.body ?? '{}') as object)).toEqual(['eventContent', 'eventSchemaName']);
    // The API takes both.
    await expect.poll(() => [hit?.status, event?.status]).toEqual([204, 202]);
    expect(faults).toEqual([]);
  });

  test('K-065 K-081 what a page knows when it is left arrives: its last error and its web vitals', async ({ page }) => {
    await measured(page, `${site.origin}/about`);
    // Left within the second for which errors are gathered.
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('last words');
      });
    });
    await thrown;
    await page.goto(`${site.origin}/blog`);
    await expect.poll(site.paths).toContain('/api/events/RecordJavascriptErrors');
    expect(site.calls.find(({ path }) => path === '/api/events/RecordJavascriptErrors')?.body).toContain('last words');
    const [record] = await recordsOf(site);
    expect(record?.pathname).toBe('/about');
    expect(record?.timings.TTFB).toBeGreaterThan(0);
    expect(record?.timings.FCP).toBeGreaterThan(0);
  });

  test('K-080 CLS and INP are what the browser measured of a page that moved and of a press that took long', async ({
    page,
  }) => {
    await measured(page, `${site.origin}/about`);
    // What the browser itself says of the page, read without the tracker's library.
    await page.evaluate(() => {
      const own = { shift: 0, longest: 0 };
      Object.assign(window, { own });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) own.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[])
          if (entry.interactionId) own.longest = Math.max(own.longest, entry.duration);
      }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    });
    const own = () => page.evaluate(() => (window as unknown as { own: { shift: number; longest: number } }).own);
    await page.evaluate(() => {
      const banner = document.createElement('div');
      banner.style.height = '300px';
      document.body.prepend(banner);
    });
    await expect.poll(async () => (await own()).shift).toBeGreaterThan(0.01);
    await page.evaluate(() =>
      document.addEventListener('click', () => {
        const begun = performance.now();
        while (performance.now() - begun < 150);
      }),
    );
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(async () => (await own()).longest).toBeGreaterThanOrEqual(150);
    const { shift, longest } = await own();
    await page.goto(`${site.origin}/blog`);
    const timings = (await recordsOf(site)).find(({ pathname }) => pathname === '/about')?.timings;
    expect(timings?.CLS).toBeCloseTo(shift, 4);
    expect(timings?.INP).toBe(longest);
    expect(Object.keys(timings ?? {})).toEqual(['TTFB', 'FCP', 'LCP', 'CLS', 'INP', 'FID']);
  });

  test('K-053 K-076 an api that is gone breaks nothing on the page', async ({ page }) => {
    const faults = faultsOf(page);
    site.apiIsThere = false;
    await page.goto(`${site.origin}/about`);
    await expect.poll(site.paths).toContain('/api/census/RecordHit');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/blog$/);
    expect(faults).toEqual([]);
    expect(site.paths()).not.toContain('/api/events/RecordJavascriptErrors');
  });
});

test('K-050 where consent is asked for, a browser holds and sends nothing before it', async ({ page, context }) => {
  const site = await OwnSite.open({
    'site.json': (json) => {
      json.websiteSettings.tracking = { consentRequired: true };
    },
  });
  try {
    await page.goto(`${site.origin}/about`);
    await idle(page);
    expect(site.calls).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await page.evaluate(() => window.dispatchEvent(new CustomEvent('loggia:consent', { detail: { granted: true } })));
    await expect.poll(site.paths).toContain('/api/census/RecordHit');
  } finally {
    await site.close();
  }
});
