import { join } from 'node:path';
import { addSourdough, chooseDelivery, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the desk, to be looked at. */
const SHOTS = process.env.SHOTS;

for (const width of [1280, 390]) {
  test(`S-329 S-499: an order goes to another state for its new total, and a loaf is exchanged, ${width} px wide`, async ({
    page,
    shop,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `changes-${name}-${width}.png`), fullPage: true }) : undefined;
    const email = `changes-${width}@shopper.example`;
    await addSourdough(page, 2);
    await page.goto('/checkout');
    await fillCheckout(page, email);
    await chooseDelivery(page, 2);
    await pay(page);
    const row = () =>
      query(
        shop,
        `SELECT id, grand_total_cents, shipping_location FROM shop_order WHERE email = '${email}' ORDER BY number`,
      );
    const [[id = '', paid = ''] = []] = row();

    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Orders' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(email);
    const found = page.getByRole('button', { name: /Ada Baker/ });
    await expect(found).toHaveCount(1);
    await found.click();
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('7 Harbor Street');
    await page.getByRole('textbox', { name: 'City' }).fill('Jersey City');
    await page.getByRole('textbox', { name: 'Postal code' }).fill('07302');
    await page.getByRole('textbox', { name: 'State or region' }).fill('NJ');
    await page.getByRole('button', { name: 'Save the address' }).click();
    const sums = page.getByLabel('What it comes to');
    await expect(sums.getByText('The shopper owes')).toBeVisible();
    await expectNoAxeViolation(page, 'another address');
    await shot('address');
    // Nothing was changed by looking at it.
    expect(row()[0]?.[2]).toContain('1 Market Street');
    await page.getByRole('button', { name: /The difference/ }).click();
    await page.getByRole('option', { name: /Its money is received/ }).click();
    const owed = Number((await sums.getByText('The shopper owes').locator('..').innerText()).replace(/\D/g, ''));
    await page.getByRole('button', { name: 'Send it there' }).click();
    await expect(page.getByText('7 Harbor Street')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send it there' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Change the address' })).toBeFocused();
    await shot('readdressed');
    const [first, second] = row();
    expect(first?.[2]).toContain('7 Harbor Street');
    // New Jersey taxes 6.625 % where New York takes 4: what it costs more is an order of its own, to the cent that was told.
    expect(first?.[1]).toBe(paid);
    expect(Number(second?.[1])).toBe(owed);
    expect(owed).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'It is sent' }).click();
    await expect(page.getByText(/2 sent/)).toBeVisible();
    await page.getByRole('button', { name: 'Exchange something' }).click();
    const form = page.getByRole('group', { name: 'Exchange something' });
    await form
      .getByLabel(/Country sourdough/)
      .first()
      .fill('1');
    await form
      .getByLabel(/Country sourdough/)
      .first()
      .press('Tab');
    await form.getByRole('searchbox', { name: 'Find a product' }).fill('focaccia');
    await form
      .getByRole('button', { name: /focaccia/i })
      .first()
      .click();
    await expect(form.getByLabel('What it comes to')).toBeVisible();
    await expectNoAxeViolation(page, 'an exchange');
    await shot('exchange');
    await form.getByRole('button', { name: 'Exchange', exact: true }).click();
    await expect(form).toHaveCount(0);
    await shot('exchanged');
    const returned = query(shop, `SELECT COUNT(*) FROM order_return WHERE order_id = '${id}'`);
    expect(returned).toEqual([['1']]);
  });
}
