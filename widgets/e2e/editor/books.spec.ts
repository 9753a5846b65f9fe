import { join } from 'node:path';
import { addSourdough, chooseDelivery, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the panels, to be looked at. */
const SHOTS = process.env.SHOTS;

const AMOUNTS =
  'orders gross_cents back_cents discount_cents delivery_cents tax_cents money_cents by_cards_cents cards_sold_cents'.split(
    ' ',
  );
/** The sums of the books by quarters of an hour, of the rows as they are now. */
const QUARTERS = [
  'DELETE FROM book_quarter',
  `INSERT INTO book_quarter (currency, test_mode, at, ${AMOUNTS.join(', ')})
   SELECT currency, test_mode, at - at % 900000, ${AMOUNTS.map((name) => `SUM(${name})`).join(', ')}
   FROM book_move GROUP BY 1, 2, 3`,
];

for (const width of [1280, 390]) {
  test(`S-923 S-924 S-925: an owner reads what was sold, finds who bought it, ${width} px wide`, async ({
    page,
    shop,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `books-${name}-${width}.png`), fullPage: true }) : undefined;
    const email = `books-${width}@shopper.example`;
    await addSourdough(page, 2);
    await page.goto('/checkout');
    await fillCheckout(page, email);
    await chooseDelivery(page, 2);
    await pay(page);
    const [cents = ''] = query(shop, `SELECT grand_total_cents FROM shop_order WHERE email = '${email}'`)[0] ?? [];
    const paid = `${Math.trunc(Number(cents) / 100)}.${String(Number(cents) % 100).padStart(2, '0')} USD`;
    const booked = () => query(shop, 'SELECT COUNT(*) FROM shop_order WHERE is_booked')[0]?.[0];
    const all = query(shop, "SELECT COUNT(*) FROM shop_order WHERE status = 'paid'")[0]?.[0];
    await expect.poll(booked, { timeout: 20_000 }).toBe(all);
    const setTestMode = (on: 0 | 1) =>
      query(
        shop,
        [
          ...['shop_order', 'book_move', 'book_tax'].map((table) => `UPDATE ${table} SET test_mode = ${on}`),
          ...QUARTERS,
        ].join('; '),
      );
    setTestMode(1);

    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Figures' }).click();
    const usd = page.getByRole('region', { name: 'In USD' });
    // The shop takes no money while it is tried: its orders are said to be for tests, and are no revenue.
    await expect(usd.getByText(`Orders in test mode: ${all}.`)).toBeVisible();
    await expect(usd.getByText('Gross revenue by day in USD: nothing in these days')).toBeVisible();
    await expectNoAxeViolation(page, 'figures without an order');

    setTestMode(0);
    await page.reload();
    await page.getByRole('tab', { name: 'Figures' }).click();
    await expect(
      usd
        .locator('dl')
        .first()
        .getByText(all ?? '', { exact: true }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Day By' }).click();
    await page.getByRole('option', { name: 'Month' }).click();
    await usd.getByText('The same as a table').click();
    await expect(usd.getByRole('table')).toBeVisible();
    await expect(page.getByRole('row', { name: /Country sourdough/ })).toBeVisible();
    await expectNoAxeViolation(page, 'figures');
    await shot('figures');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Figures as a table (CSV)' }).click();
    expect((await file).suggestedFilename()).toBe('figures.csv');

    await page.getByRole('tab', { name: 'Customers' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(email);
    const row = page.getByRole('button', { name: /Ada Baker/ });
    await expect(row).toHaveCount(1);
    await expectNoAxeViolation(page, 'customers');
    await shot('customers');
    await row.click();
    await expect(page.getByText(`${paid} in 1 order`)).toBeVisible();
    await expect(page.getByText('1 Market Street')).toBeVisible();
    await expectNoAxeViolation(page, 'a customer');
    await shot('customer');

    await page.getByRole('tab', { name: 'Subscriptions' }).click();
    await expect(page.getByText('There is no subscription here.')).toBeVisible();
    await expectNoAxeViolation(page, 'subscriptions');
  });
}
