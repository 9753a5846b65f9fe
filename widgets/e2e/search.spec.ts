import { expect, expectNoAxeViolation, settled, test } from './shop.ts';

test('W-219 W-220 G-048: the search page answers its address and what is typed, mistakes forgiven', async ({
  page,
}) => {
  await page.goto('/search?q=country');
  const results = page.getByRole('list', { name: 'Results' });
  await expect(results.getByRole('link', { name: 'Country sourdough' })).toBeVisible();
  await settled(page);
  await expectNoAxeViolation(page);
  await page.getByRole('searchbox', { name: 'Search for' }).fill('coutnry');
  await expect(page).toHaveURL(/q=coutnry/);
  await results.getByRole('link', { name: 'Country sourdough' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Country sourdough');
});

test('G-048: without a script the search page leads to the parts of the site', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/search');
  await expect(page.getByRole('navigation', { name: 'Parts of this site' }).getByRole('link').first()).toBeVisible();
  // Named by its element: finders by text pass by what stands in `noscript`, shown or not.
  const notice = page.locator('.loggia-search noscript p');
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText(/^Searching needs JavaScript\./);
  await context.close();
});
