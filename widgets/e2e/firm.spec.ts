import { expect, test } from '@playwright/test';
import { expectNoAxeViolation, expectReadable } from './axe.ts';
import { OwnSite } from './ownSite.ts';
import { query } from './shop.ts';

const LINE = 'VAT 0 % – reverse charge';
const DUTCH = 'NL 1234.56.782.B90';
const HOME = /this number is of the shop’s own country/;

let site: OwnSite;
test.beforeAll(async () => {
  site = await OwnSite.open({
    'site.json': (json) => {
      json.seller = {
        ...{ name: 'Morgenrot GmbH', line1: 'Lindenallee 7', city: 'Berlin', postalCode: '10115', country: 'DE' },
        ...{ vatId: 'DE123456788', contact: 'Orders', phone: '+49 30 1234567', email: 'shop@shop.example' },
      };
      json.websiteSettings.storeSettings.minimumOrderSubtotalCents = 0;
      json.taxRules = [
        { country: 'DE', rate: '19', name: 'VAT', included: true, shipping: true },
        { country: 'NL', rate: '21', name: 'VAT', included: true, shipping: true },
      ];
    },
  });
});
test.afterAll(() => site.close());

/** What is kept of the order: what was paid, what was taken off, and the tax of its invoice. */
const stored = (email: string): string[] | undefined =>
  query(
    site.shop,
    `SELECT grand_total_cents + relief_cents - subtotal_cents, relief_cents > 0, reverse_charge, tax_cents + included_tax_cents, (SELECT tax_cents FROM invoice WHERE order_id = shop_order.id) FROM shop_order WHERE email = '${email}' AND status = 'paid'`,
  )[0];
const AGREED = ['0', '1', '1', '0', '0'];

for (const width of [390, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('S-864 a Dutch firm buys a file from a German shop without tax', async ({ page }) => {
      const email = `firm${width}@example.com`;
      await page.goto(`${site.origin}/shop/recipe-booklet`);
      const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
      await page.locator('article.product').getByRole('button').last().click();
      await added;
      await page.goto(`${site.origin}/checkout`);
      const summary = page.getByRole('complementary', { name: 'Your order' });
      await page.getByLabel('Email').fill(email);
      await page.getByLabel(/^Country/).selectOption('NL');
      await page.getByLabel(/^Country/).press('Tab');
      await expect(summary.getByText('Including VAT 21 %')).toBeVisible();
      await page.getByText('Invoice: billing address, VAT number').click();
      await page.getByLabel(/^Company/).fill('Berg BV');
      const number = page.getByLabel(/^VAT number/);
      // A number of the shop's own country is told why it changes nothing.
      await number.fill('DE136695976');
      await number.press('Tab');
      await expect(page.getByText(HOME)).toBeVisible();
      await expect(number).toHaveAccessibleDescription(HOME);
      await expect(summary.getByText(LINE)).toHaveCount(0);
      await expectNoAxeViolation(page);
      await number.fill(DUTCH);
      await number.press('Tab');
      await expect(summary.getByText(LINE)).toBeVisible();
      await expect(summary.getByText('Including VAT 21 %')).toHaveCount(0);
      await expect(page.getByText(HOME)).toHaveCount(0);
      await page.getByLabel('Card number').fill('4242 4242 4242 4242');
      await page.getByLabel('Expires (MM / YY)').fill('12 / 40');
      await page.getByLabel('Security code').fill('123');
      await expectNoAxeViolation(page);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(tooWide).toBe(false);
      if (process.env.LOGGIA_LOOK)
        await page.screenshot({ path: `${process.env.LOGGIA_LOOK}/firm-${width}.png`, fullPage: true });
      await page.locator('form button[type="submit"]').last().click();
      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText(LINE)).toBeVisible();
      await expectNoAxeViolation(page);
      expect(stored(email)).toEqual(AGREED);
    });
  });

  test.describe(`without JavaScript, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });

    test('S-864 the same with forms alone', async ({ page, browser }) => {
      const email = `plainfirm${width}@example.com`;
      await page.goto(`${site.origin}/shop/recipe-booklet`);
      await page.locator('form.loggia-plain').getByRole('button').click();
      await page.getByRole('link', { name: 'Checkout' }).click();
      await page.getByLabel('Email').fill(email);
      await page
        .getByLabel(/^Country/)
        .first()
        .selectOption('NL');
      await page.getByText('Invoice: billing address, VAT number').click();
      await page
        .getByLabel(/^Company/)
        .first()
        .fill('Berg BV');
      await page.getByLabel(/^VAT number/).fill(DUTCH);
      await page.getByRole('button', { name: 'Show the tax' }).click();
      await expect(page.getByText(LINE)).toBeVisible();
      await expectReadable(page, browser);
      if (process.env.LOGGIA_LOOK)
        await page.screenshot({ path: `${process.env.LOGGIA_LOOK}/firm-plain-${width}.png`, fullPage: true });
      await page.locator('button[value="pay"]').click();
      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
      expect(stored(email)).toEqual(AGREED);
    });
  });
}
