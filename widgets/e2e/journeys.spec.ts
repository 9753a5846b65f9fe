import { addSourdough, expect, expectNoAxeViolation, fillCheckout, pay, query, settled, test } from './shop.ts';

test('W-101 W-226: the list shows what is on sale and sold out; a product’s price follows the variant', async ({
  page,
}) => {
  await page.goto('/shop');
  const card = (title: string) => page.locator('.product-card', { hasText: title });
  await expect(card('Butter croissants').locator('.product-mark')).toHaveText(/sale/i);
  // The owner's own words for sold out.
  await expect(card('Seeded rye').locator('.product-mark.sold-out')).toHaveText('Back on Wednesday');
  await page.getByRole('link', { name: 'Dark chocolate cookies' }).click();
  await page.getByLabel('Select Box').selectOption('Twelve');
  await expect(page.locator('article.product .product-price')).toHaveText('$22.00');
});

test('W-227: in the cart totals follow every change and survive a reload', async ({ page }) => {
  await addSourdough(page, 2);
  await page.goto('/cart');
  const quantity = page.getByLabel('Quantity of Country sourdough');
  await quantity.fill('3');
  await quantity.press('Enter');
  const row = page.getByRole('row', { name: /Country sourdough/ });
  await expect(row).toContainText('$19.50');
  await page.reload();
  await expect(row).toContainText('$19.50');
  await expect(quantity).toHaveValue('3');
  await page.getByRole('button', { name: 'Remove Country sourdough' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have nothing in your shopping cart.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: /in cart$/ })).toHaveCount(0);
});

test('W-227: a change in one tab is seen in the other, and after going back', async ({ page, context }) => {
  await addSourdough(page, 1);
  await page.goto('/cart');
  const other = await context.newPage();
  await addSourdough(other, 2);
  await expect(page.getByLabel('Quantity of Country sourdough')).toHaveValue('3');
  await page.goto('/about');
  await page.goBack();
  await expect(page.getByLabel('Quantity of Country sourdough')).toHaveValue('3');
});

test('W-228: change, coupon, checkout: each sum is the server’s, to the order itself', async ({ page, shop }) => {
  await addSourdough(page, 1);
  await page.goto('/cart');
  await page.getByRole('button', { name: /increase|more/i }).click();
  await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$13.00');
  const code = page.getByLabel('Coupon or gift card code');
  await code.fill('SPRING25');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(/expired/i)).toBeVisible();
  await code.fill('FIRSTLOAF');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: '-$1.30' })).toHaveText(/^Discount\s*-\$1\.30$/);
  await page.goto('/checkout');
  await fillCheckout(page, 'coupon@example.com');
  // 4 % of $11.70 in New York.
  await expect(page.getByRole('button', { name: 'Pay $12.17' })).toBeVisible();
  const total = page.getByRole('complementary', { name: 'Your order' }).locator('dl > div');
  await expect(total.filter({ hasText: 'Discount' })).toHaveText(/-\$1\.30$/);
  await expect(total.filter({ hasText: 'Total' }).last()).toHaveText(/\$12\.17$/);
  await pay(page);
  await expect(page.getByRole('main')).toContainText('$12.17');
  await expect(page.getByRole('main').getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
  const charged = `SELECT o.grand_total_cents, o.discount_cents, p.status, p.amount_cents
    FROM shop_order o JOIN payment p ON p.order_id = o.id WHERE o.email = 'coupon@example.com'`;
  expect(query(shop, charged)).toEqual([['1217', '130', 'paid', '1217']]);
});

test('W-228: a visitor checks out', async ({ page, shop }) => {
  await addSourdough(page, 2);
  await page.goto('/checkout');
  await fillCheckout(page, 'ada@example.com');
  await pay(page);
  expect(query(shop, "SELECT status FROM shop_order WHERE email = 'ada@example.com'")).toEqual([['paid']]);
  await page.goto('/cart');
  await expect(page.getByText('You have nothing in your shopping cart.')).toBeVisible();
});

test('W-231: a gift card is bought for somebody, and stands with its whole value', async ({ page, shop }) => {
  await page.goto('/shop/gift-card');
  await page.getByLabel('Select Value').selectOption('$25');
  await page.locator('article.product .sqs-add-to-cart-button').click();
  await expect(page).toHaveURL(/\/gift-card\/?\?/);
  await page.getByLabel("Recipient's name").fill('Grace');
  await page.getByLabel("Recipient's email").fill('grace@example.com');
  await expectNoAxeViolation(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(/\/checkout\/?$/);
  await fillCheckout(page, 'giver@example.com', false);
  await pay(page);
  const given = `SELECT c.balance_cents FROM gift_card c JOIN shop_order o ON o.id = c.order_id
    WHERE o.email = 'giver@example.com'`;
  await expect.poll(() => query(shop, given)).toEqual([['2500']]);
});

test('W-232 W-094: a subscription leads to its own page, which names the period before it is paid, and is paid', async ({
  page,
  shop,
}) => {
  await page.goto('/shop/weekly-bread');
  await page.locator('article.product .sqs-add-to-cart-button').click();
  await expect(page).toHaveURL(/\/checkout\/subscription\/?\?cartToken=/);
  await expect(page.getByText(/\$10\.50 every week/)).toBeVisible();
  await settled(page);
  await expectNoAxeViolation(page);
  await fillCheckout(page, 'weekly@example.com');
  await pay(page);
  const begun = "SELECT status FROM subscription WHERE email = 'weekly@example.com'";
  expect(query(shop, begun)).toEqual([['active']]);
});

test('W-031 W-032: in an express shop one press leads to the checkout', async ({ page }) => {
  await page.route('**/shop/butter-croissants', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const express = html.replace('"expressCheckoutEnabled":false', '"expressCheckoutEnabled":true');
    expect(express).not.toBe(html);
    await route.fulfill({ response: answer, body: express });
  });
  await page.goto('/shop/butter-croissants');
  await page.locator('article.product .sqs-add-to-cart-button').click();
  await expect(page).toHaveURL(/\/checkout\/?$/);
  await expect(page.getByText(/Butter croissants/).first()).toBeVisible();
});

test('W-233: the whole purchase with the keyboard alone', async ({ page }) => {
  /** Tab until the focus is where it should be: nothing else is pressed on the way. */
  const tabTo = async (name: RegExp, role: string) => {
    for (let stops = 0; stops < 60; stops += 1) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate(() => {
        const el = document.activeElement as HTMLInputElement | null;
        const label = el?.labels?.[0]?.textContent ?? '';
        return {
          name: `${el?.getAttribute('aria-label') ?? ''} ${label} ${el?.textContent ?? ''}`,
          role: el?.tagName.toLowerCase() === 'input' ? (el.type ?? 'text') : (el?.tagName.toLowerCase() ?? ''),
        };
      });
      if (here.role === role && name.test(here.name)) return;
    }
    throw new Error(`the Tab key does not reach ${name}`);
  };
  await page.goto('/shop/butter-croissants');
  await page.locator('#content').focus();
  await tabTo(/Quantity/, 'number');
  await page.keyboard.press('ArrowUp');
  await tabTo(/Add to Cart/i, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: '2 items in cart' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('row', { name: /Butter croissants/ })).toBeVisible();
  await tabTo(/^\s*Checkout\s*$/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeVisible();
  await tabTo(/Email/, 'email');
  await page.keyboard.type('keys@example.com');
  await tabTo(/Full name/, 'text');
  await page.keyboard.type('Kay Board');
  await tabTo(/Country/, 'select');
  await page.keyboard.type('United States');
  for (const [name, value] of [
    [/^\s*Address/, '1 Market Street'],
    [/City/, 'New York'],
  ] as const) {
    await tabTo(name, 'text');
    await page.keyboard.type(value);
  }
  await tabTo(/State/, 'select');
  await page.keyboard.type('New York');
  await tabTo(/ZIP code/, 'text');
  await page.keyboard.type('10001');
  await tabTo(/Collect at the bakery/, 'radio');
  await page.keyboard.press('Space');
  await tabTo(/Card number/, 'text');
  await page.keyboard.type('4242424242424242');
  await tabTo(/Expires/, 'text');
  await page.keyboard.type('1240');
  await tabTo(/Security code/, 'text');
  await page.keyboard.type('123');
  await tabTo(/^\s*Pay \$/, 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
});

test('W-090: offline the cart says so, and goes on when the connection is back', async ({ page, context }) => {
  await addSourdough(page, 1);
  await page.goto('/cart');
  const quantity = page.getByLabel('Quantity of Country sourdough');
  await expect(quantity).toHaveValue('1');
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await quantity.fill('4');
  await quantity.press('Enter');
  await expect(page.getByText('Please check your internet connection.')).toBeVisible();
  await expect(quantity).toHaveValue('1');
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await quantity.fill('4');
  await quantity.press('Enter');
  await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$26.00');
});

test('W-055 W-057 W-058: a session that is over, too many presses, and the server’s own words', async ({ page }) => {
  await page.goto('/shop/butter-croissants');
  const answers = [
    [403, { crumbFail: true }, 'Your session has expired. Please reload the page and try again.'],
    [429, {}, 'Please try again in a few seconds.'],
    [400, { error: 'The oven is cold today.' }, 'The oven is cold today.'],
  ] as const;
  for (const [status, body, words] of answers) {
    await page.route('**/shopping-cart/entries', (route) => route.fulfill({ status, json: body }));
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    const alert = page.getByRole('alertdialog', { name: 'Unable to Add Item' });
    await expect(alert).toContainText(words);
    await alert.getByRole('button', { name: 'OK' }).click();
    await page.unroute('**/shopping-cart/entries');
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  }
});

test('W-155: the button of a form that is pressed before its code is played on the form’s own button', async ({
  page,
}) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('One or more fields is invalid, please check your entries.')).toBeVisible();
  await expect(page.locator('.field-error').first()).toHaveText('Required');
});
