import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isSaved, openFile, panel, part, saveState, saves } from './steps.ts';
import { expect, test } from './workshop.ts';

const POST = 'content/blog/03-how-to-keep-a-loaf.json';
const TITLE = 'How to keep a loaf for four days';

const PRODUCT = {
  path: 'content/shop/01-country-sourdough.json',
  id: 'product-country-sourdough',
  title: 'Country sourdough',
  sku: 'SD-S-W',
};

test.beforeEach(({ shared }) => shared.fresh());

const title = (page: Page) => panel(page, /./).getByRole('textbox', { name: 'Title', exact: true });

test('S-260 two pictures where one fits: the last is shown, and what is typed after is saved', async ({
  page,
  shared,
  noise,
}) => {
  shared.write(POST, shared.text(POST).replace(/ {2}"mainImage": \{[\s\S]*?\n {2}\},\n/, ''));
  expect(shared.json(POST).mainImage, 'a post without a picture').toBeUndefined();
  await openFile(page, POST, TITLE);
  await panel(page, TITLE).getByRole('button', { name: 'Add a picture' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog', { name: 'Choose a file' }).getByRole('button', { name: 'Choose files' }).click();
  const buffer = readFileSync(join(shared.site, 'files/linen-bag.jpg'));
  const other = Buffer.concat([buffer, Buffer.from('another')]);
  await (await choosing).setFiles([
    { name: 'one.jpg', mimeType: 'image/jpeg', buffer },
    { name: 'two.jpg', mimeType: 'image/jpeg', buffer: other },
  ]);
  await expect.poll(() => shared.has('files/two.jpg')).toBe(true);
  await title(page).fill('Typed after two pictures');
  await isSaved(page);
  expect(shared.json(POST)).toMatchObject({ title: 'Typed after two pictures' });
  expect(shared.json(POST).mainImage.assetUrl).toMatch(/^\/files\/(one|two)\.jpg$/);
  expect(noise).toEqual([]);
});

test('S-261 a new page is undone and done again, and what is typed after is saved', async ({ page, shared }) => {
  await openFile(page, POST, TITLE);
  await part(page, 'Pages');
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Order a cake');
  await saves(page, () => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click());
  expect(shared.has('content/order-a-cake/collection.json')).toBe(true);
  const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
  await saves(page, () => undo.click());
  expect(shared.touched(), 'as it was, to the byte').toEqual([]);
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toHaveCount(0);
  await saves(page, () => page.getByRole('banner').getByRole('button', { name: /^Redo/ }).click());
  expect(shared.has('content/order-a-cake/collection.json')).toBe(true);
  await saves(page, () => undo.click());
  await openFile(page, POST, TITLE);
  await saves(page, () => title(page).fill('Typed after the undo'));
  expect(shared.touched()).toEqual([`M ${POST}`]);
});

for (const [name, type] of [
  ['Product', 43],
  ['Donation', 52],
  ['Form', 9],
] as const)
  test(`S-262 an empty block for a ${name.toLowerCase()} is saved, marked, and what is typed after is saved`, async ({
    page,
    shared,
  }) => {
    const path = 'content/about/collection.json';
    await openFile(page, path, 'About the bakery');
    const before = JSON.stringify(shared.json(path)).length;
    await page.getByRole('button', { name: 'Add a block' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await isSaved(page);
    expect(JSON.stringify(shared.json(path)).length).toBeGreaterThan(before);
    expect(shared.text(path)).toMatch(new RegExp(`"type": ${type}\\b`));
    await openFile(page, POST, TITLE);
    await saves(page, () => title(page).fill('Typed after an empty block'));
    await shared.shows('/blog/how-to-keep-a-loaf', 'Typed after an empty block');
    expect(await shared.page('/about')).toMatch(/^200/);
  });

test('S-269 what is typed while the server is down outlives the page, and is saved once both are there again', async ({
  page,
  shared,
}) => {
  await openFile(page, POST, TITLE);
  await shared.shop.kill();
  await title(page).fill('Typed into the void');
  await expect(saveState(page)).toHaveText('Network error');
  // Not left, but gone: nobody was asked, and nothing could be said.
  const context = page.context();
  await page.close();
  await shared.shop.start();
  // The server is another one: the owner opens it by its address again.
  const cookie = { domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Strict' as const };
  await context.addCookies([{ ...(await shared.key()), ...cookie }]);
  const again = await context.newPage();
  await openFile(again, POST, 'Typed into the void');
  await expect(again.getByText('What was not saved is back')).toBeVisible();
  await isSaved(again);
  expect(shared.json(POST).title).toBe('Typed into the void');
  // It is taken up once.
  await again.reload();
  await expect(title(again)).toHaveValue('Typed into the void');
  await expect(again.getByText('What was not saved is back')).toHaveCount(0);
});

test('S-271 the field shows what the shop counts, and a new count is one of the shop', async ({ page, shared }) => {
  const counted = async () => {
    const answer = await fetch(`${shared.origin}/api/commerce/inventory/stock/?itemId=${PRODUCT.id}`, {
      headers: { connection: 'close' },
    });
    const { results } = (await answer.json()) as { results: { sku: string; qtyInStock: number }[] };
    return results.find(({ sku }) => sku === PRODUCT.sku)?.qtyInStock;
  };
  const before = await counted();
  expect(before).toBeGreaterThan(0);
  await openFile(page, PRODUCT.path, PRODUCT.title);
  await panel(page, PRODUCT.title).getByRole('tab', { name: 'Product' }).click();
  const stock = page.locator('[data-pointer="/structuredContent/variants/0/qtyInStock"]');
  await expect(stock.getByRole('status', { name: 'In stock' })).toHaveText(String(before));
  await expect(stock.getByRole('textbox', { name: 'In stock' })).toHaveCount(0);
  await stock.getByRole('button', { name: 'Count anew' }).click();
  await stock.getByRole('textbox', { name: 'There are now' }).fill('99');
  await stock.getByRole('textbox', { name: 'There are now' }).blur();
  await stock.getByRole('button', { name: 'Save the count' }).click();
  await expect(stock.getByRole('status', { name: 'In stock' })).toHaveText('99');
  expect(await counted()).toBe(99);
  expect(shared.touched(), 'the count is none of the file').toEqual([]);
});
