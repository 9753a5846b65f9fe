import { openEditor, panel, saves, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

test.beforeEach(({ shared }) => shared.fresh());

test('E-002 a file of the template is changed in the code editor, and the page shows it', async ({ page, shared }) => {
  await openEditor(page, 'website/code');
  await page.getByRole('option', { name: 'collections/blog.list' }).click();
  const code = panel(page, 'collections/blog.list').getByRole('textbox', { name: 'template/collections/blog.list' });
  await code.click();
  await page.keyboard.press('Control+End');
  await saves(page, () => page.keyboard.type('<p class="pressed">Printed on Fridays</p>'));
  await shared.shows('/blog', '<p class=pressed>Printed on Fridays</p>');
  // Click-to-edit is off: a link of the page leads where it leads visitors.
  await page.getByRole('button', { name: 'Click to edit' }).click();
  await theSite(page).getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Journal' }).click();
  await expect(theSite(page).getByText('Printed on Fridays')).toBeVisible();
  expect(shared.touched()).toEqual(['M template/collections/blog.list']);
});

test('E-002 E-022 a template that no longer works is not saved, and says where it is wrong', async ({
  page,
  shared,
}) => {
  await openEditor(page, 'website/code?file=template%2Fcollections%2Fblog.list');
  await panel(page, 'collections/blog.list').getByRole('textbox').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('{.section item}');
  const state = page.getByRole('banner').getByRole('status');
  await expect(state).toHaveText('Not saved yet');
  await page.getByRole('banner').getByRole('button', { name: 'Look' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/template\/collections\/blog\.list:\d+:\d+/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  expect(shared.touched()).toEqual([]);
  await saves(page, () => page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click());
  expect(shared.touched()).toEqual([]);
});

test('E-125 every form of the site opens in the builder, and a title that is changed there changes on the page', async ({
  page,
  shared,
}) => {
  await openEditor(page, 'website/forms');
  const forms = page.getByRole('listbox', { name: 'Forms' }).getByRole('option');
  const names = await forms.allTextContents();
  expect(names).toHaveLength(2);
  for (const [name, title] of [
    ['Contact', 'How may we call you?'],
    ['About your cake', 'What is it for?'],
  ] as const) {
    await forms.filter({ hasText: name }).click();
    await page.getByRole('grid', { name: 'Fields' }).getByRole('row').first().click();
    await saves(page, () => page.getByRole('textbox', { name: 'Title', exact: true }).fill(title));
    await page.getByRole('button', { name: 'Back' }).click();
  }
  await page.goto(`${shared.origin}/contact`);
  await expect(page.getByRole('group', { name: 'How may we call you?' })).toBeVisible({ timeout: 30_000 });
  expect(shared.touched()).toEqual(['M forms/cake-details.json', 'M forms/contact.json']);
});

test('E-085 the length of a long text is set where the site says that its own handler counts it, and kept on the page', async ({
  page,
  shared,
}) => {
  const field = async () => {
    await openEditor(page, 'website/forms?form=forms%2Fcontact.json&at=%2Ffields%2F5');
    const settings = page.getByRole('region', { name: 'Field: Long text' });
    await expect(settings).toBeVisible();
    return settings;
  };
  await expect((await field()).getByRole('textbox', { name: 'Longest text' })).toHaveCount(0);
  shared.retype(
    'site.json',
    '"commerceVisitorMetrics": false,',
    '"commerceVisitorMetrics": false,\n    "vanillaFormHandler": true,',
  );
  const schema = async () => (await page.request.get('/api/template/GetTemplateSchema?type=form')).text();
  await expect.poll(schema).toContain('maxLength');
  const longest = (await field()).getByRole('textbox', { name: 'Longest text' });
  await saves(page, async () => {
    await longest.fill('12');
    await longest.blur();
  });
  await page.goto(`${shared.origin}/contact`);
  const message = page.getByRole('textbox', { name: 'Message' });
  // What is typed before the form's program has come is gone with the form that it brings.
  await expect(async () => {
    await message.fill('Short');
    await expect(message).not.toHaveAttribute('aria-invalid', 'true', { timeout: 1000 });
    await message.fill('Much more than twelve');
    await expect(message).toHaveAttribute('aria-invalid', 'true', { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
});
