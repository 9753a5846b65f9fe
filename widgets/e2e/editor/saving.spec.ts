import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isSaved, openFile, panel, part, saves } from './steps.ts';
import { expect, test } from './workshop.ts';

const POST = 'content/blog/03-how-to-keep-a-loaf.json';
const TITLE = 'How to keep a loaf for four days';

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
