import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';

// The axe that the builder brings.
const { source }: { source: string } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))(
  'axe-core',
);

/** Waits until nothing on the page is on its way any more: a half-transparent colour is no colour anybody reads. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0);
    // A cancelled one rejects, and is at rest as well.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
  });
}

/**
 * axe, which writes down what is wrong alone: with what is right it takes twice as long. No page shows frames of other
 * origins here, so that it need not open a second window for each answer.
 *
 * It comes once into each document: the builder would bring its half megabyte twice for every look.
 */
export async function axeOf(page: Page): Promise<AxeBuilder> {
  for (const frame of page.frames()) {
    const brought = async () => {
      if (!(await frame.evaluate("typeof window.axe === 'object'"))) await frame.evaluate(source);
    };
    // A frame may go meanwhile; the page itself may not.
    await (frame === page.mainFrame() ? brought() : brought().catch(() => {}));
  }
  return new AxeBuilder({ page, axeSource: 'void 0' }).options({ resultTypes: ['violations'] }).setLegacyMode();
}

/** axe finds nothing on the page as it stands (WCAG 2.2 AA and best practices); a story is no whole page. */
export async function expectNoAxeViolation(page: Page, ofWholePages: string[] = []): Promise<void> {
  await atRest(page);
  const { violations } = await (await axeOf(page)).disableRules(ofWholePages).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`),
    page.url(),
  ).toEqual([]);
}

/** The same for what the colours decide alone: for a page that was looked at whole in other colours. */
export async function expectEnoughContrast(page: Page): Promise<void> {
  await atRest(page);
  const { violations } = await (await axeOf(page)).withRules(['color-contrast', 'link-in-text-block']).analyze();
  expect(
    violations.flatMap(({ nodes }) => nodes.map((node) => node.target.join(' '))),
    page.url(),
  ).toEqual([]);
}

/**
 * What every page of forms owes its reader. axe needs a script: it looks at the same bytes in a browser that runs scripts.
 */
export async function expectReadable(page: Page, browser: Browser): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const context = await browser.newContext({
    javaScriptEnabled: true,
    colorScheme: (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light',
    viewport: page.viewportSize(),
  });
  const eyes = await context.newPage();
  const html = await page.content();
  await eyes.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await eyes.goto(page.url());
  await expectNoAxeViolation(eyes);
  await context.close();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider, page.url()).toBeLessThanOrEqual(0);
}
