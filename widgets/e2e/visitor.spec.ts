import { expect, expectNoAxeViolation, query, settled, test } from './shop.ts';

test('W-185 W-190 A-071: a sold-out product takes a restock sign-up, and it is stored', async ({ page, shop }) => {
  await page.goto('/shop/seeded-rye');
  await expect(page.locator('article.product .product-mark.sold-out')).toBeVisible();
  await expectNoAxeViolation(page);
  const form = page.locator('.product-restock-notification').first();
  await form.getByRole('textbox').fill('early@example.com');
  await form.getByRole('button').click();
  await expect(form.getByRole('status')).toContainText('Thank you');
  await expect
    .poll(() => query(shop, "SELECT product_id FROM restock_sign_up WHERE email = 'early@example.com'"))
    .toEqual([['product-seeded-rye']]);
});

test('W-229 W-139 W-129 A-052: the contact form says Required, then submits, and the answers are stored', async ({
  page,
  shop,
}) => {
  await page.goto('/contact');
  await settled(page);
  await expectNoAxeViolation(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await expectNoAxeViolation(page);
  expect(query(shop, 'SELECT count(*) FROM form_submission')).toEqual([['0']]);

  await page.getByRole('textbox', { name: /first/i }).fill('Ada');
  await page.getByRole('textbox', { name: /last/i }).fill('Visitor');
  await page.getByRole('textbox', { name: /e-?mail/i }).fill('ada@example.com');
  await page.getByLabel('What is it about?').selectOption('A class');
  await page.getByRole('textbox', { name: /message/i }).fill('Do you bake on Mondays?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: /Send message|Submitting/ })).toHaveCount(0);
  const stored = query(shop, 'SELECT form_id FROM form_submission');
  expect(stored).toEqual([['contact']]);
});

test('G-010 W-001: a page without a widget loads no script of ours', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().includes('/widgets/')) scripts.push(request.url());
  });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The preview's own live-reload script is not part of a published page.
  expect(scripts.filter((url) => !url.includes('/_loggia/'))).toEqual([]);
  await expect(page.locator('#loggia-page-data')).toHaveCount(0);
});

for (const path of ['/', '/shop', '/blog', '/about', '/contact', '/gift-card']) {
  test(`axe finds nothing on ${path}`, async ({ page, noise }) => {
    await page.goto(path);
    await settled(page);
    await expectNoAxeViolation(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(noise).toEqual([]);
  });
}

test('nothing is wider than a small phone, and the shop works there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/shop', '/shop/country-sourdough', '/blog', '/about', '/contact', '/cart']) {
    await page.goto(path);
    await settled(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, path).toBeLessThanOrEqual(0);
  }
});
