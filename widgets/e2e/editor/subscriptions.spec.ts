import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseDelivery, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the panel, to be looked at. */
const SHOTS = process.env.SHOTS;

for (const width of [1280, 390]) {
  test(`S-708 S-709: a subscription is paused, changed and ended for who calls, ${width} px wide`, async ({
    page,
    shop,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `subscriptions-${name}-${width}.png`), fullPage: true }) : undefined;
    const email = `weekly-${width}@shopper.example`;
    const of = (column: string) => query(shop, `SELECT ${column} FROM subscription WHERE email = '${email}'`)[0]?.[0];
    await page.goto('/shop/weekly-bread');
    await page.locator('article.product .sqs-add-to-cart-button').click();
    await expect(page).toHaveURL(/\/checkout\/subscription\/?\?cartToken=/);
    await fillCheckout(page, email);
    await chooseDelivery(page, 2);
    await pay(page);
    await expect.poll(() => of('status')).toBe('active');

    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Subscriptions' }).click();
    await page.getByLabel('Search').fill(email);
    const one = page.getByRole('article', { name: email });
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(one.getByText(/Goes to 1 Market Street/)).toBeVisible();
    await expectNoAxeViolation(page, 'a subscription');
    await shot('list');

    await one.getByRole('button', { name: 'Leave the next one out' }).click();
    await expect(one.getByRole('status')).toContainText('The next payment is on');
    expect(of('skipped')).toBe('1');
    await one.getByRole('button', { name: 'Change number or address' }).click();
    await one.getByLabel('How many each time').fill('3');
    await one.getByLabel('Address', { exact: true }).fill('2 State Street');
    await expectNoAxeViolation(page, 'a change of a subscription');
    await shot('change');
    await one.getByRole('button', { name: 'Save' }).click();
    await expect(one.getByRole('status')).toHaveText('Saved.');
    await expect(one.getByText(/Goes to 2 State Street/)).toBeVisible();
    expect(of('quantity')).toBe('3');
    await one.getByRole('button', { name: 'Pause' }).click();
    await expect(one.getByText('Paused', { exact: true })).toBeVisible();
    await one.getByRole('button', { name: 'Go on' }).click();
    await expect(one.getByRole('status')).toContainText('The next payment is on');
    await one.getByRole('button', { name: /^Order #/ }).click();
    await expect(page.getByText('1 Market Street')).toBeVisible();
    await page.getByRole('button', { name: 'Orders', exact: true }).click();
    await one.getByRole('button', { name: 'End it' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click();
    await expect(one.getByText('Cancelled', { exact: true })).toBeVisible();
    expect(of('status')).toBe('cancelled');
    await shot('ended');

    const letters = () =>
      readdirSync(join(shop.folder, 'shop.mail'))
        .map((name) => readFileSync(join(shop.folder, 'shop.mail', name), 'utf8'))
        .filter((letter) => letter.startsWith(`To: ${email}`));
    // Left out, saved, paused, let go on: a letter of each, and one of the end.
    const about = (subject: string) => letters().filter((letter) => letter.includes(subject)).length;
    await expect.poll(() => about('your subscription was changed'), { timeout: 20_000 }).toBe(4);
    await expect.poll(() => about('your subscription has ended'), { timeout: 20_000 }).toBe(1);
  });
}
