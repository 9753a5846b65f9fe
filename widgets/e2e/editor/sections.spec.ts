import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { expectNoAxeViolation, isSaved, openFile, saves } from './steps.ts';
import { expect, test } from './workshop.ts';

/** `SHOTS=folder` keeps pictures of the panel and of the page, to be looked at. */
const SHOTS = process.env.SHOTS;
const shot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `sections-${name}.png`) });
};

test.use({ hasTouch: true });
test.beforeEach(({ shared }) => shared.fresh());

const FILE = 'content/about/collection.json';
type Rect = { x: number; y: number; width: number; height: number };

async function rectOf(of: Locator): Promise<Rect> {
  const rect = await of.boundingBox();
  if (!rect) throw new Error(`${of} is not drawn.`);
  return rect;
}

/** One track of the grid as it is drawn now: a column and a row with the gap beside them. */
async function trackOf(
  grid: Locator,
  columns: number,
  margin: number,
  row: number,
): Promise<{ x: number; y: number; scale: number }> {
  const window = columns === 24 ? 1280 : 390;
  const scale = (await grid.evaluate((element) => element.clientWidth)) / window;
  const content = window * (1 - 2 * margin);
  return { x: ((content + 11) / columns) * scale, y: (row + 11) * scale, scale };
}

async function draw(page: Page, from: Locator, across: number, down: number): Promise<void> {
  const { x, y, width, height } = await rectOf(from);
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + across / 2, top + down / 2, { steps: 3 });
  await page.mouse.move(left + across, top + down, { steps: 3 });
  await page.mouse.up();
}

/** The same with a finger. */
async function drawByFinger(page: Page, from: Locator, across: number, down: number): Promise<void> {
  const { x, y, width, height } = await rectOf(from);
  const [left, top] = [x + width / 2, y + height / 2];
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x: left, y: top }]);
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', [{ x: left + across * part, y: top + down * part }]);
  await touch('touchEnd', []);
}

/** Where the blocks lie in the grid that is drawn, in the pixels of the window that it stands for. */
async function drawn(grid: Locator, scale: number): Promise<Rect[]> {
  const around = await rectOf(grid);
  const boxes = await Promise.all((await grid.getByRole('button').all()).map(rectOf));
  return boxes.map(({ x, y, width, height }) => ({
    x: (x - around.x - 1) / scale,
    y: (y - around.y - 1) / scale,
    width: width / scale,
    height: height / scale,
  }));
}

/** Where they lie on the page of a visitor whose browser runs no script. */
async function onPage(browser: Browser, address: string, width: number): Promise<Rect[]> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  const around = await rectOf(page.locator('.page-section .fluid-engine'));
  const boxes = await Promise.all((await page.locator('.fe-block').all()).map(rectOf));
  expect(await page.locator('.page-section script').count()).toBe(0);
  expect(around.width, 'as wide as the window').toBeCloseTo(width, 0);
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `sections-page-${width}.png`), fullPage: true });
  await context.close();
  return boxes.map((box) => ({ ...box, x: box.x - around.x, y: box.y - around.y }));
}

function expectAlike(seen: readonly Rect[], meant: readonly Rect[], what: string): void {
  expect(seen).toHaveLength(meant.length);
  for (const [index, box] of seen.entries())
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(box[side] - (meant[index]?.[side] ?? 0)), `${what}: ${side} of block ${index + 1}`).toBeLessThan(
        4,
      );
}

test('S-298 S-296 a hero is added, laid out by pointer, keyboard and finger, and stands on the page like that', async ({
  page,
  shared,
  browser,
  noise,
}) => {
  await openFile(page, FILE, 'About the bakery');
  const sections = page.getByRole('region', { name: 'Sections', exact: true });
  await sections.getByRole('button', { name: 'Add a section' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a section' }).getByRole('button')).toHaveCount(17);
  await shot(page, 'gallery-1280');
  await expectNoAxeViolation(page, 'the gallery');
  await saves(page, () => page.getByRole('button', { name: 'Hero with a button' }).click());
  // What was the text of the page is a block above the section now.
  expect(shared.json(FILE)).not.toHaveProperty('mainContent');
  expect(shared.json(FILE).rows[0].columns[0].blocks[0].value.html).toContain('We are a bakery of nine people');
  await shot(page, 'list-1280');
  await expectNoAxeViolation(page, 'the list and the settings');

  await sections.getByRole('button', { name: 'Edit the grid' }).click();
  const dialog = page.getByRole('dialog');
  const wide = dialog.getByRole('group', { name: 'Grid on desktop' });
  const words = dialog.getByRole('button', { name: /^Text: / });
  const button = dialog.getByRole('button', { name: /^Button: Read more/ });
  const track = await trackOf(wide, 24, 0.04, 1280 * 0.92 * 0.0215);
  await draw(page, words, -3 * track.x, 1 * track.y);
  await expect(dialog.getByRole('status')).toContainText('row 2, column 1, 18 columns wide, 5 rows high');
  await draw(page, dialog.locator('[data-handle="e"]'), 2 * track.x, 0);
  await expect(dialog.getByRole('status')).toContainText('20 columns wide');
  await button.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'Shift+ArrowLeft', 'PageUp'])
    await page.keyboard.press(key);
  await expect(dialog.getByRole('status')).toContainText('layer 1');
  await shot(page, 'grid-1280');
  await expectNoAxeViolation(page, 'the grid');
  const meantWide = await drawn(wide, track.scale);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await isSaved(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await openFile(page, `${FILE}`, 'About the bakery');
  await page.getByRole('row', { name: /Say in one line/ }).click();
  await shot(page, 'list-390');
  await page.getByRole('button', { name: 'Edit the grid' }).click();
  await dialog.getByRole('button', { name: 'Phone' }).click();
  await expect(dialog.getByText('The phone follows the desktop')).toBeVisible();
  const narrow = dialog.getByRole('group', { name: 'Grid on a phone' });
  const small = await trackOf(narrow, 8, 0.06, 24);
  await words.tap();
  await expect(words).toHaveAttribute('aria-pressed', 'true');
  await drawByFinger(page, dialog.locator('[data-handle="s"]'), 0, 4 * small.y);
  await expect(dialog.getByText('The phone has its own layout.')).toBeVisible();
  await button.tap();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await drawByFinger(page, button, 0, 4 * small.y);
  await expect(dialog.getByRole('status')).toContainText('row 12, column 1, 8 columns wide, 2 rows high');
  await shot(page, 'grid-390');
  await expectNoAxeViolation(page, 'the grid on a phone');
  const meantNarrow = await drawn(narrow, small.scale);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await isSaved(page);

  const [hero] = shared.json(FILE).sections;
  expect(hero.grid).toEqual({
    desktop: { columns: 24, rows: 9, rowHeight: '2.15%' },
    mobile: { columns: 8, rows: 13, rowHeight: 24 },
    columnGap: 11,
    rowGap: 11,
  });
  const place = (rowStart: number, columnStart: number, rowEnd: number, columnEnd: number) => ({
    rowStart,
    columnStart,
    rowEnd,
    columnEnd,
  });
  expect(hero.blocks.map(({ desktop, mobile }: { desktop: object; mobile: object }) => [desktop, mobile])).toEqual([
    [place(2, 2, 7, 22), place(2, 2, 11, 10)],
    [{ ...place(8, 4, 10, 21), zIndex: 1 }, place(12, 2, 14, 10)],
  ]);

  await shared.shows('/about', '--fe-area-mobile:12/2/14/10;');
  expectAlike(await onPage(browser, `${shared.origin}/about`, 1280), meantWide, '1280 px');
  expectAlike(await onPage(browser, `${shared.origin}/about`, 390), meantNarrow, '390 px');
  expect(noise).toEqual([]);
});
