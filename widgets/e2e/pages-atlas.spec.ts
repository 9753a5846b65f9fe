import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolation, settled, test } from './shop.ts';

// The sampler, which has every kind of page, block and widget once. Each page is looked at twice: narrow and light, wide
// and dark, or the other way round, so that every page is seen in both widths and both schemes.
test.use({ site: 'site-fixtures/atlas' });
test.describe.configure({ mode: 'parallel' });

const PARTS = 4;

/** The site's own fonts, which differ from one computer to the next, and the widest that every computer has, set wide. */
const FONTS = [null, 'monospace'] as const;

/** By how many pixels the page is wider than its window in these fonts. */
const widerIn = (page: Page, font: string | null) =>
  page.evaluate((family) => {
    const { style } = document.documentElement;
    style.letterSpacing = family ? '0.05em' : '';
    for (const name of ['--serif', '--sans']) {
      if (family) style.setProperty(name, family);
      else style.removeProperty(name);
    }
    return document.documentElement.scrollWidth - window.innerWidth;
  }, font);

/** Every page of the built site; of pages that only differ by a tag, a month or a number the first of each kind. */
function pagesOf(output: string): string[] {
  const seen = new Set<string>();
  return readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html') || file === '404.html')
    .sort()
    .map((file) => `/${file.replace(/(^|\/)index\.html$/, '')}`)
    .filter((path) => {
      const [, list] = /^(.*\/(?:tag|category|author|month|page))\//.exec(path) ?? [];
      if (!list) return true;
      return !seen.has(list) && seen.add(list);
    });
}

for (const [half, looks] of [
  [
    0,
    [
      ['light', 390],
      ['dark', 1280],
    ],
  ],
  [
    1,
    [
      ['dark', 390],
      ['light', 1280],
    ],
  ],
] as const)
  for (let part = 0; part < PARTS / 2; part += 1)
    test(`W-233: every page of the sampler, part ${half * 2 + part + 1} of ${PARTS}`, async ({ page, shop, noise }) => {
      test.setTimeout(600_000);
      const pages = pagesOf(shop.output).filter((_, place) => place % PARTS === half * 2 + part);
      expect(pages.length).toBeGreaterThan(5);
      for (const path of pages)
        await test.step(path, async () => {
          await page.emulateMedia({ colorScheme: looks[0][0] });
          await page.setViewportSize({ width: looks[0][1], height: 844 });
          await page.goto(path);
          for (const [colorScheme, width] of looks) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height: 844 });
            await settled(page);
            await expectNoAxeViolation(page);
            for (const font of FONTS)
              expect.soft(await widerIn(page, font), `${path} at ${width} px in ${font}`).toBeLessThanOrEqual(0);
            await widerIn(page, null);
          }
          await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        });
      expect(noise).toEqual([]);
    });
