import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownBakery } from './ownSite.ts';
import { expect, expectNoAxeViolation, query, settled, test } from './shop.ts';
import { ShopServer } from './shopServer.ts';

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

test('W-230: what a visitor signed up for is told by the owner, in one letter', async ({ page, shop, request }) => {
  await page.goto('/shop/seeded-rye');
  const form = page.locator('.product-restock-notification').first();
  await form.getByRole('textbox').fill('rye@example.com');
  await form.getByRole('button').click();
  // The owner's own words in place of 'Signed up!'.
  await expect(form.getByRole('status')).toHaveText('Thank you! We will write when the rye is out of the oven.');

  shop.addAccount('owner@example.com', 'a long enough password', 'STORE_MANAGER');
  const emails = () => Number(query(shop, "SELECT count(*) FROM outbox WHERE kind = 'mail'")[0]?.[0]);
  const waiting = Number(query(shop, 'SELECT count(*) FROM restock_sign_up WHERE sent_at IS NULL')[0]?.[0]);
  const before = emails();
  const call = async (path: string, data: object, token = '') => {
    const { cookies } = await request.storageState();
    const crumb = cookies.find(({ name }) => name === 'crumb')?.value ?? '';
    const headers = { 'x-csrf-token': crumb, 'x-siteuser-xsrf-token': token, origin: shop.origin };
    return request.post(path, { data, headers });
  };
  const session = { email: 'owner@example.com', password: 'a long enough password', rememberMe: false };
  await call('/api/site-users/account/session', session); // brings the crumb
  const { xsrfToken } = (await (await call('/api/site-users/account/session', session)).json()) as {
    xsrfToken: string;
  };
  const group = { productId: 'product-seeded-rye', variantId: 'RYE-900' };
  const send = async () =>
    (await call('/api/site-users/account/notifications/restock/send', group, xsrfToken)).json() as Promise<unknown>;
  expect(await send(), 'nobody is called before there is any').toMatchObject({ code: 'not-in-stock' });
  const baked = { itemId: 'product-seeded-rye', sku: 'RYE-900', quantity: 6, reason: 'baked' };
  expect((await call('/api/commerce/inventory/adjustments', baked, xsrfToken)).ok()).toBe(true);
  expect(await send()).toEqual({ sent: waiting });
  expect(emails()).toBe(before + waiting);
  expect(await send(), 'nobody is told twice').toEqual({ sent: 0 });
  expect(emails()).toBe(before + waiting);
});

test('W-229 W-139 W-129 A-052: the contact form says Required, then submits, and the answers are stored', async ({
  page,
  shop,
}) => {
  // Other journeys send the form to the same shop: what is asked here is asked nowhere else.
  const question = `Do you bake on Mondays? ${randomUUID()}`;
  const stored = () => query(shop, `SELECT form_id FROM form_submission WHERE answers LIKE '%${question}%'`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/SaveFormSubmission')) sent.push(request.url());
  });
  await page.goto('/contact');
  await settled(page);
  await expectNoAxeViolation(page);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await expectNoAxeViolation(page);
  expect(sent).toEqual([]);

  await page.getByRole('textbox', { name: /first/i }).fill('Ada');
  await page.getByRole('textbox', { name: /last/i }).fill('Visitor');
  await page.getByRole('textbox', { name: /e-?mail/i }).fill('ada@example.com');
  await page.getByLabel('What is it about?').selectOption('A class');
  await page.getByRole('textbox', { name: /message/i }).fill(question);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: /Send message|Submitting/ })).toHaveCount(0);
  expect(stored()).toEqual([['contact']]);
  expect(sent).not.toEqual([]);
});

test('W-001: a page without a widget loads no script of ours', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().includes('/widgets/')) scripts.push(request.url());
  });
  // The header of the bakery counts what is in the cart on every page: this one has a plain link.
  const site = ownBakery({});
  const header = join(site, 'template/header.region');
  const plain = readFileSync(header, 'utf8').replace('<span class="cart-count sqs-cart-quantity"></span>', '');
  writeFileSync(header, plain);
  const shop = await ShopServer.create(site);
  try {
    await shop.start();
    await page.goto(`http://localhost:${shop.port}/about`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The preview's own live-reload script is not part of a published page.
    expect(scripts.filter((url) => !url.includes('/_loggia/'))).toEqual([]);
    await expect(page.locator('#loggia-page-data')).toHaveCount(0);
  } finally {
    await shop.remove();
    rmSync(join(site, '..'), { recursive: true });
  }
});
