import { addSourdough, expect, test } from './shop.ts';
import { ShopServer } from './shopServer.ts';

test('A-004: a cart is still there after the server was killed', async ({ browser }) => {
  const shop = await ShopServer.create();
  try {
    await shop.start();
    const context = await browser.newContext({ baseURL: shop.origin });
    const page = await context.newPage();
    await addSourdough(page, 2);
    await shop.kill();
    // A visit meanwhile, in a tab of its own: the browser's page of a failed call comes late, and reloads by itself.
    const meanwhile = await context.newPage();
    await meanwhile.goto('/cart').catch(() => undefined);
    await meanwhile.close();
    await shop.start();
    await page.goto('/cart');
    await expect(page.getByRole('row', { name: /Country sourdough/ })).toContainText('$13.00');
    await context.close();
  } finally {
    await shop.remove();
  }
});
