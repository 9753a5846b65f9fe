import { addSourdough, choose, expect, test } from './shop.ts';

// What a shopper meets on a train: a slow network, code that does not come, a server that is away.
const CODE = '**/assets/widgets/c/*.js';
const button = 'article.product .sqs-add-to-cart-button';

test('W-001: on a slow phone the page reads at once, and a press before the code is bought once', async ({
  page,
  context,
}) => {
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.goto('/shop/butter-croissants', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('article.product .product-price')).toContainText('$');
  for (let press = 0; press < 3; press += 1) await page.locator(button).click();
  await expect(page.getByRole('link', { name: 'One item in cart' })).toBeVisible({ timeout: 45_000 });
});

test('W-003 W-005: code that does not come is named and said; the markup stays, and the next press tries again', async ({
  page,
}) => {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  // No form goes anywhere for a browser that says it is offline: the press is told, and kept for the shopper to repeat.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => document.documentElement.title !== 'offline' });
  });
  await page.route(CODE, (route) => (/product-/.test(route.request().url()) ? route.abort() : route.continue()));
  await page.goto('/shop/butter-croissants');
  await page.evaluate(() => {
    document.documentElement.title = 'offline';
  });
  await page.locator(button).click();
  await expect(page.getByText('Please check your internet connection.').first()).toBeVisible();
  await expect(page.locator(button)).toHaveText(/Add to Cart/i);
  await expect.poll(() => thrown.join()).toContain('Chunk add-to-cart failed to load: missing');
  await page.unroute(CODE);
  await page.evaluate(() => {
    document.documentElement.title = '';
  });
  await page.locator(button).click();
  await expect(page.getByRole('link', { name: 'One item in cart' })).toBeVisible();
});

test('W-003 W-005: a press without a connection is told, and a press after it buys once', async ({ page, context }) => {
  const list = page.waitForResponse(/registry-/);
  await page.goto('/shop/butter-croissants');
  await (await list).finished();
  await context.setOffline(true);
  await page.locator(button).click();
  await expect(page.getByText('Please check your internet connection.').first()).toBeVisible();
  await context.setOffline(false);
  await page.locator(button).click();
  // Chromium keeps some modules that broke off as broken until the page is left: the plain page takes the press then.
  await expect(
    page
      .getByRole('link', { name: 'One item in cart' })
      .or(page.getByText(/was added to your cart/))
      .first(),
  ).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('row', { name: /Butter croissants/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Butter croissants/ }).getByRole('spinbutton')).toHaveValue('1');
});

test('W-003 W-005: without the code that mounts a press still buys, by the plain page', async ({ page }) => {
  await page.route(CODE, (route) => (/mount-/.test(route.request().url()) ? route.abort() : route.continue()));
  await page.goto('/shop/butter-croissants');
  await page.locator(button).click();
  await expect(page.getByText(/was added to your cart/)).toBeVisible();
});

test('W-090: a server that is away is said, nothing is lost, and trying again goes on', async ({ page }) => {
  await addSourdough(page, 2);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/shop/butter-croissants');
  await page.locator(button).click();
  const alert = page.getByRole('alertdialog', { name: 'Unable to Add Item' });
  await expect(alert).toContainText('Please check your internet connection.');
  await alert.getByRole('button', { name: 'OK' }).click();
  await page.goto('/cart');
  await expect(page.getByText('Please check your internet connection.')).toBeVisible();
  // The count in the header reads the cart too, when the browser has time: it was refused before the server is back.
  await expect(page.locator('[data-cart-initialized]')).not.toHaveCount(0);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$13.00');
});

test('G-048: without a script pages read well, nothing turns for ever, and what needs a script says so', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/shop/country-sourdough');
  await expect(page.getByRole('heading', { name: 'Country sourdough' })).toBeVisible();
  await expect(page.locator('article.product .product-price')).toContainText('$6.50');
  for (const [path, words] of [
    ['/cart', 'This page needs JavaScript. The simple cart works without it.'],
    ['/checkout', 'This page needs JavaScript. The simple checkout works without it.'],
    ['/checkout/subscription', 'The button on the subscription’s own page works without it.'],
    ['/gift-card', 'The button on the gift card’s own page works without it.'],
    ['/contact', 'Sending this form needs JavaScript.'],
  ] as const) {
    await page.goto(path);
    // Named by its element: finders by text pass by what stands in `noscript`, shown or not.
    const notice = page.locator('main noscript p').first();
    await expect(notice).toBeVisible();
    await expect(notice).toContainText(words);
    for (const waiting of await page.getByText(/^Loading/).all()) await expect(waiting).toBeHidden();
  }
  await context.close();
});

test('W-001: a choice made while the code is slow is the choice that is bought', async ({ page }) => {
  await page.route(CODE, async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  await page.goto('/shop/country-sourdough');
  await choose(page, 'Large', 2);
  await page.locator(button).click();
  await expect(page.getByRole('link', { name: '2 items in cart' })).toHaveText(/2 items\s*\$19\.60/);
});
