import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/** axe finds nothing on the page as it stands (WCAG 2.2 AA and best practices); a story is no whole page. */
export async function expectNoAxeViolation(page: Page, ofWholePages: string[] = []): Promise<void> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).disableRules(ofWholePages).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`),
    page.url(),
  ).toEqual([]);
}
