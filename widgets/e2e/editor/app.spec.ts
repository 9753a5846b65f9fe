import { addSourdough, chooseDelivery, expect, fillCheckout, pay, query, test } from '../shop.ts';
import { expectNoAxeViolation } from './steps.ts';

test('S-344 S-345: the editor is an app, and its last orders are read without a server', async ({
  page,
  context,
  shop,
}) => {
  test.setTimeout(180_000);
  const email = 'kept@shopper.example';
  await addSourdough(page, 2);
  await page.goto('/checkout');
  await fillCheckout(page, email);
  await chooseDelivery(page, 2);
  await pay(page);

  await page.goto(await shop.another());
  await page.goto(`${shop.editor}/config/website/settings`);
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A browser of the tests keeps nothing, and says so.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

  await page.getByRole('tab', { name: 'On this device' }).click();
  await expectNoAxeViolation(page, 'this device');
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
  expect(await kept()).toEqual([]);
  await page.getByText('Keep the last orders on this device').click();
  await expect.poll(kept).toContain('/config/home');
  await page.goto(`${shop.editor}/config/commerce?tab=orders`);
  const [[id = '', number = ''] = []] = query(shop, `SELECT id, number FROM shop_order WHERE email = '${email}'`);
  // The journeys before this one bought here too, by the same name.
  const row = page.getByRole('button', { name: new RegExp(`^#${number} `) });
  await expect(row).toHaveCount(1);
  // It was not opened: it is read by itself, to be there later.
  await expect.poll(kept).toContain(`/api/commerce/desk/orders/${id}`);

  await shop.kill();
  await page.reload();
  await expect(page.getByText(/^No answer from the shop\. This is what was known on /)).toBeVisible();
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page.getByText('1 Market Street')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxeViolation(page, 'an order without a server');
  // Nothing is done, and nothing that was typed is lost.
  await page.getByLabel('Tracking number').fill('1Z999AA10123456784');
  await page.getByRole('button', { name: 'It is sent' }).click();
  await expect(page.getByText(/it is not known whether it was done/).first()).toBeVisible();
  await expect(page.getByLabel('Tracking number')).toHaveValue('1Z999AA10123456784');

  await page.goto(`${shop.editor}/config/website/settings`);
  await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.map((one) => one.scope)));
  expect(await kept()).not.toEqual([]);
  // The journeys after this one find it as it was.
  await shop.start();
});
