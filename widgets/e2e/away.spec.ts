import { expect, test } from '@playwright/test';
import { OwnSite } from './ownSite.ts';

const AWAY = 'Please check your internet connection.';

test.describe('while the API is away', () => {
  let site: OwnSite;
  test.beforeAll(async () => {
    site = await OwnSite.open();
    site.apiIsThere = false;
  });
  test.afterAll(() => site.close());

  test('G-010 every kind of page is browsed from link to link', async ({ page }) => {
    await page.goto(site.origin);
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [link, heading] of [
      ['About', /./],
      ['Journal', /./],
      ['Contact', 'Contact and hours'],
      ['Shop', /./],
    ] as const) {
      await menu.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(new RegExp(`/${link === 'Journal' ? 'blog' : link.toLowerCase()}$`));
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Country sourdough' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Country sourdough' })).toBeVisible();
    await expect(page.locator('article.product .product-price')).toContainText('$6.50');
    await page.goto(`${site.origin}/blog/why-our-dough-sleeps`);
    await expect(page.getByRole('heading', { level: 1, name: /Why our dough sleeps/ })).toBeVisible();
  });

  test('G-010 the widgets that call it say that they failed, and the pages around them stand', async ({ page }) => {
    await page.goto(`${site.origin}/shop/butter-croissants`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Unable to Add Item' })).toContainText(AWAY);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page.goto(`${site.origin}/shop/seeded-rye`);
    const notice = page.locator('.product-restock-notification').first();
    await notice.getByRole('textbox').fill('early@example.com');
    await notice.getByRole('button').click();
    await expect(notice).toContainText(AWAY);

    await page.goto(`${site.origin}/contact`);
    await page.getByRole('button', { name: 'Send message' }).focus();
    await page.getByLabel('First Name', { exact: true }).fill('Ada');
    await page.getByLabel('Last Name', { exact: true }).fill('Visitor');
    await page.getByRole('textbox', { name: /e-?mail/i }).fill('ada@example.com');
    await page.getByLabel('What is it about?').selectOption('A class');
    await page.getByRole('textbox', { name: /message/i }).fill('Do you bake on Mondays?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'please try again later.' })).toBeVisible();
    // What was written is still there.
    await expect(page.getByRole('textbox', { name: /message/i })).toHaveValue('Do you bake on Mondays?');
    expect(site.calls.every(({ status }) => status === 0)).toBe(true);
    expect(site.calls.length).toBeGreaterThan(0);
  });
});
