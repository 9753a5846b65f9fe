import { readdirSync } from 'node:fs';
import { addSourdough, expect, expectNoAxeViolation, settled, test } from './shop.ts';

/** Every page of the built site; of pages that only differ by a tag or a category the first of each list. */
function pagesOf(output: string): string[] {
  const seen = new Set<string>();
  return readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html') || file === '404.html')
    .sort()
    .map((file) => `/${file.replace(/(^|\/)index\.html$/, '')}`)
    .filter((path) => {
      const [, list] = /^(.*\/(?:tag|category))\//.exec(path) ?? [];
      if (!list) return true;
      return !seen.has(list) && seen.add(list);
    });
}

// A record of every frame takes longer than looking.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel' });

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test('W-233: axe finds nothing on any page; each has one heading of its own and fits', async ({
        page,
        shop,
        noise,
      }) => {
        test.setTimeout(600_000);
        const pages = pagesOf(shop.output);
        expect(pages.length).toBeGreaterThan(25);
        for (const path of pages)
          await test.step(path, async () => {
            await page.goto(path);
            await settled(page);
            await expectNoAxeViolation(page);
            await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
            const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
            expect(wider, path).toBeLessThanOrEqual(0);
          });
        expect(noise).toEqual([]);
      });

      test('W-233: axe finds nothing in a filled cart and at its checkout', async ({ page }) => {
        await addSourdough(page, 2);
        for (const path of ['/cart', '/checkout']) {
          await page.goto(path);
          await expect(page.getByText('$13.00').first()).toBeVisible();
          await expectNoAxeViolation(page);
        }
      });
    });
