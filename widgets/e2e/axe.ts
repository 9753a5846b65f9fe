import { type Browser, expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Waits until nothing on the page is on its way any more: a half-transparent colour is no colour anybody reads. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moves = (animation: Animation) => {
      const { duration = 0, endTime = 0 } = animation.effect?.getComputedTiming() ?? {};
      // One that takes no time only waits: for a script that may never come.
      return Number.isFinite(endTime) && duration !== 0;
    };
    // A cancelled one rejects, and is at rest as well.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(moves)
        .map(({ finished }) => finished),
    );
  });
}

/** What is looked at: rules by name, and whether documents in frames count. Everything by default. */
type Look = { only?: string[]; without?: string[]; frames?: boolean };
type Violation = { id: string; targets: string[] };

/** axe comes once into each document, by half a megabyte, where no policy of the page can refuse it. */
async function bring(frame: Frame): Promise<void> {
  if (!(await frame.evaluate("typeof window.axe === 'object'"))) await frame.evaluate(axe.source);
}

/**
 * What axe finds wrong on the page as it stands (WCAG 2.2 AA and best practices). It is asked in the page itself, and for
 * what is wrong alone: with what is right, and a second window for each answer, it takes twice as long.
 */
export async function violationsOf(page: Page, { only, without = [], frames = true }: Look = {}): Promise<Violation[]> {
  // A frame may go meanwhile; the page itself may not.
  for (const frame of frames ? page.frames() : [page.mainFrame()])
    await (frame === page.mainFrame() ? bring(frame) : bring(frame).catch(() => {}));
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
  };
  return page.evaluate(
    async ([options, frames]) => {
      const { violations } = await window.axe.run(frames ? document : { exclude: [['iframe']] }, options);
      return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
    },
    [options, frames] as const,
  );
}

/** axe finds nothing on the page as it stands; a story is no whole page. */
export async function expectNoAxeViolation(page: Page, ofWholePages: string[] = []): Promise<void> {
  await atRest(page);
  const violations = await violationsOf(page, { without: ofWholePages });
  expect(
    violations.map(({ id, targets }) => `${id}: ${targets.join(' | ')}`),
    page.url(),
  ).toEqual([]);
}

/** The same for what the colours decide alone: for a page that was looked at whole in other colours. */
export async function expectEnoughContrast(page: Page): Promise<void> {
  await atRest(page);
  const violations = await violationsOf(page, { only: ['color-contrast', 'link-in-text-block'] });
  expect(
    violations.flatMap(({ targets }) => targets),
    page.url(),
  ).toEqual([]);
}

/** The window with scripts beside each page; opening one for each look takes longer than looking. */
const beside = new WeakMap<Page, Promise<Page>>();

async function openBeside(page: Page, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: true });
  page.once('close', () => void context.close());
  return context.newPage();
}

/**
 * What every page of forms owes its reader. axe needs a script: it looks at the same bytes in a window that runs scripts.
 */
export async function expectReadable(page: Page, browser: Browser): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const opened = beside.get(page) ?? openBeside(page, browser);
  beside.set(page, opened);
  const eyes = await opened;
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await eyes.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await eyes.setViewportSize(page.viewportSize() ?? { width: 1280, height: 900 });
  const html = await page.content();
  await eyes.unrouteAll();
  await eyes.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await eyes.goto(page.url());
  await expectNoAxeViolation(eyes);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider, page.url()).toBeLessThanOrEqual(0);
}
