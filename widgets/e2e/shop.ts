import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { ShopServer } from './shopServer.ts';

/** One served site for each worker, the bakery unless a file says otherwise; every test has a visitor of its own. */
export const test = base.extend<{ noise: string[] }, { site: string; shop: ShopServer }>({
  site: ['site-fixtures/bakery', { option: true, scope: 'worker' }],
  shop: [
    async ({ site }, use) => {
      const shop = await ShopServer.create(site);
      await shop.start();
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => {
    // What the tests before this one bought is baked anew: none stands before an empty shelf that it did not empty itself.
    if (existsSync(shop.database)) query(shop, "UPDATE stock SET quantity = 14 WHERE sku = 'SD-S-W' AND quantity < 8");
    await use(shop.origin);
  },
  /**
   * `CPU_SLOWDOWN=6` plays the journeys on a processor six times slower, `LATENCY=400` with every answer at least 400 ms on its
   * way: what only holds on a quick computer, or while answers come at once, shows.
   */
  page: async ({ page }, use) => {
    const slowdown = Number(process.env.CPU_SLOWDOWN ?? 1);
    const latency = Number(process.env.LATENCY ?? 0);
    if (slowdown > 1 || latency > 0) {
      const session = await page.context().newCDPSession(page);
      if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      if (latency > 0) {
        await session.send('Network.enable');
        const unbounded = { downloadThroughput: -1, uploadThroughput: -1 };
        await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...unbounded });
      }
    }
    await use(page);
  },
  /** What the page threw or logged as an error; a test that expects none says so. */
  noise: async ({ page }, use) => {
    const noise: string[] = [];
    let refusedOnce = false;
    page.on('pageerror', (error) => noise.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // A static page gives no crumb: a new visitor's first call is refused, brings the cookie and is repeated.
      // That one refusal belongs to the design; a second one, or one of anything but the API, is a fault.
      const refused = message.text().includes('403') && message.location().url.includes('/api/');
      if (refused && !refusedOnce) refusedOnce = true;
      else noise.push(message.text());
    });
    await use(noise);
  },
});

export { expectEnoughContrast, expectNoAxeViolation } from './axe.ts';
export { expect };

/** One query to the shop's database, as rows of text. */
export function query(shop: ShopServer, sql: string): string[][] {
  const out = execFileSync('sqlite3', ['-separator', '\t', '-cmd', '.timeout 5000', shop.database, sql], {
    encoding: 'utf8',
  });
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

/** Waits until the islands of the page that load by themselves are there. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[data-widget-state="loading"]')).toHaveCount(0);
}

/** Chooses a whole country sourdough of this size on its page, so many of it. */
export async function choose(page: Page, size: 'Small' | 'Large', quantity: number): Promise<void> {
  const article = page.locator('article.product');
  await article.getByRole('combobox', { name: 'Size' }).selectOption(size);
  await article.getByRole('combobox', { name: 'Slicing' }).selectOption('Whole');
  await article.getByRole('spinbutton', { name: 'Quantity' }).fill(String(quantity));
}

/**
 * Adds the small whole sourdough, `quantity` times, from its page, and waits until the cart has it and the button is
 * itself again. 'Added!' stands for two seconds: whoever looks now and then may miss it, so it is not waited for here.
 */
export async function addSourdough(page: Page, quantity: number): Promise<void> {
  await page.goto('/shop/country-sourdough');
  await choose(page, 'Small', quantity);
  const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await added;
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
}

/** Fills in the checkout's contact, address and test card, delivery included where something is delivered. */
export async function fillCheckout(page: Page, email: string, delivered = true): Promise<void> {
  await page.getByLabel('Email').fill(email);
  if (delivered) {
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Full name').fill('Ada Baker');
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Market Street');
    await page.getByLabel('City').fill('New York');
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('NY');
    await page.getByLabel('ZIP code').fill('10001');
    await page.getByLabel('ZIP code').blur();
    await chooseDelivery(page, 0);
  }
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires (MM / YY)').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

/** Chooses a way of delivery, and waits for the total with it: a press of Pay before that is refused, as it should be. */
export async function chooseDelivery(page: Page, index: number): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().includes('/shipping-option') && answer.ok());
  await page.getByRole('radio').nth(index).check();
  await answered;
}

/** Pays what the button says, and waits for the thanks. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible({ timeout: 20_000 });
}
