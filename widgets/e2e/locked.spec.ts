import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectNoAxeViolation, test } from './shop.ts';

test.use({ site: 'site-fixtures/atlas' });

const SECRETS = ['a whale nobody else saw', 'Whoever cooks does not wash up', 'slack water at nine'];

test('G-055 A-057: what is locked lies in no published file', ({ shop }) => {
  const files = readdirSync(shop.output, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(shop.output, file)).isFile())
    .map((file) => [file, readFileSync(join(shop.output, file), 'latin1')] as const);
  expect(files.length).toBeGreaterThan(50);
  for (const secret of SECRETS)
    expect(files.filter(([, text]) => text.includes(secret)).map(([file]) => file)).toEqual([]);
});

test('A-057: a locked page opens with its password, for this browser, and is whole', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/log-book');
  await expect(page.getByText('Enter its password to read it.')).toBeVisible();
  await expectNoAxeViolation(page);
  await page.getByLabel('Password', { exact: true }).fill('guess');
  await page.getByRole('button', { name: 'Open the page' }).click();
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('slack water at nine');
  await page.getByRole('button', { name: 'Open the page' }).click();
  await expect(page.getByText('a whale nobody else saw')).toBeVisible();
  await expectNoAxeViolation(page);
  await page.reload();
  await expect(page.getByText('a whale nobody else saw')).toBeVisible();
  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await other.goto('/log-book');
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible();
  await other.context().close();
});

test('W-222: a page for members shows who they are the way in', async ({ page, shop }) => {
  shop.addAccount('mate@example.com', 'a long enough password', 'COMMENTER');
  await page.goto('/crew');
  await expect(page.getByText('This page is available only to site members.')).toBeVisible();
  await expectNoAxeViolation(page);
  await page.getByRole('textbox', { name: 'Email' }).fill('mate@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Whoever cooks does not wash up.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Whoever cooks does not wash up.')).toBeVisible();
});
