import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { expectNoAxeViolation } from './axe.ts';

/** Every story in real Chromium: it is drawn, plays its part, says nothing on the console and axe finds nothing (W-233). */
const STORYBOOK = resolve(import.meta.dirname, '../storybook-static');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

type Story = { id: string; type: string; tags?: string[] };
type Index = { entries: Record<string, Story> };
function storiesOf(folder: string): Story[] {
  try {
    const { entries } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Index;
    return Object.values(entries).filter(({ type }) => type === 'story');
  } catch {
    return []; // not built: the first test says so
  }
}
const stories = storiesOf(STORYBOOK);

/** A served Storybook for each worker. */
const test = base.extend<object, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://stories');
        const file = join(STORYBOOK, normalize(pathname === '/' ? '/index.html' : pathname));
        readFile(file).then(
          (bytes) => response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(bytes),
          () => response.writeHead(404).end(),
        );
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      await use(`http://localhost:${(server.address() as AddressInfo).port}`);
      server.close();
    },
    { scope: 'worker' },
  ],
});

/** Storybook's own account of the story in the window, when it has come to its end. */
type Preview = { currentRender?: { phase?: string } };
const hasEnded = () => {
  const { __STORYBOOK_PREVIEW__: preview } = window as unknown as { __STORYBOOK_PREVIEW__?: Preview };
  const phase = preview?.currentRender?.phase ?? '';
  return ['finished', 'errored', 'aborted'].includes(phase) && phase;
};

test.describe.configure({ mode: 'parallel' });
// A record of every frame takes longer than looking.
test.use({ trace: 'off' });

test('Storybook is built, and there are stories', () => {
  expect(stories.length, 'storybook-static is not there: npm run build-storybook').toBeGreaterThan(60);
});

// axe is run here, once; the add-on, which would run it as well, is told to wait for a hand.
for (const look of ['scheme:light;direction:ltr', 'scheme:dark;direction:rtl'])
  for (const { id, tags } of stories)
    test(`axe finds nothing in ${id}, ${look}`, async ({ page, origin }) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story&globals=${look};a11y.manual:!true`);
      const phase = await (await page.waitForFunction(hasEnded)).jsonValue();
      expect(phase, await page.locator('#error-message').innerText()).toBe('finished');
      // A widget with nothing to say draws nothing, and its story says so.
      const drawn = await page.locator('#storybook-root > *').count();
      expect(drawn > 0, 'something is drawn').toBe(!tags?.includes('draws-nothing'));
      await expectNoAxeViolation(page, ['region', 'page-has-heading-one', 'landmark-one-main', 'heading-order']);
      expect(faults).toEqual([]);
    });
