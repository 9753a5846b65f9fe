import type { Page } from '@playwright/test';
import { expectReadable } from './axe.ts';
import { expect, expectNoAxeViolation, query, settled, test } from './shop.ts';

// Whoever has no JavaScript, and whoever our scripts do not reach, buys by plain forms.
const CODE = '**/assets/widgets/**/*.js';

/** Fills in the plain checkout and shows how it is delivered. */
async function address(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('combobox', { name: 'Country' }).selectOption('US');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Baker');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Market Street');
  await page.getByRole('textbox', { name: 'City' }).fill('New York');
  await page.getByRole('combobox', { name: 'State' }).selectOption('NY');
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('10001');
  await page.getByRole('button', { name: 'Show delivery options' }).click();
}

for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const)
  test.describe(`without JavaScript, ${colorScheme}, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, colorScheme, viewport: { width, height: 844 } });

    test('G-048 A-046: product → cart → change → coupon → checkout → thanks', async ({ page, shop, browser }) => {
      test.setTimeout(120_000);
      const email = `plain${width}@example.com`;
      await page.goto('/shop/country-sourdough');
      await expect(page.locator('.sqs-add-to-cart-button')).toBeHidden();
      const form = page.locator('form.loggia-plain');
      await form.getByRole('combobox').selectOption({ label: 'Small, Whole – $6.50' });
      await form.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
      await form.getByRole('button', { name: 'Add to Cart' }).click();

      await expect(page).toHaveURL(/\/api\/plain\/cart\?added=/);
      await expect(page.getByRole('status')).toHaveText('Country sourdough was added to your cart.');
      await expectReadable(page, browser);
      await page.getByLabel('Quantity of Country sourdough').fill('900');
      await page.getByRole('button', { name: 'Update: Country sourdough' }).click();
      await expect(page.getByRole('alert')).toHaveText('Sorry, we do not have enough of that item available.');
      await expect(page.getByLabel('Quantity of Country sourdough')).toHaveValue('900');
      await expectReadable(page, browser);
      await page.getByLabel('Quantity of Country sourdough').fill('3');
      await page.getByRole('button', { name: 'Update: Country sourdough' }).click();
      await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$19.50');
      await page.getByLabel('Coupon or gift card code').fill('SPRING25');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('That code has expired.').first()).toBeVisible();
      await page.getByLabel('Coupon or gift card code').fill('FIRSTLOAF');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('-$1.95').first()).toBeVisible();
      await expectReadable(page, browser);

      await page.getByRole('link', { name: 'Checkout' }).click();
      await expectReadable(page, browser);
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByRole('alert')).toHaveText('One or more fields is invalid, please check your entries.');
      await expectReadable(page, browser);
      await address(page, email);
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await page.getByRole('radio', { name: /Collect at the bakery/ }).check();
      await page.getByRole('radio', { name: 'A test card that is declined' }).check();
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByRole('alert')).toContainText('Your payment could not be completed.');
      await expect(page.getByRole('radio', { name: /Collect at the bakery/ })).toBeChecked();
      await expectReadable(page, browser);
      await page.getByRole('radio', { name: 'A test card that pays' }).check();
      await page.getByRole('button', { name: /^Pay/ }).click();

      await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
      await expect(page.getByText(`We have sent a confirmation to ${email}.`)).toBeVisible();
      await expectReadable(page, browser);
      const order = `SELECT status, grand_total_cents FROM shop_order WHERE email = '${email}' AND status = 'paid'`;
      // 4 % of $17.55 in New York.
      expect(query(shop, order)).toEqual([['paid', '1825']]);
      await page.goto('/cart');
      await page.getByRole('link', { name: 'The simple cart' }).click();
      await expect(page.getByText('You have nothing in your shopping cart.')).toBeVisible();
      await expectReadable(page, browser);
    });

    test('A-027 A-048: what a product asks is asked on a page of its own, and kept when it is refused', async ({
      page,
      browser,
    }) => {
      await page.goto('/shop/celebration-cake');
      const plain = page.locator('form.loggia-plain');
      const size = plain.getByRole('combobox');
      if (await size.count()) await size.selectOption({ index: 1 });
      await plain.getByRole('button').click();
      await expect(page).toHaveURL(/\/api\/plain\/cart\/entries$/);
      await expectReadable(page, browser);
      await page.locator('form.stack').getByRole('button').click();
      await expect(page.getByRole('alert')).toHaveText('One or more fields is invalid, please check your entries.');
      await expectReadable(page, browser);
      await page.goto('/shop/gift-card');
      await page.locator('form.loggia-plain').getByRole('combobox').selectOption({ index: 1 });
      await page.locator('form.loggia-plain').getByRole('button').click();
      await page.getByLabel("Recipient's name").fill('Grace');
      await page.getByRole('button', { name: 'Add To Cart' }).click();
      await expect(page.getByLabel("Recipient's name")).toHaveValue('Grace');
      await expectReadable(page, browser);
      await page.getByLabel("Recipient's email").fill('grace@example.com');
      await page.getByRole('button', { name: 'Add To Cart' }).click();
      await expect(page).toHaveURL(/\/api\/plain\/cart\?added=/);
    });
  });

test('A-047: without JavaScript a subscription begins from its page', async ({ browser, baseURL, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/shop/weekly-bread');
  const plain = page.locator('form.loggia-plain');
  const choice = plain.getByRole('combobox');
  if (await choice.count()) await choice.selectOption({ index: 1 });
  await plain.getByRole('button').click();
  await expect(page.getByText('$10.50 every week')).toBeVisible();
  await address(page, 'plain-weekly@example.com');
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
  const begun = "SELECT status FROM subscription WHERE email = 'plain-weekly@example.com'";
  expect(query(shop, begun)).toEqual([['active']]);
  await context.close();
});

/** Eight seconds have passed. */
const late = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });

test('W-001: our scripts are blocked: after eight seconds a form stands where the button was, and buys', async ({
  page,
}) => {
  await page.route(CODE, (route) => route.abort());
  await page.goto('/shop/country-sourdough');
  const form = page.locator('form.loggia-plain');
  await expect(form).toBeHidden();
  await expect(page.locator('.sqs-add-to-cart-button')).toBeVisible();
  await late(page);
  await expect(form).toBeVisible();
  await expect(page.locator('.sqs-add-to-cart-button')).toBeHidden();
  await expectNoAxeViolation(page);
  await form.getByRole('combobox').selectOption({ label: 'Large, Whole – $9.80' });
  await form.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$9.80');
  for (const [path, link] of [
    ['/cart', 'Open the simple cart'],
    ['/checkout', 'Open the simple checkout'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: link })).toBeHidden();
    await late(page);
    await expectNoAxeViolation(page);
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByText('$9.80').first()).toBeVisible();
  }
});

test('W-001 W-005: a press that was held for code that never comes is bought by the form, as it was chosen', async ({
  page,
}) => {
  await page.route('**/assets/widgets/c/*.js', (route) => route.abort());
  await page.goto('/shop/country-sourdough');
  await expect(page.locator('.sqs-add-to-cart-button-wrapper')).toHaveAttribute('data-widget-state', 'waiting');
  const article = page.locator('article.product');
  // Set without a touch, so that the code is only asked for by the press.
  await article
    .locator('.product-variants select')
    .first()
    .evaluate((select: HTMLSelectElement) => {
      select.value = 'Large';
    });
  await article
    .locator('.product-variants select')
    .last()
    .evaluate((select: HTMLSelectElement) => {
      select.value = 'Whole';
    });
  await article.locator('.product-quantity-input input').evaluate((input: HTMLInputElement) => {
    input.value = '3';
  });
  await article.locator('.sqs-add-to-cart-button').click();
  await expect(page).toHaveURL(/\/api\/plain\/cart\?added=/);
  await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$29.40');
});

test('W-001: with our scripts the form is never seen, takes no room and cannot be reached', async ({ page }) => {
  await page.goto('/shop/country-sourdough');
  await settled(page);
  await late(page);
  await expect(page.locator('form.loggia-plain')).toBeHidden();
  await page.locator('.product-quantity-input input').focus();
  await expect(page.locator('button.sqs-add-to-cart-button')).toBeVisible();
  await late(page);
  await expect(page.locator('form.loggia-plain')).toBeHidden();
});
