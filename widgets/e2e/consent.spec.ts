import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectNoAxeViolation } from './axe.ts';
import { BINARY, ROOT } from './shopServer.ts';

// What a site loads of others, counted by a server of ours that stands for them. It is asked by an address that is not the
// site's: the site is `localhost`, the others are `127.0.0.1`.

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

async function listen(server: Server, host: string): Promise<string> {
  await new Promise<void>((done) => server.listen(0, host, done));
  return `${host}:${(server.address() as AddressInfo).port}`;
}

let folder: string;
let others: Server;
let site: Server;
let origin: string;
let stranger: string;
let asked: string[] = [];

/** The note's own HTML, in which everything is fetched from the stranger. */
const body = (host: string) => `<p>Three.</p>
  <script src="//${host}/count.js" data-consent="statistics"></script>
  <script data-consent="statistics">document.body.dataset.counted = String(window.counter)</script>
  <script>fetch('http://${host}/ad').catch(() => undefined)</script>
  <script>const s = document.createElement('script'); s.src = 'http://${host}/inline.js'; document.head.append(s)</script>
  <link rel="stylesheet" href="http://${host}/font.css" data-consent="preferences">
  <div style="position:relative;max-width:560px;aspect-ratio:16/9"><iframe src="http://${host}/film" title="A film" loading="lazy"
    style="position:absolute;inset:0;width:100%;height:100%;border:0"></iframe></div>
  <img src="http://${host}/pixel" width="1" height="1" alt="">
  <noscript><iframe src="http://${host}/noscript" title="No script"></iframe><img src="http://${host}/noimage" alt=""></noscript>
  <svg width="1" height="1" aria-hidden="true"><script href="http://${host}/svg.js"></script></svg>`;

function build(locale: string): void {
  const root = join(folder, 'site');
  const change = (file: string, act: (json: Record<string, unknown>) => void) => {
    const json = JSON.parse(readFileSync(join(root, file), 'utf8'));
    act(json);
    writeFileSync(join(root, file), JSON.stringify(json));
  };
  change('site.json', (json) => {
    Object.assign(json.website as object, { locale, language: locale });
    json.seller = { name: 'Tiny', country: 'DE' };
    json.consent = { policyPage: '/write' };
    json.websiteSettings = { tracking: {} };
  });
  change('content/notes/third.json', (json) => {
    json.body = body(stranger);
  });
  const region = join(root, 'template/top.region');
  const head =
    '{squarespace-headers}<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"></head>';
  writeFileSync(region, readFileSync(region, 'utf8').replace(/\{squarespace-headers\}.*<\/head>/, head));
  rebuild();
}

function rebuild(): void {
  const dist = join(ROOT, 'widgets/dist');
  execFileSync(BINARY, ['build', 'site', '--out', 'out', '--widgets', dist], { cwd: folder, stdio: 'pipe' });
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loggia-consent-'));
  cpSync(join(ROOT, 'generator/tests/fixtures/tiny'), join(folder, 'site'), { recursive: true });
  others = createServer(({ url = '' }, response) => {
    asked.push(url);
    const isScript = url.endsWith('.js');
    const kind = isScript ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(200, { 'content-type': kind, 'access-control-allow-origin': '*' });
    response.end(
      url === '/count.js' ? 'window.counter = 7' : isScript ? '' : '<!doctype html><title>x</title><p>A film',
    );
  });
  stranger = await listen(others, '127.0.0.1');
  site = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://site').pathname;
    const file = join(folder, 'out', extname(path) ? path : join(path, 'index.html'));
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  origin = `http://${await listen(site, 'localhost')}`;
  build('en-GB');
});
test.afterAll(async () => {
  others.close();
  site.close();
  await rm(folder, { recursive: true, force: true });
});
test.beforeEach(() => {
  asked = [];
});

const banner = (page: Page) => page.getByRole('dialog', { name: 'Your choice' });
/** Everything that would be fetched has had its time: the network is idle, and all of the page was in sight. */
async function open(page: Page, path = '/notes/third/'): Promise<void> {
  await page.goto(origin + path);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
}

test('S-828 nothing arrives before an answer, nor after it was rejected', async ({ page }) => {
  await open(page);
  await expect(banner(page)).toBeVisible();
  expect(asked).toEqual([]);
  const keys = () => page.evaluate(() => [document.cookie, ...Object.keys(localStorage)]);
  expect(await keys()).toEqual(['']);
  const [reject, accept] = await Promise.all(
    ['Reject all', 'Accept all'].map((name) => banner(page).getByRole('button', { name }).boundingBox()),
  );
  const size = (box: typeof reject) => [box?.y, box?.width, box?.height].map((length) => Math.round(length ?? 0));
  expect(size(reject)).toEqual(size(accept));
  await banner(page).getByRole('button', { name: 'Reject all' }).click();
  await expect(banner(page)).toHaveCount(0);
  await open(page);
  await expect(banner(page)).toHaveCount(0);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toMatch(/^loggia-consent=[0-9a-f]+-psm$/);
});

test('S-828 nothing arrives without a script, and what is shown elsewhere has a link there', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}/notes/third/`, { waitUntil: 'networkidle' });
  const film = page.frameLocator('iframe[title="A film"]');
  await expect(film.getByRole('link')).toHaveAttribute('href', `http://${stranger}/film`);
  await expect(film.getByRole('button')).toHaveCount(0);
  expect(asked).toEqual([]);
  await context.close();
});

test('S-828 what was agreed to arrives and nothing else; taken back, the next page is quiet', async ({ page }) => {
  await open(page);
  await banner(page).getByRole('button', { name: 'Choose' }).click();
  await banner(page).getByRole('checkbox', { name: 'Statistics' }).check();
  await banner(page).getByRole('button', { name: 'Save choice' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-counted', '7');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['/count.js']);
  expect(await page.evaluate(() => document.cookie)).toContain('ss_cvr=');

  await page.getByRole('link', { name: 'Cookie settings' }).click();
  await expect(banner(page)).toBeFocused();
  await expect(banner(page).getByRole('checkbox', { name: 'Statistics' })).toBeChecked();
  asked = [];
  await banner(page).getByRole('button', { name: 'Reject all' }).click();
  await expect(page.locator('body:not([data-counted])')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  const kept = await page.evaluate(() => document.cookie);
  expect(kept).toMatch(/^loggia-consent=[0-9a-f]+-psm$/);
});

test('S-828 all of it arrives when all was agreed to, by the page’s own policy', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await open(page);
  await banner(page).getByRole('button', { name: 'Accept all' }).click();
  const all = ['/ad', '/count.js', '/film', '/font.css', '/inline.js', '/pixel', '/svg.js'];
  await expect.poll(() => [...asked].sort()).toEqual(all);
  expect(refused).toEqual([]);
  asked = [];
  await open(page);
  await expect.poll(() => [...asked].sort()).toEqual(all);
  await expect(page.locator('body')).toHaveAttribute('data-counted', '7');
});

test('S-828 one film is loaded by its own button, without an answer to all the rest', async ({ page }) => {
  await open(page);
  await page
    .frameLocator('iframe[title="A film"]')
    .getByRole('button', { name: `Load from ${stranger}` })
    .click();
  await expect(page.frameLocator('iframe[title="A film"]').getByText('A film')).toBeVisible();
  expect(asked).toEqual(['/film']);
  await expect(banner(page)).toBeVisible();
});

test('S-828 a page that loads nothing of others and counts nobody has no script for it', async ({ page }) => {
  const file = join(folder, 'site/site.json');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(before), websiteSettings: {} }));
  try {
    rebuild();
    await open(page, '/notes/first/');
    expect(await page.locator('script[src*="consent"], #loggia-consent, #cookie-settings').count()).toBe(0);
    await open(page);
    await expect(banner(page)).toBeVisible();
  } finally {
    writeFileSync(file, before);
    rebuild();
  }
});

test('S-825 nothing moves, and axe finds nothing, wide and narrow, light and dark', async ({ page }) => {
  test.setTimeout(300_000);
  for (const width of [390, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.context().clearCookies();
      await page.goto(`${origin}/notes/third/`);
      await expect(banner(page)).toBeVisible();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((done) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
            }).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => setTimeout(() => done(sum), 100));
          }),
      );
      expect(shift).toBe(0);
      // The template is a bare one: its headings and landmarks are not looked at here.
      const ofTheTemplate = ['region', 'page-has-heading-one', 'landmark-one-main'];
      await expectNoAxeViolation(page, ofTheTemplate);
      await page.screenshot({ path: `test-results/consent-${width}-${colorScheme}.png` });
      await banner(page).getByRole('button', { name: 'Choose' }).click();
      await expectNoAxeViolation(page, ofTheTemplate);
      await page.screenshot({ path: `test-results/consent-${width}-${colorScheme}-choices.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
});

test('S-825 from right to left, and by keyboard alone', async ({ page }) => {
  build('ar-EG');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${origin}/notes/third/`);
  const dialog = page.getByRole('dialog', { name: 'اختيارك' });
  await expect(dialog).toHaveCSS('direction', 'rtl');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('link', { name: 'سياسة الخصوصية' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'رفض الكل' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'التفضيلات' })).toBeFocused();
  await page.screenshot({ path: 'test-results/consent-rtl.png' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'حفظ الاختيار' }).press('Enter');
  await expect(page.locator('body')).toHaveAttribute('data-counted', '7');
  build('en-GB');
});
