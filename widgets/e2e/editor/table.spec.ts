import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolation, forFingers, isSaved, misfits, saves } from './steps.ts';
import { expect, test } from './workshop.ts';

/** `SHOTS=folder` keeps pictures of the table, to be looked at. */
const SHOTS = process.env.SHOTS;
const shot = (page: Page, name: string) =>
  SHOTS ? page.screenshot({ path: join(SHOTS, `table-${name}.png`) }) : undefined;

const TART = 'content/shop/07-lemon-tart.json';
const CAKE = 'content/shop/08-celebration-cake.json';
const RYE = 'content/shop/04-seeded-rye.json';

test.beforeEach(({ shared }) => shared.fresh());

const sheet = (page: Page): Locator => page.getByRole('treegrid', { name: 'Products' });

/** The cell of a product in a column, by their names. */
async function cellOf(page: Page, product: string, column: string): Promise<Locator> {
  const row = sheet(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: product }) });
  const index = await sheet(page)
    .getByRole('columnheader', { name: column, exact: true })
    .getAttribute('aria-colindex');
  return row.locator(`[aria-colindex="${index}"]`);
}

async function open(page: Page): Promise<void> {
  await page.goto('/config/commerce?table=products');
  await expect(sheet(page).getByRole('rowheader', { name: 'Lemon tart' })).toBeVisible();
}

test('S-437 S-435: prices come from a spreadsheet, and of each file only the value is another, byte for byte', async ({
  page,
  context,
  shared,
  noise,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/config/commerce');
  await page.getByRole('button', { name: 'Edit as a table' }).click();
  await expect(sheet(page).getByRole('rowheader', { name: 'Lemon tart' })).toBeVisible();
  await expectNoAxeViolation(page, 'the table');
  expect(await misfits(page)).toEqual([]);
  await shot(page, '1280');
  const [tart, cake] = [shared.text(TART), shared.text(CAKE)];

  await sheet(page).getByRole('button', { name: 'Open Celebration cake' }).click();
  await (await cellOf(page, 'Lemon tart', 'Price (USD)')).click();
  // Two rows further on stands the first variant of the cake; the row of the cake itself is refused.
  await page.evaluate(() => navigator.clipboard.writeText('33.50\r\n1\r\n"41"\r\n'));
  await saves(page, () => page.keyboard.press('ControlOrMeta+v'));
  await expect(page.getByText(/^Cells that were refused: 1\. This product has variants/)).toBeVisible();
  await shot(page, '1280-pasted');
  await expectNoAxeViolation(page, 'a refused cell');
  expect(shared.text(TART)).toBe(
    tart.replace('"price": 3200', '"price": 3350').replace('"value": "32.00"', '"value": "33.50"'),
  );
  const first = /"price": \d+,\s+"priceMoney": \{\s+"value": "[\d.]+"/;
  expect(shared.text(CAKE)).toBe(
    cake.replace(first, (was) =>
      was.replace(/"price": \d+/, '"price": 4100').replace(/"value": "[\d.]+"/, '"value": "41.00"'),
    ),
  );
  expect(shared.touched()).toEqual([`M ${TART}`, `M ${CAKE}`]);
  // All of it is one step: taken back both files are as they were.
  await saves(page, () => page.keyboard.press('ControlOrMeta+z'));
  expect(shared.touched()).toEqual([]);

  // By keyboard alone: tags of the tart, then down to the cake with Ctrl+D.
  await (await cellOf(page, 'Lemon tart', 'Tags')).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type(', summer');
  await saves(page, () => page.keyboard.press('Enter'));
  expect(shared.json(TART).tags).toEqual([...JSON.parse(tart).tags, 'summer']);
  await page.getByRole('button', { name: 'Forget them' }).click();

  // Another program has changed another place of the file meanwhile: both stay.
  shared.retype(RYE, '"title": "Seeded rye"', '"title": "Seeded rye loaf"');
  const rye = shared.json(RYE);
  await (await cellOf(page, 'Seeded rye', 'Price (USD)')).click();
  await page.keyboard.type('9,25');
  await saves(page, () => page.keyboard.press('Enter'));
  expect(shared.json(RYE).structuredContent.variants[0].priceMoney.value).toBe('9.25');
  expect(shared.json(RYE).title).toBe(rye.title);
  expect(noise).toEqual([]);
});

test.describe('by finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('S-441 S-436: a price is changed and filled down by finger, and the name of the product stays in sight', async ({
    page,
    shared,
    noise,
  }) => {
    await open(page);
    await expectNoAxeViolation(page, 'the table on a telephone');
    expect(await forFingers(page)).toEqual([]);
    const price = await cellOf(page, 'Lemon tart', 'Price (USD)');
    await price.scrollIntoViewIfNeeded();
    const name = sheet(page).getByRole('rowheader', { name: 'Lemon tart' });
    expect((await name.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await price.tap();
    await price.tap();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('34');
    await shot(page, '390-edit');
    await saves(page, () => page.keyboard.press('Enter'));
    expect(shared.json(TART).structuredContent.variants[0].price).toBe(3400);
    await shot(page, '390');
    // The square at the corner is drawn one row down: the rye costs what the buns cost.
    const buns = await cellOf(page, 'Cinnamon buns, tray of six', 'Price (USD)');
    await buns.tap();
    const box = await buns.locator('[data-fill]').boundingBox();
    if (!box) throw new Error('There is nothing to fill by.');
    const finger = await page.context().newCDPSession(page);
    const at = (down: number) => [{ x: box.x + box.width / 2, y: box.y + box.height / 2 + down }];
    await saves(page, async () => {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(10) });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(25) });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    });
    expect(shared.json(RYE).structuredContent.variants[0].price).toBe(1680);
    await isSaved(page);
    expect(noise).toEqual([]);
  });
});
