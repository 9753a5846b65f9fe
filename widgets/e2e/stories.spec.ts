import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
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

/** A served Storybook and one window for each worker: Storybook changes stories without loading itself anew. */
const test = base.extend<object, { origin: string; windowFor: (look: string) => Promise<Page> }>({
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
  windowFor: [
    async ({ browser }, use) => {
      let open: { look: string; page: Page } | undefined;
      // A look has a window without a past: the mocking worker of an earlier page takes itself away when that page goes,
      // and may do so under the page after it.
      await use(async (look) => {
        if (open?.look === look) return open.page;
        await open?.page.context().close();
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
        open = { look, page: await context.newPage() };
        return open.page;
      });
      await open?.page.context().close();
    },
    { scope: 'worker' },
  ],
});

/** What the preview says of itself. */
type Preview = {
  channel: { emit: (event: string, detail: object) => void };
  currentRender?: { id?: string; phase?: string };
};
type PreviewWindow = Window & { __STORYBOOK_PREVIEW__?: Preview };

/** Storybook's own account of a story, when it is in the window and has come to its end. */
const ended = (id: string) => {
  const { currentRender } = (window as PreviewWindow).__STORYBOOK_PREVIEW__ ?? {};
  const phase = currentRender?.id === id ? (currentRender.phase ?? '') : '';
  return ['finished', 'errored', 'aborted'].includes(phase) && phase;
};

/** Shows a story: in the window that stands there with this look, else in one that is loaded. */
async function show(page: Page, origin: string, id: string, look: string): Promise<void> {
  if (decodeURIComponent(page.url()).includes(`globals=${look};`)) {
    const change = (storyId: string) =>
      (window as PreviewWindow).__STORYBOOK_PREVIEW__?.channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
    await page.evaluate(change, id);
  } else {
    await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story&globals=${look};a11y.manual:!true`);
  }
}

test.describe.configure({ mode: 'parallel' });

test('Storybook is built, and there are stories', () => {
  expect(stories.length, 'storybook-static is not there: npm run build-storybook').toBeGreaterThan(60);
});

// axe is run here, once; the add-on, which would run it as well, is told to wait for a hand.
for (const look of ['scheme:light;direction:ltr', 'scheme:dark;direction:rtl'])
  for (const { id, tags } of stories)
    test(`axe finds nothing in ${id}, ${look}`, async ({ windowFor, origin }) => {
      const page = await windowFor(look);
      const faults: string[] = [];
      const note = (error: Error) => faults.push(error.message);
      page.on('pageerror', note);
      await show(page, origin, id, look);
      const phase = await (await page.waitForFunction(ended, id)).jsonValue();
      expect(phase, await page.locator('#error-message').innerText()).toBe('finished');
      // A widget with nothing to say draws nothing, and its story says so.
      const drawn = await page.locator('#storybook-root > *').count();
      expect(drawn > 0, 'something is drawn').toBe(!tags?.includes('draws-nothing'));
      await expectNoAxeViolation(page, ['region', 'page-has-heading-one', 'landmark-one-main', 'heading-order']);
      expect(faults).toEqual([]);
      page.off('pageerror', note);
    });
