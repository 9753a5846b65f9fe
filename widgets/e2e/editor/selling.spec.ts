import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ownBakery } from '../ownSite.ts';
import { choose as chooseSize, pay, query } from '../shop.ts';
import { ShopServer } from '../shopServer.ts';
import { choose, expectNoAxeViolation, isSaved } from './steps.ts';

/** `SHOTS=folder` keeps pictures, to be looked at. */
const SHOTS = process.env.SHOTS;

for (const width of [1280, 390]) {
  test(`S-975 a new shop is set up by forms and sells to another country, ${width} px wide`, async ({ page }) => {
    test.setTimeout(180_000);
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `selling-${name}-${width}.png`), fullPage: true }) : undefined;
    const site = ownBakery({
      'site.json': (json) => {
        delete json.shippingOptions;
        delete json.taxRules;
      },
    });
    const shop = await ShopServer.create(site);
    await shop.start();
    try {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(await shop.another());
      await page.goto(`${shop.editor}/config/commerce?part=delivery`);
      const preview = page.getByRole('region', { name: 'What a shopper sees' });
      await expect(page.getByText(/Nothing is delivered yet/)).toBeVisible();
      await expect(preview.getByText(/cannot be ordered from United States/)).toBeVisible();
      await page.getByRole('button', { name: 'Add a way of delivery' }).click();
      const ways = page.getByRole('list', { name: 'Delivery', exact: true });
      await ways.getByRole('textbox', { name: 'Price (USD)' }).fill('9.50');
      await choose(ways, 'Countries', 'Germany');
      await expectNoAxeViolation(page, 'delivery');
      await shot('delivery');
      await page.getByRole('tab', { name: 'Taxes' }).click();
      await page.getByRole('button', { name: 'Add a tax' }).click();
      const taxes = page.getByRole('list', { name: 'Taxes', exact: true });
      await choose(taxes, 'Country', 'Germany');
      await taxes.getByRole('textbox', { name: 'Percent' }).fill('7');
      await taxes.getByRole('textbox', { name: 'What the receipt calls it' }).fill('MwSt.');
      await taxes.getByText('Delivery is taxed, too').click();
      await isSaved(page);
      await choose(preview, 'Shopper in', 'Germany');
      await preview.getByRole('textbox', { name: 'How many' }).fill('3');
      await preview.getByRole('textbox', { name: 'How many' }).blur();
      // Three small loaves, delivery, and 7 percent of both: the sum is checked against the order below.
      await expect(preview.getByText('9.50 USD', { exact: true })).toBeVisible();
      await expect(preview.getByText('MwSt. 7 %')).toBeVisible();
      await expectNoAxeViolation(page, 'taxes');
      await shot('taxes');
      const shown = await preview
        .locator('div', { hasText: 'Total by the cheapest way' })
        .last()
        .locator('dd')
        .innerText();
      for (const part of ['Payment', 'Checkout', 'Seller']) {
        await page.getByRole('tab', { name: part, exact: true }).click();
        await expectNoAxeViolation(page, part);
        await shot(part.toLowerCase());
      }

      await page.goto(`${shop.origin}/shop/country-sourdough`);
      await chooseSize(page, 'Small', 3);
      const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
      await page.getByRole('button', { name: 'Add to Cart' }).click();
      await added;
      await page.goto(`${shop.origin}/checkout`);
      const email = `abroad-${width}@shopper.example`;
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Country').selectOption('DE');
      await page.getByLabel('Full name').fill('Ada Baker');
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Lindenallee 7');
      await page.getByLabel('City').fill('Berlin');
      await page.getByLabel('Postal code').fill('10115');
      await page.getByLabel('Postal code').blur();
      await page.getByRole('radio').first().check();
      await page.getByLabel('Card number').fill('4242 4242 4242 4242');
      await page.getByLabel('Expires (MM / YY)').fill('12 / 40');
      await page.getByLabel('Security code').fill('123');
      await shot('checkout-de');
      await pay(page);
      const [total] = query(shop, `SELECT grand_total_cents FROM shop_order WHERE email = '${email}'`)[0] ?? [];
      expect(`${(Number(total) / 100).toFixed(2)} USD`).toBe(shown);
    } finally {
      await shop.remove();
      await rm(join(site, '..'), { recursive: true, force: true });
    }
  });
}
