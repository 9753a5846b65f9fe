import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OwnSite } from './ownSite.ts';
import { addSourdough, expect, expectNoAxeViolation, fillCheckout, pay, query, test } from './shop.ts';

const PASSWORD = 'a long enough password';
/** `SHOTS=folder` keeps pictures of the pages, to be looked at. */
const SHOTS = process.env.SHOTS;

/** Nothing stands beside the page, and axe finds nothing, on a telephone and at a desk. */
async function looked(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`), fullPage: true });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    await expectNoAxeViolation(page);
  }
}

test('S-472 a shopper sends two loaves back, and the money of them comes once', async ({ page, browser }) => {
  const own = await OwnSite.open({
    'site.json': (site) => {
      site.websiteSettings.orderSettings = { ...site.websiteSettings.orderSettings, returnDays: 14 };
    },
  });
  const { shop } = own;
  try {
    const visitor = await browser.newPage({ baseURL: shop.origin });
    await addSourdough(visitor, 3);
    await visitor.goto('/checkout');
    await fillCheckout(visitor, 'ada@example.com');
    await pay(visitor);
    const [[id, paid]] = query(shop, 'SELECT id, grand_total_cents FROM shop_order') as [[string, string]];
    query(shop, `UPDATE order_line SET sent = quantity; UPDATE shop_order SET fulfilled_at = ${Date.now()}`);
    await visitor.getByRole('link', { name: /order/i }).first().click();

    await visitor.getByText('Return something').click();
    await looked(visitor, 'return-form');
    await visitor.getByRole('spinbutton').fill('2');
    await visitor.getByLabel('Why do you return it?').fill('They came too late.');
    await visitor.getByRole('button', { name: 'Request the return' }).click();
    await expect(visitor.getByText('You asked for a return.')).toBeVisible();
    await looked(visitor, 'return-asked');

    shop.addAccount('owner@example.com', PASSWORD, 'ADMIN');
    await page.goto(`${shop.origin}/api/owner`);
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Returns' }).click();
    await expect(page.getByText('They came too late.')).toBeVisible();
    await looked(page, 'returns-asked');
    await page.getByRole('textbox').fill('Please send them to 1 Mill Lane.');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('button', { name: 'Received: refund' })).toBeVisible();
    await looked(page, 'returns-accepted');
    await page.getByRole('button', { name: 'Received: refund' }).click();
    await expect(page.getByRole('button', { name: 'Received: refund' })).toHaveCount(0);
    await looked(page, 'returns-refunded');

    await visitor.reload();
    await expect(visitor.getByText('Please send them to 1 Mill Lane.')).toBeVisible();
    const [[back]] = query(shop, `SELECT refunded_cents FROM shop_order WHERE id = '${id}'`) as [[string]];
    expect(Number(back)).toBeGreaterThan(0);
    expect(Number(back)).toBeLessThan(Number(paid));
  } finally {
    await own.close();
  }
});
