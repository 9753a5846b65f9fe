import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addSourdough, chooseDelivery, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { ShopServer } from '../shopServer.ts';
import { expectNoAxeViolation } from './steps.ts';

/** `SHOTS=folder` keeps pictures, to be looked at. */
const SHOTS = process.env.SHOTS;
const PASSWORD = 'a long enough password';

async function signIn(page: Page, email: string, address: string) {
  await page.goto(address);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

for (const width of [1280, 390])
  test(`S-775 S-776 S-779: a colleague is named in a note and finds it, ${width} px wide`, async ({ browser }) => {
    test.setTimeout(180_000);
    const shop = await ShopServer.create();
    try {
      await shop.start();
      shop.addAccount('own@shop.example', PASSWORD, 'ADMIN');
      shop.addAccount('ben@shop.example', PASSWORD, 'STORE_MANAGER');
      const shopper = await (await browser.newContext({ baseURL: shop.origin })).newPage();
      await addSourdough(shopper, 2);
      await shopper.goto('/checkout');
      await fillCheckout(shopper, 'named@shopper.example');
      await chooseDelivery(shopper, 2);
      await pay(shopper);
      await shopper.context().close();

      const look = { viewport: { width, height: 844 }, hasTouch: width < 500 };
      const own = await (await browser.newContext(look)).newPage();
      const orders = `${shop.editor}/config/commerce?tab=orders`;
      await signIn(own, 'own@shop.example', orders);
      await own.getByRole('button', { name: /Ada Baker/ }).click();
      const note = own.getByRole('textbox', { name: 'Note', exact: true });
      await note.click();
      await own.keyboard.type('Please ring, @be');
      const ben = own.getByRole('option', { name: 'ben@shop.example' });
      await expect(ben).toBeInViewport();
      await expectNoAxeViolation(own, 'the list of people');
      if (SHOTS) await own.screenshot({ path: join(SHOTS, `mention-list-${width}.png`) });
      if (look.hasTouch) await ben.tap();
      else await own.keyboard.press('Enter');
      await expect(note).toHaveValue('Please ring, @ben@shop.example ');
      await expect(note).toBeFocused();
      await own.keyboard.type('today');
      await own.getByRole('button', { name: 'Add the note' }).click();
      await expect(own.getByRole('strong').filter({ hasText: '@ben@shop.example' })).toBeVisible();
      expect(query(shop, "SELECT COUNT(*) FROM order_note WHERE body LIKE '%ben@%'")).toEqual([['0']]);

      const other = await (await browser.newContext(look)).newPage();
      await signIn(other, 'ben@shop.example', orders);
      await other.getByRole('button', { name: 'Mentions of you (1)' }).click();
      await expectNoAxeViolation(other, 'the mentions');
      if (SHOTS) await other.screenshot({ path: join(SHOTS, `mentions-${width}.png`) });
      await other.getByRole('button', { name: /Please ring/ }).click();
      await expect(other.locator('mark')).toHaveText('@ben@shop.example');
      await expect
        .poll(() => query(shop, 'SELECT COUNT(*) FROM note_mention WHERE read_at IS NOT NULL'))
        .toEqual([['1']]);

      // A note on the customer stands on the order, and leads back to the customer.
      await other.goto(`${shop.editor}/config/commerce?tab=customers`);
      await other.getByRole('button', { name: /Ada Baker/ }).click();
      await other.getByLabel('New note').fill('Allergic to nuts.');
      await other.getByRole('button', { name: 'Add the note' }).click();
      await expect(other.getByText('Allergic to nuts.', { exact: true })).toBeVisible();
      await other.goto(orders);
      await other.getByRole('button', { name: /Ada Baker/ }).click();
      const line = other.getByRole('region', { name: 'Note on the customer' });
      await expect(line).toContainText('Allergic to nuts.');
      await expectNoAxeViolation(other, 'an order with a note on its customer');
      if (SHOTS) await other.screenshot({ path: join(SHOTS, `customer-note-${width}.png`) });
      await line.getByRole('button', { name: 'See the customer' }).click();
      await expect(other.getByRole('region', { name: 'named@shopper.example' })).toBeVisible();
      expect(other.url()).not.toContain('shopper.example');
    } finally {
      await shop.remove();
    }
  });
