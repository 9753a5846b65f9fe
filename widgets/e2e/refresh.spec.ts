import { expect, expectNoAxeViolation, query, settled, test } from './shop.ts';

type Shop = Parameters<typeof query>[0];
/** Puts the count of a variant where other shoppers' purchases would have brought it. */
const left = (shop: Shop, sku: string, count: number) =>
  query(shop, `UPDATE stock SET quantity = ${count} WHERE sku = '${sku}'`);

for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('S-624 a page tells what is left now, before anybody touches it', async ({ page, shop, noise }) => {
      left(shop, 'LT-9', 2);
      try {
        await page.goto('/shop/lemon-tart');
        await expect(page.locator('.product-scarcity')).toHaveText('Only 2 left this week');
        // Nothing was started for that.
        await expect(page.locator('article.product [data-widget-state=ready]')).toHaveCount(0);
        left(shop, 'LT-9', 0);
        await expect(async () => {
          await page.goto('/shop/lemon-tart');
          const button = page.locator('article.product .sqs-add-to-cart-button').first();
          await expect(button).toHaveText('Sold out', { timeout: 3000 });
          await expect(button).toHaveAttribute('aria-disabled', 'true');
        }).toPass();
        await expect(page.locator('.product-scarcity')).toHaveText('');
        await settled(page);
        await expectNoAxeViolation(page);
        await page.screenshot({ path: `test-results/refresh-sold-out-${width}.png`, fullPage: true });
      } finally {
        left(shop, 'LT-9', 4);
      }
      expect(noise).toEqual([]);
    });

    test('S-624 one piece less of many loads no widget', async ({ page, shop }) => {
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
      left(shop, 'CB-6', 17);
      try {
        const asked = page.waitForResponse((answer) => answer.url().includes('/inventory/stocks'));
        await page.goto('/shop/cinnamon-buns');
        expect(await (await asked).text()).toContain('"qtyInStock":17');
        await page.waitForLoadState('networkidle');
        expect(scripts.filter((path) => /\/(react|changes|mount)-/.test(path))).toEqual([]);
      } finally {
        left(shop, 'CB-6', 18);
      }
    });

    test('S-624 a variant that is gone offers its notice, one that is back is sold', async ({ page, shop }) => {
      left(shop, 'SD-S-W', 0);
      left(shop, 'SD-L-T', 5);
      left(shop, 'RYE-900', 3);
      try {
        await expect(async () => {
          await page.goto('/shop/country-sourdough');
          const article = page.locator('article.product');
          await article.getByRole('combobox', { name: 'Size' }).selectOption('Small', { timeout: 3000 });
          await article.getByRole('combobox', { name: 'Slicing' }).selectOption('Whole');
          await expect(page.getByText('This cut is gone for today.')).toBeVisible({ timeout: 3000 });
        }).toPass();
        const article = page.locator('article.product');
        await article.getByRole('combobox', { name: 'Size' }).selectOption('Large');
        await article.getByRole('combobox', { name: 'Slicing' }).selectOption('Thick');
        await expect(page.getByText('This cut is gone for today.')).toBeHidden();
      } finally {
        left(shop, 'SD-S-W', 14);
        left(shop, 'SD-L-T', 0);
        left(shop, 'RYE-900', 0);
      }
    });

    test('S-624 a page of an earlier price shows and charges that of now', async ({ page }) => {
      // The page as a browser or a CDN keeps it from an earlier build, when the tart was a dollar cheaper.
      await page.route('**/shop/lemon-tart', async (route) => {
        const answer = await route.fetch();
        const old = (await answer.text())
          .replaceAll('$32.00', '$31.00')
          .replaceAll('"price":3200', '"price":3100')
          .replaceAll(/"buildId":"[^"]*"/g, '"buildId":"earlier"');
        await route.fulfill({ response: answer, body: old });
      });
      await page.goto('/shop/lemon-tart');
      const article = page.locator('article.product').first();
      await expect(article.locator('.product-price').first()).toHaveText('$32.00');
      const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
      await article.getByRole('button', { name: 'Add to Cart' }).click();
      const { shoppingCart } = (await (await added).json()) as { shoppingCart: Record<string, unknown> };
      expect(shoppingCart).toMatchObject({ subtotalCents: 3200 });
      expect(shoppingCart).not.toHaveProperty('priceChanged', true);
      await expect(article.locator('.product-price').first()).toHaveText('$32.00');
    });
  });
}
