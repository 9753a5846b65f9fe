import { expect } from '@playwright/test';
import { expectNoAxeViolation, openEditor } from './steps.ts';
import { test } from './workshop.ts';

test.beforeEach(({ shared }) => shared.fresh());

const LIST = 'Name,SKU,Price,Stock\nMill bag,MB-1,12.50,3\nCup,C-1,twelve,4\n';

/** S-387 in a browser: chosen, looked at, brought in, in the list, taken back. */
test('S-387 an owner brings a list of products into the shop and takes it back', async ({ page }) => {
  await openEditor(page, 'commerce');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(LIST),
  });
  await expect(dialog.getByText(/Row 3/).first()).toBeVisible({ timeout: 60_000 });
  await expectNoAxeViolation(page, 'the import');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText(/^Done: 2 new/)).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Show what was brought' }).click();
  await expect(page.getByText('Only what the import brought is shown (2).')).toBeVisible();
  await expect(page.getByRole('button', { name: /Mill bag/ })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: /^Cup.*Draft/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await page.getByRole('button', { name: 'Undo Import' }).click();
  await expect(page.getByRole('button', { name: /Mill bag/ })).toHaveCount(0, { timeout: 60_000 });
});
