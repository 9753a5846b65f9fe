import type { Page } from '@playwright/test';
import { addSourdough, expect, settled, test } from './shop.ts';

const wide = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });

test('W-006 W-007 W-008 N-100 N-101 the cart is a table from 433 px on, and at no other width another thing', async ({
  page,
}) => {
  await addSourdough(page, 1);
  await page.goto('/cart');
  await settled(page);
  const row = page.getByRole('row', { name: /sourdough/i });
  await expect(row).toBeVisible();
  const looks = () => row.evaluate((el) => getComputedStyle(el).display);
  for (const [width, display] of [
    [432, 'grid'],
    [433, 'table-row'],
  ] as const) {
    await wide(page, width);
    expect(await looks(), `${width} px`).toBe(display);
  }
  for (let width = 200; width <= 2000; width += 50) {
    await wide(page, width);
    expect(await looks(), `${width} px`).toBe(width <= 432 ? 'grid' : 'table-row');
  }
});

test('W-009 N-102 the checkout has its summary below up to 991 px, and beside from 992 px on', async ({ page }) => {
  await addSourdough(page, 1);
  await page.goto('/checkout');
  await settled(page);
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  const columns = () =>
    pay.evaluate((el) => {
      const grid = el.closest('[class*=page]');
      return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 0;
    });
  await expect(pay).toBeVisible();
  await wide(page, 991);
  expect(await columns()).toBe(1);
  await wide(page, 992);
  expect(await columns()).toBe(2);
});
