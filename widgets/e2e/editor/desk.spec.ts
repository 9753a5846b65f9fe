import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSourdough, chooseDelivery, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the desk, to be looked at. */
const SHOTS = process.env.SHOTS;

for (const width of [1280, 390]) {
  test(`S-881 S-882: an order is found at the desk, sent in two parts, ${width} px wide`, async ({ page, shop }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `desk-${name}-${width}.png`), fullPage: true }) : undefined;
    const email = `desk-${width}@shopper.example`;
    await addSourdough(page, 3);
    await page.goto('/checkout');
    await fillCheckout(page, email);
    await chooseDelivery(page, 2);
    await pay(page);
    const [id = ''] = query(shop, `SELECT id FROM shop_order WHERE email = '${email}'`)[0] ?? [];

    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Orders' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(email);
    const row = page.getByRole('button', { name: /Ada Baker/ });
    await expect(row).toHaveCount(1);
    await expectNoAxeViolation(page, 'the list');
    await shot('list');
    await row.click();
    await expect(page.getByText('1 Market Street')).toBeVisible();
    await shot('order');
    await expectNoAxeViolation(page, 'an order');

    await page.getByLabel(/Country sourdough: pieces/).fill('1');
    await page.getByRole('button', { name: /Carrier/ }).click();
    await page.getByRole('option', { name: 'UPS' }).click();
    await page.getByLabel('Tracking number').fill('1Z999AA10123456784');
    await page.getByRole('button', { name: 'It is sent' }).click();
    await expect(page.getByRole('link', { name: '1Z999AA10123456784' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.ups\.com\//,
    );
    await expect(page.getByText(/1 sent/)).toBeVisible();
    await shot('sent');
    await page.getByRole('button', { name: 'It is sent' }).click();
    await expect(page.getByText(/3 sent/)).toBeVisible();
    expect(query(shop, `SELECT COUNT(*) FROM shipment WHERE order_id = '${id}'`)).toEqual([['2']]);
    expect(query(shop, `SELECT fulfilled_at IS NOT NULL FROM shop_order WHERE id = '${id}'`)).toEqual([['1']]);

    // One loaf goes back with the delivery: what is told before is what happens.
    await page.getByLabel('Country sourdough: refund').fill('1');
    await page.getByLabel('Country sourdough: refund').press('Tab');
    await page.getByText(/Delivery too/).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('burnt');
    const told = await page.getByText(/go back\./).innerText();
    await expectNoAxeViolation(page, 'a refund');
    await shot('refund');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByText(/1 refunded/)).toBeVisible();
    const [[back = '', paid = ''] = []] = query(
      shop,
      `SELECT refunded_cents, grand_total_cents FROM shop_order WHERE id = '${id}'`,
    );
    expect(told.replace(/\D/g, '').startsWith(back)).toBe(true);
    expect(Number(back)).toBeLessThan(Number(paid));

    // Another goes to a gift card: the money stays, and the buyer has a card that is worth it.
    await page.getByLabel('Country sourdough: refund').fill('1');
    await page.getByLabel('Country sourdough: refund').press('Tab');
    await page.getByText(/to a new gift card, sent to/).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('too dark');
    const card = await page.getByText(/to a new gift card, by letter/).innerText();
    await expectNoAxeViolation(page, 'a refund to a gift card');
    await shot('refund-card');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByText(/paid for another order or a gift card/)).toBeVisible();
    const made = `SELECT balance_cents FROM gift_card JOIN shop_order ON shop_order.id = gift_card.order_id WHERE shop_order.email = '${email}'`;
    const [[worth = ''] = []] = query(shop, made);
    expect(Number(worth)).toBeGreaterThan(0);
    expect(card).toContain(`$${(Number(worth) / 100).toFixed(2)} to a new gift card`);
    await shot('refunded-card');
  });
}

for (const width of [1280, 390]) {
  test(`S-892 S-893: orders are chosen, printed, and sent by a file of numbers, ${width} px wide`, async ({
    page,
    shop,
  }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `desk-${name}-${width}.png`), fullPage: true }) : undefined;
    const email = `many-${width}@shopper.example`;
    await addSourdough(page, 2);
    await page.goto('/checkout');
    await fillCheckout(page, email);
    await chooseDelivery(page, 2);
    await pay(page);
    const [[number = ''] = []] = query(shop, `SELECT number FROM shop_order WHERE email = '${email}'`);

    await page.goto(await shop.another());
    await page.goto(`${shop.editor}/config/commerce`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('tab', { name: 'Orders' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(email);
    await expect(page.getByRole('button', { name: /Ada Baker/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Choose all of this list' }).click();
    await expect(page.getByText('1 order chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByText('Address labels').click();
    await expectNoAxeViolation(page, 'many at once');
    await shot('many');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Make the file' }).click();
    const printed = await (await file).path();
    expect(readFileSync(printed).subarray(0, 5).toString()).toBe('%PDF-');
    if (SHOTS) writeFileSync(join(SHOTS, `slips-${width}.pdf`), readFileSync(printed));

    await page.getByRole('button', { name: 'Tracking numbers from a file' }).click();
    const choose = async (table: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    };
    await choose(`order,carrier,tracking number\n#${number},UPS,1Z9\n999999,UPS,1Z8\n`);
    await expect(page.getByText('Line 3, column order: There is no such order.')).toBeVisible();
    await expectNoAxeViolation(page, 'a file with a fault');
    await shot('faults');
    expect(query(shop, "SELECT COUNT(*) FROM shipment WHERE tracking_number = '1Z9'")).toEqual([['0']]);
    const table = `order,carrier,tracking number\n#${number},UPS,1Z9${width}\n`;
    await choose(table);
    await page.getByRole('button', { name: 'Send these orders' }).click();
    await expect(page.getByText(/^Done\./)).toBeVisible();
    await choose(table);
    await expect(page.getByText('1 known already')).toBeVisible();
    expect(query(shop, `SELECT COUNT(*) FROM shipment WHERE tracking_number = '1Z9${width}'`)).toEqual([['1']]);
  });
}
