import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';

/** The built tracker in a real browser, on pages of a site with nothing else: `npm run build` first. */
const DIST = resolve(import.meta.dirname, '../dist');

type Noted = { method: string; path: string; type: string; body: string };
type Tracking = Record<string, unknown>;

class Site {
  readonly noted: Noted[] = [];
  tracking: Tracking = {};
  apiIsThere = true;
  private constructor(
    private readonly server: Server,
    private readonly tracker: string,
  ) {}

  static async open(): Promise<Site> {
    const manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { file: string; imports?: string[] }
    >;
    const entry = manifest['src/tracker.ts'];
    if (!entry) throw new Error('dist has no tracker: run `npm run build`');
    expect(entry.imports ?? [], 'the tracker is one file').toEqual([]);
    const server = createServer();
    const site = new Site(server, entry.file);
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      if (pathname.startsWith('/assets/')) {
        readFile(join(DIST, pathname.slice('/assets/widgets/'.length))).then(
          (bytes) => response.setHeader('content-type', 'text/javascript').end(bytes),
          () => response.writeHead(404).end(),
        );
      } else if (pathname.startsWith('/api/')) {
        let body = '';
        request.on('data', (part) => {
          body += String(part);
        });
        request.on('end', () => {
          const type = request.headers['content-type'] ?? '';
          site.noted.push({ method: request.method ?? '', path: pathname, type, body });
          if (!site.apiIsThere) request.socket.destroy();
          else if (pathname === '/api/1/performance/settings')
            response
              .setHeader('content-type', 'application/json')
              .end('{"enabled":true,"sampleRate":1,"timeoutMs":30000}');
          else response.writeHead(204).end();
        });
      } else response.setHeader('content-type', 'text/html').end(site.html(pathname));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private html(path: string): string {
    const data = {
      apiBaseUrl: '',
      website: { id: 'site-1', templateId: 't', locale: 'en-US', environment: 'prod' },
      page: { pageType: 3, pageId: path, path, trackingDisabled: false },
      featureFlags: { analyticsTagV2: true },
      products: [],
      tracking: this.tracking,
    };
    return `<!doctype html><title>${path}</title><h1>${path}</h1><a href="/other">other</a>
<script type="application/json" id="loggia-page-data">${JSON.stringify(data)}</script>
<script type="module" async src="/assets/widgets/${this.tracker}"></script>`;
  }

  paths = () => this.noted.map(({ path }) => path);
  async close() {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

let site: Site;
test.beforeEach(async () => {
  site = await Site.open();
});
test.afterEach(() => site.close());

/** Faults that the page itself would show. */
const faultsOf = (page: Page) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
};

test('K-001 K-025 K-043 K-056 K-058 a view in a real browser: cookies, a hit, an event of the pipeline', async ({
  page,
  context,
}) => {
  const faults = faultsOf(page);
  await page.goto(`${site.origin}/bread`);
  await expect.poll(site.paths).toContain('/api/v1/clanker/events');
  const hit = site.noted.find(({ path }) => path === '/api/census/RecordHit');
  expect(hit?.type).toMatch(/^application\/x-www-form-urlencoded/);
  const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
  expect(cookies.ss_cvr).toMatch(/^[\w-]+(\|[1-9]\d*){3}\|1$/);
  expect(new URLSearchParams(hit?.body).get('ss_cvr')).toBe(cookies.ss_cvr);
  const event = site.noted.find(({ path }) => path === '/api/v1/clanker/events');
  expect(Object.keys(JSON.parse(event?.body ?? '{}') as object)).toEqual(['eventContent', 'eventSchemaName']);
  expect(faults).toEqual([]);
});

test('K-065 K-081 what a page knows when it is left arrives: its last error and its web vitals', async ({ page }) => {
  await page.goto(`${site.origin}/bread`);
  await expect.poll(site.paths).toContain('/api/1/performance/settings');
  await page.waitForLoadState('networkidle');
  // Left within the second for which errors are gathered.
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('last words');
    });
  });
  await thrown;
  await page.goto(`${site.origin}/other`);
  await expect.poll(site.paths).toContain('/api/events/RecordJavascriptErrors');
  await expect.poll(site.paths).toContain('/api/1/performance/records');
  expect(site.noted.find(({ path }) => path === '/api/events/RecordJavascriptErrors')?.body).toContain('last words');
  const records = site.noted.find(({ path }) => path === '/api/1/performance/records');
  const [record] = JSON.parse(records?.body ?? '[]') as { pathname: string; timings: Record<string, number> }[];
  expect(record?.pathname).toBe('/bread');
  expect(record?.timings.TTFB).toBeGreaterThan(0);
  expect(record?.timings.FCP).toBeGreaterThan(0);
});

test('K-053 K-076 an api that is gone breaks nothing on the page', async ({ page }) => {
  const faults = faultsOf(page);
  site.apiIsThere = false;
  await page.goto(`${site.origin}/bread`);
  await expect.poll(site.paths).toContain('/api/census/RecordHit');
  await page.getByRole('link', { name: 'other' }).click();
  await expect(page.getByRole('heading', { name: '/other' })).toBeVisible();
  expect(faults).toEqual([]);
  expect(site.paths()).not.toContain('/api/events/RecordJavascriptErrors');
});

test('K-050 where consent is asked for, a browser holds and sends nothing before it', async ({ page, context }) => {
  site.tracking = { consentRequired: true };
  await page.goto(`${site.origin}/bread`);
  await page.waitForLoadState('networkidle');
  expect(site.noted).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('loggia:consent', { detail: { granted: true } })));
  await expect.poll(site.paths).toContain('/api/census/RecordHit');
});
