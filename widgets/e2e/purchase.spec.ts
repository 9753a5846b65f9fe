import { addSourdough, choose, expect, expectNoAxeViolation, fillCheckout, pay, query, test } from './shop.ts';

const stockOf = (shop: Parameters<typeof query>[0], sku: string) =>
  Number(query(shop, `SELECT quantity FROM stock WHERE sku = '${sku}'`)[0]?.[0]);

test('W-022 W-023 W-024 W-026 W-061 W-062: variant, two into the cart, Adding… → Added! → idle, and the pill says so', async ({
  page,
  noise,
}) => {
  await page.goto('/shop/country-sourdough');
  await expectNoAxeViolation(page);
  await choose(page, 'Large', 2);
  await expect(page.locator('article.product .product-price')).toHaveText('$9.80');
  const button = page.locator('article.product .sqs-add-to-cart-button');
  const labels: string[] = [];
  await page.exposeFunction('heard', (label: string) => labels.push(label));
  await page.getByRole('button', { name: 'Add to Cart' }).hover();
  await expect(page.locator('article.product button.sqs-add-to-cart-button')).toBeVisible();
  await button.evaluate((element) => {
    const tell = () => (window as unknown as { heard(label: string): void }).heard(element.textContent ?? '');
    new MutationObserver(tell).observe(element, { characterData: true, childList: true, subtree: true });
  });
  await button.click();
  // Heard by the page itself: a look now and then may miss what stands for a second.
  await expect
    .poll(() => labels.filter((label, at) => label !== labels[at - 1]))
    .toEqual(['Adding…', 'Added!', 'Add to Cart']);
  const pill = page.getByRole('link', { name: '2 items in cart' });
  await expect(pill).toHaveText(/2 items\s*\$19\.60/);
  await pill.click();
  await expect(page).toHaveURL(/\/cart\/?$/);
  await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$19.60');
  expect(noise).toEqual([]);
});

test('W-044: an option that is not chosen blocks the add and says which', async ({ page }) => {
  await page.goto('/shop/country-sourdough');
  await page.getByLabel(/size/i).first().selectOption('Small');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Please select the Slicing option.')).toBeVisible();
});

test('W-083 W-084 W-091: a quantity of 0 asks before it removes', async ({ page }) => {
  await addSourdough(page, 2);
  await page.goto('/cart');
  const quantity = page.getByLabel('Quantity of Country sourdough');
  await quantity.fill('0');
  await quantity.press('Enter');
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question).toContainText('Remove this item from your cart?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(quantity).toHaveValue('2');
  await quantity.fill('0');
  await quantity.press('Enter');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have nothing in your shopping cart.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/shop');
});

test('W-093 A-046 G-013: checkout with the test provider writes an order and takes the stock', async ({
  page,
  shop,
  noise,
}) => {
  const before = stockOf(shop, 'SD-S-W');
  await addSourdough(page, 2);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectNoAxeViolation(page);
  await page
    .getByRole('button', { name: 'Checkout' })
    .or(page.getByRole('link', { name: 'Checkout' }))
    .click();
  await expect(page).toHaveURL(/\/checkout\/?$/);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expectNoAxeViolation(page);

  await fillCheckout(page, 'shopper@example.com');
  await pay(page);

  await expect(page).toHaveURL(/\/checkout\/confirmed/);
  await expectNoAxeViolation(page);
  const orders = query(shop, "SELECT id, status, number FROM shop_order WHERE email = 'shopper@example.com'");
  expect(orders).toHaveLength(1);
  const [id, status, number] = orders[0] ?? [];
  expect(status).toBe('paid');
  await expect(page.getByText(`Order #${number}`)).toBeVisible();
  expect(query(shop, `SELECT sku, quantity FROM order_line WHERE order_id = '${id}'`)).toEqual([['SD-S-W', '2']]);
  expect(stockOf(shop, 'SD-S-W')).toBe(before - 2);
  await page.goto('/cart');
  await expect(page.getByText('You have nothing in your shopping cart.')).toBeVisible();
  expect(noise).toEqual([]);
});

test('W-085: below the minimum the checkout says how much is missing', async ({ page }) => {
  await addSourdough(page, 1);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByText('To check out, your order subtotal must be $10.00 or more.')).toBeVisible();
  await expect(page).toHaveURL(/\/cart\/?$/);
});

test('W-001: what was chosen and pressed before the code came is bought as chosen', async ({ page, noise }) => {
  // The widgets' code is held back until the visitor has chosen and pressed.
  let release = () => {};
  const pressed = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assets/widgets/c/*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto('/shop/country-sourdough');
  await choose(page, 'Large', 3);
  await page.locator('article.product .sqs-add-to-cart-button').click();
  release();
  await expect(page.getByRole('link', { name: '3 items in cart' })).toHaveText(/3 items\s*\$29\.40/);
  expect(noise).toEqual([]);
});

test('W-001: what was selected before the code came is what typing replaces', async ({ page, noise }) => {
  let release = () => {};
  const selected = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assets/widgets/c/*.js', async (route) => {
    await selected;
    await route.continue();
  });
  await page.goto('/shop/country-sourdough');
  const quantity = page.locator('article.product').getByRole('spinbutton', { name: 'Quantity' });
  await quantity.selectText();
  release();
  const island = page.locator('article.product [data-widget-state]', { has: page.getByRole('spinbutton') });
  await expect(island).toHaveAttribute('data-widget-state', 'ready');
  await page.keyboard.insertText('2');
  await expect(quantity).toHaveValue('2');
  expect(noise).toEqual([]);
});

test('W-063: the pill is on the front page after an add', async ({ page, noise }) => {
  await addSourdough(page, 2);
  await page.goto('/');
  await expect(page.getByRole('link', { name: '2 items in cart' })).toHaveText(/2 items\s*\$13\.00/);
  expect(noise).toEqual([]);
});
