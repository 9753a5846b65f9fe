import { openEditor, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

test('W-069 the pill of the cart leads the frame of the editor to the cart; while one edits it leads nowhere', async ({
  page,
  shared,
}) => {
  await shared.fresh();
  await openEditor(page);
  const editing = page.getByRole('button', { name: 'Click to edit' });
  const site = theSite(page);
  const shown = () => new URL(page.frames()[1]?.url() ?? 'about:blank').pathname;
  await editing.click();
  await site.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
  // The front page leads to the bread as well, until the other one is there.
  await expect.poll(shown).toBe('/shop');
  await site.getByRole('link', { name: 'Country sourdough' }).first().click();
  // The form for pages without scripts has a "Size, Slicing" of its own, which shows until the page's styles are there.
  await site.getByRole('combobox', { name: 'Select Size' }).selectOption('Small');
  await site.getByRole('combobox', { name: 'Select Slicing' }).selectOption('Whole');
  await site.getByRole('button', { name: 'Add to Cart' }).click();
  const pill = site.locator('.loggia-cart-pill');
  await expect(pill).toBeVisible();
  expect(shown()).toBe('/shop/country-sourdough');

  await editing.click();
  await pill.click();
  await editing.click();
  expect(shown()).toBe('/shop/country-sourdough');

  // The editor sets the address of its frame, which says what is shown to whom.
  await pill.click();
  await expect.poll(shown).toBe('/cart');
  const frame = page.getByTitle('The site as it is');
  await expect.poll(async () => new URL((await frame.getAttribute('src')) ?? '').pathname).toBe('/cart');
  await expect(site.getByRole('row', { name: /sourdough/i })).toBeVisible();
});
