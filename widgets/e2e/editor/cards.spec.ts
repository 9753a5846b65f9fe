import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addSourdough, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the panels, to be looked at. */
const SHOTS = process.env.SHOTS;

/** Types a code on the cart's page. */
async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Coupon or gift card code').fill(code);
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/coupons'));
  await page.getByRole('button', { name: 'Apply' }).click();
  await answered;
}

/** Buys what is in the cart. */
async function buy(page: Page, email: string): Promise<void> {
  await page.goto('/checkout');
  await fillCheckout(page, email);
  await pay(page);
}

for (const width of [1280, 390]) {
  test(`S-836: a card is made, spent by a shopper and found with what happened to it, ${width} px wide`, async ({
    page,
    shop,
    browser,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `cards-${name}-${width}.png`), fullPage: true }) : undefined;
    const email = `cards-${width}@shopper.example`;
    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Gift cards' }).click();
    await page.getByRole('button', { name: 'New gift card' }).click();
    await page.getByLabel('Amount (USD)').fill('5');
    await page.getByLabel('Reason, for the staff').fill('A late parcel.');
    await expectNoAxeViolation(page, 'a new card');
    await shot('new');
    await page.getByRole('button', { name: 'Make the card' }).click();
    const said = page.getByText(/Its code is [A-Z2-9-]{24}/);
    await expect(said).toBeVisible();
    const code = /[A-Z2-9]{4}(?:-[A-Z2-9]{4}){4}/.exec((await said.textContent()) ?? '')?.[0] ?? '';
    await expectNoAxeViolation(page, 'a card that was made');
    await shot('made');

    const shopper = await (await browser.newContext({ baseURL: shop.origin })).newPage();
    await addSourdough(shopper, 2);
    await shopper.goto('/cart');
    await enter(shopper, code);
    await buy(shopper, email);
    const [cents] = query(shop, `SELECT gift_card_cents FROM shop_order WHERE email = '${email}'`)[0] ?? [];
    expect(cents).toBe('500');

    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(code.slice(-4));
    const row = page.getByRole('button', { name: new RegExp(`Ends in ${code.slice(-4)}`) });
    await expect(row).toHaveCount(1);
    await expectNoAxeViolation(page, 'the list');
    await shot('list');
    await row.click();
    const ledger = page.getByRole('list', { name: 'What happened' });
    await expect(ledger.getByText('-5.00 USD Spent')).toBeVisible();
    await expect(ledger.getByText('A late parcel.')).toBeVisible();
    await expectNoAxeViolation(page, 'a card');
    await shot('card');
    await shopper.context().close();
  });

  test(`S-837: a code is made, used, looked at, limited and switched off, ${width} px wide`, async ({
    page,
    shop,
    browser,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `codes-${name}-${width}.png`), fullPage: true }) : undefined;
    const email = `codes-${width}@shopper.example`;
    const code = `DESK${width}`;
    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Coupons' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
    await expectNoAxeViolation(page, 'a new code');
    await page.getByRole('button', { name: 'New code' }).click();
    const row = page.getByRole('button', { name: new RegExp(code) });
    await expect(row).toContainText('Used 0 times');

    const shopper = await (await browser.newContext({ baseURL: shop.origin })).newPage();
    await addSourdough(shopper, 2);
    await shopper.goto('/cart');
    await enter(shopper, code);
    await buy(shopper, email);
    await addSourdough(shopper, 2);
    await shopper.goto('/cart');
    await enter(shopper, code);
    await expect(shopper.getByText('That code has been used')).toHaveCount(0);

    await page.reload();
    await page.getByRole('tab', { name: 'Coupons' }).click();
    await page.getByRole('searchbox', { name: 'Find a code' }).fill(code);
    await expect(row).toContainText('Used 1 time');
    await expectNoAxeViolation(page, 'the list');
    await shot('list');
    await row.click();
    await expect(page.getByRole('list', { name: 'Orders that used it' })).toContainText(email);
    await page.getByLabel('Uses in all').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(page.getByText('Used up')).toBeVisible();
    await expectNoAxeViolation(page, 'a code');
    await shot('code');
    await shopper.goto('/cart');
    await expect(shopper.getByText('That code has been used as often as it can be.')).toBeVisible();

    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('Ended', { exact: true })).toBeVisible();
    await shopper.reload();
    await expect(shopper.getByText('That code has expired.')).toBeVisible();
    await shopper.context().close();
  });
}
