import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { choose, isSaved, openEditor, panel, part, saveState, saves, theSite } from './steps.ts';
import { expect, test, type Workshop } from './workshop.ts';

test.beforeEach(({ shared }) => shared.fresh());

const SIZES = ['Small', 'Medium', 'Large', 'Family'];
const GLAZES = ['Plain', 'Sugar', 'Almond'];
const PRICES: Record<string, string> = { Small: '14.00', Medium: '19.50', Large: '26.00', Family: '38.00' };

/** Every kind of field of a form, as the menu calls it. */
const FIELDS = [
  'Text',
  'Long text',
  'E-mail',
  'Number',
  'Website',
  'Phone',
  'Currency',
  'Twitter',
  'Date',
  'Time',
  'Name',
  'Address',
  'Section',
  'One of several',
  'Some of several',
  'One of a list',
  'Survey',
  'Hidden',
];

/** A post with a picture from the owner's computer, and a text with a heading, bold words and a link. */
async function writePost(page: Page, workshop: Workshop): Promise<void> {
  await page.getByRole('option', { name: 'Journal' }).click();
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('A loaf for the holidays');
  await saves(page, () => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click());
  const post = panel(page, 'A loaf for the holidays');
  // What is being written is what one sees, before any visitor does.
  await expect(theSite(page).getByRole('heading', { name: 'A loaf for the holidays', level: 1 })).toBeVisible();
  expect(await workshop.page('/blog/a-loaf-for-the-holidays')).toMatch(/^404/);

  await post.getByRole('button', { name: 'Add a picture' }).click();
  const picking = page.getByRole('dialog', { name: 'Choose a file' });
  const choosing = page.waitForEvent('filechooser');
  await picking.getByRole('button', { name: 'Choose files' }).click();
  await saves(page, async () =>
    (await choosing).setFiles({
      name: 'holiday-loaf.jpg',
      mimeType: 'image/jpeg',
      buffer: readFileSync(join(workshop.site, 'files/linen-bag.jpg')),
    }),
  );
  await expect(picking).toBeHidden();
  await saves(page, () =>
    post.getByRole('textbox', { name: 'What the picture shows' }).fill('A braided loaf on a red cloth'),
  );
  await saves(page, async () => {
    await post.getByRole('textbox', { name: 'Excerpt' }).click();
    await page.keyboard.type('Braided, glazed and gone by noon.');
  });

  await saves(page, async () => {
    await post.getByRole('textbox', { name: 'Text', exact: true }).click();
    const bar = post.getByRole('toolbar', { name: 'Formatting of Text' });
    await bar.getByRole('button', { name: 'Heading 2' }).click();
    await page.keyboard.type('What goes in');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Flour, butter and ');
    await bar.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('patience');
    await bar.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('. Order yours in our shop');
    for (const _letter of 'our shop') await page.keyboard.press('Shift+ArrowLeft');
    await bar.getByRole('button', { name: 'Link' }).click();
    const link = page.getByRole('dialog', { name: 'Link' });
    await choose(link, 'Page', 'Shop');
    await link.getByRole('button', { name: 'Save' }).click();
  });
  const shown = theSite(page).getByRole('article');
  await expect(shown.getByRole('heading', { name: 'What goes in' })).toBeVisible();
  await expect(shown.getByRole('img', { name: 'A braided loaf on a red cloth' })).toBeVisible();
  await expect(shown.getByRole('link', { name: 'our shop' })).toHaveAttribute('href', '/shop');

  await post.getByRole('tab', { name: 'Settings' }).click();
  await saves(page, async () => {
    await post.getByRole('textbox', { name: 'New category' }).fill('Ingredients');
    await post.getByRole('textbox', { name: 'New category' }).press('Enter');
  });
  await saves(page, () => choose(post, 'Status', 'Published'));
  await workshop.shows(
    '/blog/a-loaf-for-the-holidays',
    /<h2>What goes in<\/h2><p>Flour, butter and <strong>patience<\/strong>\. Order yours in <a href=\/shop>our shop<\/a><\/p>/,
  );
  await workshop.shows('/blog/a-loaf-for-the-holidays', 'alt="A braided loaf on a red cloth"');
  await workshop.shows('/blog', 'A loaf for the holidays');
}

/** A product in four sizes and three glazes, each with its price and stock. */
async function makeProduct(page: Page, workshop: Workshop): Promise<void> {
  await part(page, 'Pages');
  await page.getByRole('option', { name: 'Shop' }).click();
  await page.getByRole('button', { name: 'New product' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Holiday stollen');
  await saves(page, () => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click());
  const product = panel(page, 'Holiday stollen');
  await product.getByRole('tab', { name: 'Product' }).click();
  for (const [index, [name, values]] of [
    ['Size', SIZES],
    ['Glaze', GLAZES],
  ].entries()) {
    await product.getByRole('button', { name: 'Option', exact: true }).click();
    await product.getByRole('textbox', { name: `Option ${index + 1}` }).fill(String(name));
    await product
      .getByRole('textbox', { name: 'Its values, with commas between' })
      .nth(index)
      .fill([values].flat().join(', '));
  }
  await saves(page, () => product.getByRole('button', { name: 'Make 12 variants' }).click());
  // Prices and stock come from a spreadsheet, all of them at once; the column between says no sale.
  const sheet = product.getByRole('grid', { name: 'Variants' });
  const [, , price, , stock] = await sheet.getByRole('row').nth(1).getByRole('gridcell').all();
  if (!price || !stock) throw new Error('The table of variants has no price and no stock.');
  await expect(stock).not.toHaveAttribute('data-locked');
  const lines = SIZES.flatMap((size) => GLAZES.map(() => PRICES[size])).map((one, index) => `${one}\t\t${index + 1}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await price.click();
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\r\n'));
  await saves(page, () => page.keyboard.press('ControlOrMeta+v'));
  await expect(product.getByText(/^Cells that were refused/)).toHaveCount(0);
  await product.getByRole('tab', { name: 'Settings' }).click();
  await saves(page, () => choose(product, 'Status', 'Published'));
  await isSaved(page);
  await expect(theSite(page).getByRole('heading', { name: 'Holiday stollen', level: 1 })).toBeVisible();

  const visitor = await page.context().newPage();
  await workshop.shows('/shop/holiday-stollen', '38.00');
  await visitor.goto(`${workshop.origin}/shop/holiday-stollen`);
  const article = visitor.locator('article.product');
  await article.getByRole('combobox', { name: 'Size' }).selectOption('Family');
  await article.getByRole('combobox', { name: 'Glaze' }).selectOption('Almond');
  await expect(article).toContainText('$38.00');
  await visitor.close();
}

/** A form that asks for everything a form can ask for, on a page of its own. */
async function makeForm(page: Page, workshop: Workshop): Promise<void> {
  await part(page, 'Forms');
  await page.getByRole('button', { name: 'New form' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Cake order');
  await saves(page, () => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click());
  const form = panel(page, 'Cake order');
  await saves(page, async () => {
    for (const field of FIELDS) {
      await form.getByRole('button', { name: 'Add a field' }).click();
      await page.getByRole('menuitem', { name: field, exact: true }).click();
      await expect(form.getByRole('region', { name: `Field: ${field}` })).toBeVisible();
    }
  });
  await saves(page, () => form.getByRole('textbox', { name: 'Key' }).fill('source'));

  await part(page, 'Pages');
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Order a cake');
  await saves(page, () => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click());
  const made = panel(page, 'Order a cake');
  await made.getByRole('button', { name: 'Add a block' }).click();
  await saves(page, () => page.getByRole('dialog').getByRole('button', { name: 'Form', exact: true }).click());
  await saves(page, () => choose(made.getByRole('region', { name: 'Form' }), 'Form', 'Cake order'));

  const everyField = async (site: Pick<Page, 'getByRole' | 'getByLabel' | 'getByText' | 'locator'>) => {
    const form = site.locator('form');
    for (const name of ['Text', 'Long text', 'E-mail', 'Number', 'Website', 'Currency', 'Twitter'])
      await expect(form.getByLabel(name, { exact: true }), name).toBeVisible();
    for (const name of ['Phone', 'Date', 'Time', 'Name', 'Address', 'One of several', 'Some of several', 'Survey'])
      await expect(form.getByRole('group', { name }).first(), name).toBeVisible();
    await expect(form.getByLabel('One of a list')).toBeVisible();
    await expect(form.getByText('Section', { exact: true })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  };
  await workshop.shows('/order-a-cake', 'data-form-id=cake-order');
  const visitor = await page.context().newPage();
  await visitor.goto(`${workshop.origin}/order-a-cake`);
  await everyField(visitor);
  await visitor.close();
  await everyField(theSite(page));
}

/** A colour and a font of the template's, seen at once where one works and then by every visitor. */
async function changeLook(page: Page, workshop: Workshop): Promise<void> {
  await part(page, 'Design');
  const design = panel(page, 'Design');
  const shown = () =>
    theSite(page)
      .locator('html')
      .evaluate((root) => getComputedStyle(root).getPropertyValue('--accent').trim());
  await saves(page, async () => {
    await design.getByRole('textbox', { name: 'Buttons and bands' }).fill('#7a2e1d');
    await expect.poll(shown).toBe('#7a2e1d');
  });
  await saves(page, () => choose(design, 'Headings and buttons', 'Georgia'));
  await expect(theSite(page).getByRole('heading').first()).toHaveCSS('font-family', /Georgia/);
  const visitor = await page.context().newPage();
  await expect(async () => {
    await visitor.goto(`${workshop.origin}/contact`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Georgia/, { timeout: 1000 });
    await expect(visitor.locator('html')).toHaveCSS('--accent', '#7a2e1d', { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await visitor.close();
}

/** The lines that a diff takes away and brings. */
const changed = (diff: string): string[] => diff.split('\n').filter((line) => /^[-+](?!--|\+\+)/.test(line));

/** What git shows of the owner's afternoon reads as if somebody had written it by hand. */
function expectHandwritten(workshop: Workshop): void {
  expect(workshop.touched()).toEqual([
    'A content/blog/a-loaf-for-the-holidays.json',
    'A content/order-a-cake/collection.json',
    'A content/shop/holiday-stollen.json',
    'A files/holiday-loaf.jpg',
    'A forms/cake-order.json',
    'M site.json',
  ]);
  // The menu's entry has moved with its lines, and nothing around it has another comma or space.
  expect(changed(workshop.diff('site.json'))).toEqual(SITE_LINES);
  const diff = workshop.diff();
  expect(diff).not.toContain('No newline at end of file');
  for (const path of workshop.touched().flatMap((line) => (line.endsWith('.json') ? [line.slice(2)] : []))) {
    const text = workshop.text(path);
    expect(text, path).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    // No name that only a machine gives.
    expect(text, path).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{16}/);
  }
}
const SITE_LINES = [
  '+      {',
  '+        "title": "Contact",',
  '+        "url": "/contact"',
  '+      },',
  '-        "title": "Contact",',
  '-        "url": "/contact"',
  '+        "title": "Order a cake",',
  '+        "url": "/order-a-cake"',
  '+  },',
  '+  "tweaks": {',
  '+    "accent": "#7a2e1d",',
  `+    "heading-font": "Georgia, 'Times New Roman', serif"`,
];

/** The menu is dragged into another order. */
async function reorder(page: Page, workshop: Workshop): Promise<void> {
  await part(page, 'Pages');
  const menu = page.getByRole('treegrid', { name: 'Main navigation' });
  const entry = (title: string) => menu.getByRole('row', { name: title });
  await saves(page, () => entry('Contact').dragTo(entry('Journal'), { targetPosition: { x: 90, y: 4 } }));
  const wanted = ['Shop', 'Contact', 'Journal', 'About', 'Order a cake'];
  await expect(menu.getByRole('row')).toContainText(wanted);
  await page.getByRole('option', { name: 'Loggia Bakery' }).click();
  await expect(theSite(page).getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(wanted);
  await workshop.shows('/about', />Shop<[\s\S]*>Contact<[\s\S]*>Journal<[\s\S]*>About<[\s\S]*>Order a cake</);
}

/** Publishes; the answer is the list of what changes, as it is shown before. */
async function publishes(page: Page): Promise<string> {
  await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog.getByText(/^Goes into the folder .* of the computer/)).toBeVisible({ timeout: 60_000 });
  const list = await dialog.innerText();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Published\. \d+ files were sent\.$/, { timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  return list;
}

test('E-001 E-038 E-072 E-082 E-084 E-114 E-124 a newcomer makes a post, a product and a form, changes the look and the menu, and publishes', async ({
  page,
  shared,
  noise,
}, info) => {
  test.setTimeout(240_000);
  await openEditor(page, '');
  await expect(page).toHaveURL(/\/config\/home$/);
  await part(page, 'Pages');
  await expect(theSite(page).getByRole('heading', { name: 'Bread from under the arches' })).toBeVisible();

  await test.step('published as it was', () => publishes(page));
  await test.step('a post', () => writePost(page, shared));
  await test.step('a product', () => makeProduct(page, shared));
  await test.step('a form', () => makeForm(page, shared));
  await test.step('the look', () => changeLook(page, shared));
  await test.step('the menu', () => reorder(page, shared));
  const list = await test.step('published', () => publishes(page));

  const diff = shared.diff();
  writeFileSync(info.outputPath('site.diff'), diff);
  await info.attach('site.diff', { body: diff, contentType: 'text/x-diff' });
  expect(list).toMatch(/\d new pages/);
  for (const made of ['/blog/a-loaf-for-the-holidays', '/order-a-cake', '/shop/holiday-stollen'])
    expect(list.slice(0, list.indexOf('changed pages'))).toContain(made);
  expect(list).not.toContain('goes');
  const live = (path: string) => readFileSync(join(shared.published, 'current', path, 'index.html'), 'utf8');
  expect(live('blog/a-loaf-for-the-holidays')).toContain('A braided loaf on a red cloth');
  expect(live('order-a-cake')).toContain('data-form-id=cake-order');
  expectHandwritten(shared);
  await expect(saveState(page)).toHaveText('Saved');
  expect(noise).toEqual([]);
});
