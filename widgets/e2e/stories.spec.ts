import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectNoAxeViolation } from './shop.ts';

/** Every story in real Chromium: it is drawn, plays its part, says nothing on the console and axe finds nothing (W-233). */
const STORYBOOK = resolve(import.meta.dirname, '../storybook-static');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
type Index = { entries: Record<string, { id: string; type: string }> };
const index = join(STORYBOOK, 'index.json');
const stories = existsSync(index)
  ? Object.values((JSON.parse(readFileSync(index, 'utf8')) as Index).entries).filter(({ type }) => type === 'story')
  : [];

test.describe.configure({ mode: 'parallel' });
let server: Server;
let origin = '';
test.beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stories');
    const file = join(STORYBOOK, normalize(pathname === '/' ? '/index.html' : pathname));
    readFile(file).then(
      (bytes) => response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

test('there are stories', () => {
  test.skip(stories.length === 0, 'storybook-static is not built: npm run build-storybook');
  expect(stories.length).toBeGreaterThan(60);
});

for (const globals of ['scheme:light;direction:ltr', 'scheme:dark;direction:rtl'])
  for (const { id } of stories)
    test(`axe finds nothing in ${id}, ${globals}`, async ({ page }) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story&globals=${globals}`);
      const body = page.locator('body');
      // Storybook marks the end of a story's own steps; a step that fails shows its error instead.
      await expect(body).toHaveClass(/sb-show-main|sb-show-errordisplay/);
      await expect(page.locator('#storybook-root > *').first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      await expect(body).not.toHaveClass(/sb-show-errordisplay/);
      await expectNoAxeViolation(page, ['region', 'page-has-heading-one', 'landmark-one-main', 'heading-order']);
      expect(faults).toEqual([]);
    });
