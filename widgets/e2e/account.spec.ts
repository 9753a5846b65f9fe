import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSourdough, expect, expectNoAxeViolation, fillCheckout, pay, test } from './shop.ts';
import type { ShopServer } from './shopServer.ts';

const PASSWORD = 'a long enough password';

/** The key of the newest letter to an address. */
async function keyIn(shop: ShopServer, email: string): Promise<string> {
  const folder = join(shop.folder, 'shop.mail');
  const find = () => {
    let files: string[] = [];
    try {
      files = readdirSync(folder);
    } catch {
      return undefined; // no email yet
    }
    const emails = files.map((file) => readFileSync(join(folder, file), 'utf8'));
    const own = emails.filter((text) => text.startsWith(`To: ${email}\r\n`));
    return own.map((text) => /account#key=([\w-]+)/.exec(text)?.[1]).findLast(Boolean);
  };
  await expect.poll(find).toBeTruthy();
  return find() ?? '';
}

test('W-222 A-090: an account from the first letter to the last order, and out again', async ({
  page,
  shop,
  noise,
}) => {
  // Bought before there was an account: it belongs to the same address.
  await addSourdough(page, 2);
  await page.goto('/checkout');
  await fillCheckout(page, 'ann@example.com');
  await pay(page);

  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to your account' })).toBeVisible();
  await expectNoAxeViolation(page);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We have written to ann@example.com.')).toBeVisible();

  const key = await keyIn(shop, 'ann@example.com');
  await page.goto(`/account#key=${key}`);
  await page.reload(); // the same page with another fragment would not be loaded anew
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible();
  await expectNoAxeViolation(page);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('You are logged in as ann@example.com.')).toBeVisible();
  await expect(page.getByText('2 × Country sourdough')).toBeVisible();
  await expectNoAxeViolation(page);
  expect(page.url()).not.toContain(key);

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to your account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('You are logged in as ann@example.com.')).toBeVisible();
  expect(noise).toEqual([]);
});
