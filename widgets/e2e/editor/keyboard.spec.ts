import type { Locator, Page } from '@playwright/test';
import { openEditor, panel, saveState, saves, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

test.beforeEach(({ shared }) => shared.fresh());

/** Whoever works by keyboard must see where they are: something is drawn around what has the focus. */
async function expectSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'nothing has the focus';
    const drawn = (one: Element | null | undefined) => {
      const style = one && getComputedStyle(one);
      return style ? style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2 : false;
    };
    // The box of a switch is hidden: its label is drawn.
    if (drawn(element) || drawn(element.closest('label')?.querySelector('span'))) return '';
    return element.outerHTML.slice(0, 200);
  });
  expect(seen, 'the focus is seen').toBe('');
}

/** Presses Tab until something has the focus, as often as there are things at most. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return expectSeen(page);
    await page.keyboard.press(key);
    await expectSeen(page);
  }
  throw new Error(`Tab never comes to ${wanted}.`);
}

/** Presses an arrow until a row or an entry has the focus. */
async function arrowTo(page: Page, wanted: Locator, key = 'ArrowDown'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return expectSeen(page);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${wanted}.`);
}

const bar = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });

test('E-001 a page is opened, written, built and published by keyboard alone', async ({ page, shared }) => {
  test.setTimeout(180_000);
  await openEditor(page);
  const pages = page.getByRole('listbox', { name: 'All pages' });
  await tabTo(page, pages.getByRole('option').first());
  await arrowTo(page, pages.getByRole('option', { name: 'About the bakery' }));
  await page.keyboard.press('Enter');

  // The panel that opens has the focus: the next Tab is in it.
  const about = panel(page, 'About the bakery');
  await expect(about.getByRole('heading', { name: 'About the bakery' })).toBeFocused();
  const title = about.getByRole('textbox', { name: 'Title' });
  await tabTo(page, title);
  await page.keyboard.press('Control+a');
  await saves(page, () => page.keyboard.type('Who we are'));
  await expect(theSite(page).getByRole('heading', { name: 'Who we are', level: 1 })).toBeVisible();

  const opened = panel(page, 'Who we are');
  await tabTo(page, opened.getByRole('button', { name: 'Add a block' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('quote');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Quote' }));
  await saves(page, () => page.keyboard.press('Enter'));
  const quote = opened.getByRole('region', { name: 'Quote' }).getByRole('textbox', { name: 'Quote' });
  await tabTo(page, quote);
  await saves(page, () => page.keyboard.type('Bread is patience.'));
  await expect(theSite(page).getByText('Bread is patience.')).toBeVisible();

  // Back and forth, whatever has the focus.
  await saves(page, () => page.keyboard.press('Control+z'));
  await expect(quote).toHaveValue('');
  await saves(page, () => page.keyboard.press('Control+Shift+z'));
  await expect(quote).toHaveValue('Bread is patience.');
  await tabTo(page, bar(page, /^Undo/), 'Shift+Tab');
  await saves(page, () => page.keyboard.press('Enter'));
  await expect(quote).toHaveValue('');
  await tabTo(page, bar(page, /^Redo/));
  await saves(page, () => page.keyboard.press('Enter'));
  await expect(saveState(page)).toHaveText('Saved');
  expect(shared.json('content/about/collection.json')).toMatchObject({ title: 'Who we are' });

  await tabTo(page, bar(page, 'Publish'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog.getByText(/^Goes into the folder .* of the computer/)).toBeVisible({ timeout: 60_000 });
  await tabTo(page, dialog.getByRole('button', { name: 'Publish now' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText(/^Published/, { timeout: 60_000 });
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(bar(page, 'Publish')).toBeFocused();
});

test('E-001 the menu is put into order by keyboard: with its own menu, and picked up and dropped', async ({
  page,
  shared,
}) => {
  await openEditor(page);
  const menu = page.getByRole('treegrid', { name: 'Main navigation' });
  const entry = (title: string) => menu.getByRole('row', { name: title });
  const titles = () => shared.json('site.json').navigation.mainNav.map((one: { title: string }) => one.title);
  await tabTo(page, entry('Shop'));
  await arrowTo(page, entry('Contact'));
  await arrowTo(page, menu.getByRole('button', { name: 'Move or remove Contact' }), 'ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused();
  await saves(page, () => page.keyboard.press('Enter'));
  expect(titles()).toEqual(['Shop', 'Journal', 'Contact', 'About']);

  // Picked up with its handle, carried to another place with the arrows, dropped with Enter.
  await tabTo(page, menu.locator('[role="row"][tabindex="0"]').first(), 'Shift+Tab');
  await arrowTo(page, entry('Shop'), 'ArrowUp');
  await arrowTo(page, entry('Shop').getByRole('button', { name: /Drag/ }), 'ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Insert/ }).first()).toBeVisible();
  // Over the places before and after itself, and one further.
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowDown');
  await saves(page, () => page.keyboard.press('Enter'));
  expect(titles()[0]).not.toBe('Shop');
  expect([...titles()].sort()).toEqual(['About', 'Contact', 'Journal', 'Shop']);
});
