import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isSaved, openFile } from './steps.ts';
import { expect, test, type Workshop } from './workshop.ts';

/** So many things are done; `LOGGIA_ACTIONS=10000` does more. */
const ACTIONS = Number(process.env.LOGGIA_ACTIONS ?? 200);
const SEED = Number(process.env.LOGGIA_SEED ?? 20_261_122);

const FILES = [
  'content/blog/01-why-our-dough-sleeps.json',
  'content/blog/03-how-to-keep-a-loaf.json',
  'content/about/collection.json',
];

/** Numbers that look like chance, and come again with the same seed. */
function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  return { is: (share: number) => next() < share, below: (most: number) => Math.floor(next() * most) };
}

test.beforeEach(({ shared }) => shared.fresh());

const undo = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Undo/ });
const redo = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Redo/ });
const onDisk = (shared: Workshop) =>
  Object.fromEntries(FILES.map((path) => [path, readFileSync(join(shared.site, path), 'utf8')]));

/** Every field of the panel that holds a plain text, with what it says. */
const shownTexts = (page: Page) =>
  page
    .locator('section [data-pointer] input[type="text"], section [data-pointer] textarea')
    .evaluateAll((fields) =>
      fields.map((field) => [
        field.closest('[data-pointer]')?.getAttribute('data-pointer') ?? '',
        (field as HTMLInputElement).value,
      ]),
    );

const at = (json: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], json);

test('S-272 whatever is done in whatever order, the files say what the screen says, and undo leads all the way back', async ({
  page,
  shared,
}) => {
  test.setTimeout(120_000 + ACTIONS * 600);
  const random = chance(SEED);
  const thrown: string[] = [];
  let isDown = false;
  // The page in the frame says of code that it asks for while the server is away that it does not come.
  const isOfTheServer = (message: string) =>
    isDown && message.startsWith('Failed to fetch dynamically imported module');
  page.on('pageerror', ({ message }) => {
    if (!isOfTheServer(message)) thrown.push(message);
  });
  page.on('dialog', (dialog) => void dialog.accept());
  let open = FILES[0] as string;
  let start: Record<string, string> = {};
  const show = async (path: string) => {
    open = path;
    await page.evaluate((file) => {
      window.history.pushState(null, '', `/config/website/pages?file=${encodeURIComponent(file)}`);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect(page.locator('[data-pointer="/title"] input')).toBeVisible();
  };
  /** The server is there again, and the owner opens the editor by its new address. */
  const up = async () => {
    if (!isDown) return;
    await shared.shop.start();
    isDown = false;
    const cookie = { domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Strict' as const };
    await page.context().addCookies([{ ...(await shared.key()), ...cookie }]);
    await page.reload();
    await show(open);
    start = await saved();
  };
  /** Everything is saved: undo leads back to where that was after the page was loaded. */
  const saved = async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^(Save now|Try again)$/ })
      .click({ timeout: 500 })
      .catch(() => undefined);
    await isSaved(page);
    return onDisk(shared);
  };
  await openFile(page, open, /./).catch(() => undefined);
  await expect(page.locator('[data-pointer="/title"] input')).toBeVisible();
  start = await saved();
  for (let count = 0; count < ACTIONS; count += 1) {
    const choice = random.below(1000);
    if (choice < 640) {
      const fields = page.locator('section [data-pointer] input[type="text"], section [data-pointer] textarea');
      const field = fields.nth(random.below(Math.max(1, await fields.count())));
      const pointer = await field.evaluate((one) => one.closest('[data-pointer]')?.getAttribute('data-pointer') ?? '');
      // Addresses must be their own; anything else may say anything.
      const words = /url|slug/i.test(pointer) ? `address-${count}` : `Typed ${count} “ä\\"<b>`;
      await field.fill(words);
    } else if (choice < 780)
      await undo(page)
        .click({ timeout: 200 })
        .catch(() => undefined);
    else if (choice < 850)
      await redo(page)
        .click({ timeout: 200 })
        .catch(() => undefined);
    else if (choice < 900) await show(FILES[random.below(FILES.length)] as string);
    else if (choice < 960 && open.endsWith('collection.json')) {
      await page.getByRole('button', { name: 'Add a block' }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: ['Product', 'Form', 'Quote'][random.below(3)] as string, exact: true })
        .click();
    } else if (choice < 985) {
      const remove = page.getByRole('button', { name: 'Remove the block' });
      if ((await remove.count()) > 0) await remove.first().click();
    } else if (choice < 991) {
      await up();
      await page.reload();
      await show(open);
      start = await saved();
    } else if (choice < 994) {
      if (isDown) await up();
      else {
        isDown = true;
        await shared.shop.kill();
      }
    }
  }
  await up();
  await saved();
  for (const path of FILES) {
    await show(path);
    const json = JSON.parse(readFileSync(join(shared.site, path), 'utf8')) as unknown;
    for (const [pointer, words] of await shownTexts(page)) {
      const there = at(json, pointer as string);
      if (typeof there === 'string' || there === undefined)
        expect([path, pointer, there ?? '']).toEqual([path, pointer, words]);
    }
  }
  while (await undo(page).isEnabled()) await undo(page).click();
  await saved();
  expect(onDisk(shared)).toEqual(start);
  expect(thrown).toEqual([]);
  expect(existsSync(join(shared.site, FILES[0] as string))).toBe(true);
});
