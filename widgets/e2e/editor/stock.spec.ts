import { join } from 'node:path';
import { choose, expect, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the stock, to be looked at. */
const SHOTS = process.env.SHOTS;
type Stock = { results: { sku: string; qtyInStock: number }[] };
const SOURDOUGH = '/shop/country-sourdough';

for (const width of [1280, 390]) {
  test(`S-906 S-908: the owner raises the stock in the panel and the product page sells it, ${width} px wide`, async ({
    page,
    shop,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `stock-${name}-${width}.png`), fullPage: true }) : undefined;
    const [[item = '', sku = '', before = '0'] = []] = query(
      shop,
      `SELECT item_id, sku, quantity FROM stock WHERE title = 'Country sourdough' AND options LIKE '%Small%' AND options LIKE '%Whole%'`,
    );
    const path = `/api/commerce/inventory/stock/?itemId=${item}`;
    const left = async () => {
      const { results } = (await (await page.request.get(shop.origin + path)).json()) as Stock;
      return results.find((one) => one.sku === sku)?.qtyInStock;
    };
    expect(await left()).toBe(Number(before));

    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Stock' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('sourdough small whole');
    const change = page.getByRole('button', { name: /Change the stock of Country sourdough, .*Small/ });
    await expect(change).toHaveCount(1);
    // Its picture is of the site, and there.
    const picture = page.getByRole('region', { name: 'Stock' }).locator('img');
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    await expectNoAxeViolation(page, 'the list');
    await shot('list');
    await change.click();
    await page.getByLabel('Change, or what was counted').fill('+6');
    await expectNoAxeViolation(page, 'a change');
    await page.getByRole('button', { name: 'Save the count' }).click();
    const after = Number(before) + 6;
    await expect(page.getByText(`There were ${before}, now there are ${after}.`)).toBeVisible();
    await expect(page.getByText(/\+6 Received/).first()).toBeVisible();
    await shot('changed');
    expect(await left()).toBe(after);

    await page.getByLabel('Change, or what was counted').fill('1');
    await page.getByRole('button', { name: 'Save the count' }).click();
    await expect(page.getByText(`There were ${after}, now there are 1.`)).toBeVisible();
    await expect(page.getByText(/-\d+ Counted/).first()).toBeVisible();

    await page.setInputFiles('input[type=file]', {
      name: 'stock.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`sku,count\n${sku},${after}\n`),
    });
    await expect(page.getByText(`1 → ${after}`)).toBeVisible();
    await expectNoAxeViolation(page, 'a table');
    await page.getByRole('button', { name: 'Take it over' }).click();
    await expect(page.getByText(/^Changed 1 variants/)).toBeVisible();
    await shot('table');
    expect(await left()).toBe(after);

    // The product page sells all of them.
    await page.goto(`${shop.origin}${SOURDOUGH}`);
    await choose(page, 'Small', after);
    // A new visitor's first call may be refused for its crumb, and is repeated.
    const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await added;
  });
}
