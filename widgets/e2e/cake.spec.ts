import { expect, type Page, test } from '@playwright/test';
import { expectNoAxeViolation, expectReadable } from './axe.ts';
import { OwnSite } from './ownSite.ts';
import { query } from './shop.ts';

/** The day after today where the bakery is, as it is written there. */
const tomorrow = (): string => {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });
  const today = new Date(`${days.format(Date.now())}T12:00:00Z`);
  return new Date(today.getTime() + 86_400_000).toISOString().slice(0, 10);
};
const spelled = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const NOTE = 'Please write Ben on it.';
const GIFT = 'Happy birthday, Ben!';

let site: OwnSite;
test.beforeAll(async () => {
  site = await OwnSite.open({
    'site.json': (json) => {
      json.website.timeZone = 'America/Los_Angeles';
      json.websiteSettings.storeSettings.checkout = { giftMessage: true, terms: { page: '/about' } };
      json.websiteSettings.storeSettings.minimumOrderSubtotalCents = 0;
      Object.assign(json.shippingOptions[0].pickup.address, { region: 'CA', city: 'Los Angeles', postalCode: '90012' });
      json.shippingOptions[0].windows = {
        hours: [{ from: '09:00', to: '12:00' }],
        places: 4,
        noticeHours: 8,
        daysAhead: 7,
      };
      json.taxRules = [];
    },
    'content/shop/08-celebration-cake.json': (json) => {
      delete json.structuredContent.additionalFieldsFormId;
    },
  });
});
test.afterAll(() => site.close());

const stored = (email: string): string[] => {
  const [row] = query(
    site.shop,
    `SELECT window_key, json_extract(shipping_option, '$.window.to'), json_extract(buyer, '$.note'), json_extract(buyer, '$.giftMessage'), length(json_extract(buyer, '$.termsDigest')) FROM shop_order WHERE email = '${email}' AND status = 'paid'`,
  );
  return row ?? [];
};

/** Whether the page can be moved sideways. */
const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const width of [390, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('S-819 a Californian collects a cake tomorrow at ten with a note', async ({ page }) => {
      const email = `cake${width}@example.com`;
      await page.goto(`${site.origin}/shop/celebration-cake`);
      const article = page.locator('article.product');
      await article.getByRole('combobox', { name: 'Size' }).selectOption('6 inches, serves eight');
      const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
      await page.getByRole('button', { name: 'Order this cake' }).click();
      await added;
      await page.goto(`${site.origin}/checkout`);
      await page.getByRole('radio', { name: /Collect at the bakery/ }).check();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Full name').fill('Ada Baker');
      await page.getByLabel('Card number').fill('4242 4242 4242 4242');
      await page.getByLabel('Expires (MM / YY)').fill('12 / 40');
      await page.getByLabel('Security code').fill('123');
      await page.getByLabel(/^Note to the shop/).fill(NOTE);
      await page.getByLabel(/^Message for a gift/).fill(GIFT);
      // Nothing is bought before a time is chosen and the terms are agreed to.
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByText('Please choose a day and a time.')).toBeVisible();
      await expect(page.getByText('Please agree to the terms of the shop.')).toBeVisible();
      await expect(page.getByLabel('Day', { exact: true })).toBeFocused();
      await expectNoAxeViolation(page);
      await page.getByLabel('Day', { exact: true }).selectOption(spelled(tomorrow()));
      await page.getByLabel('Time', { exact: true }).selectOption({ value: '10:00' });
      await page.getByRole('checkbox', { name: 'I agree to the terms of the shop' }).check();
      await expect(page.getByRole('link', { name: 'Read the terms' })).toHaveAttribute('href', '/about');
      await expectNoAxeViolation(page);
      expect(await isTooWide(page)).toBe(false);
      if (process.env.LOGGIA_LOOK)
        await page.screenshot({ path: `${process.env.LOGGIA_LOOK}/cake-${width}.png`, fullPage: true });
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText(/10:00\s*–\s*11:00\s*AM/)).toBeVisible();
      await expectNoAxeViolation(page);
      if (process.env.LOGGIA_LOOK)
        await page.screenshot({ path: `${process.env.LOGGIA_LOOK}/thanks-${width}.png`, fullPage: true });
      expect(stored(email)).toEqual([`${tomorrow()}T10:00 collect`, '11:00', NOTE, GIFT, '64']);
    });
  });

  test.describe(`without JavaScript, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 844 } });

    test('S-819 the same with forms alone', async ({ page, browser }) => {
      const email = `plaincake${width}@example.com`;
      await page.goto(`${site.origin}/shop/celebration-cake`);
      const plain = page.locator('form.loggia-plain');
      await plain.getByRole('combobox').selectOption({ label: '6 inches, serves eight – $48.00' });
      await plain.getByRole('button').click();
      await page.getByRole('link', { name: 'Checkout' }).click();
      await page.getByRole('radio', { name: /Collect at the bakery/ }).check();
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Full name').fill('Ada Baker');
      await page.getByLabel(/^Note to the shop/).fill(NOTE);
      await page.getByLabel(/^Message for a gift/).fill(GIFT);
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByText('Please choose a day and a time.')).toBeVisible();
      await expect(page.getByText('Please agree to the terms of the shop.')).toBeVisible();
      await expect(page.getByLabel(/^Note to the shop/)).toHaveValue(NOTE);
      await expectReadable(page, browser);
      await page.getByLabel(/^Day and time/).selectOption({ label: `${tomorrow()}, 10:00–11:00` });
      await page.getByRole('checkbox', { name: 'I agree to the terms of the shop' }).check();
      if (process.env.LOGGIA_LOOK)
        await page.screenshot({ path: `${process.env.LOGGIA_LOOK}/plain-${width}.png`, fullPage: true });
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
      await expect(page.getByText(`${tomorrow()}, 10:00–11:00`)).toBeVisible();
      await expectReadable(page, browser);
      expect(stored(email)).toEqual([`${tomorrow()}T10:00 collect`, '11:00', NOTE, GIFT, '64']);
    });
  });
}
