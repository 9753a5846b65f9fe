import { readdirSync } from 'node:fs';
import { addSourdough, expect, expectEnoughContrast, expectNoAxeViolation, settled, test } from './shop.ts';

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

test.describe.configure({ mode: 'parallel' });

const PARTS = 4;
// Of a page that was looked at whole in one scheme, the other scheme only changes the colours.
const LOOKS = [
  { width: 390, whole: 'light', colours: 'dark' },
  { width: 1280, whole: 'dark', colours: 'light' },
] as const;

for (let part = 0; part < PARTS; part += 1)
  test(`W-233: axe finds nothing on any page, part ${part + 1} of ${PARTS}; each has one heading of its own and fits`, async ({
    page,
    shop,
    noise,
  }) => {
    test.setTimeout(600_000);
    const pages = pagesOf(shop.output);
    expect(pages.length).toBeGreaterThan(25);
    for (const path of pages.filter((_, place) => place % PARTS === part))
      await test.step(path, async () => {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(path);
        for (const { width, whole, colours } of LOOKS) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme: whole });
          await settled(page);
          await expectNoAxeViolation(page);
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(wider, `${path} at ${width} px`).toBeLessThanOrEqual(0);
          await page.emulateMedia({ colorScheme: colours });
          await expectEnoughContrast(page);
        }
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      });
    expect(noise).toEqual([]);
  });

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1280])
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 844 } });

      test('W-233: axe finds nothing in a filled cart, at its checkout, and where it is told of', async ({ page }) => {
        await addSourdough(page, 2);
        await expectNoAxeViolation(page);
        // What tells of it stands in a corner. It was once as high as the window: its site says where it ends, we where it begins.
        const box = await page.locator('.loggia-cart-pill').boundingBox();
        expect(box?.height).toBeLessThan(64);
        for (const path of ['/cart', '/checkout']) {
          await page.goto(path);
          await expect(page.getByText('$13.00').first()).toBeVisible();
          await expectNoAxeViolation(page);
        }
      });
    });
