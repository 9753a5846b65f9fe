import type { Locator, Page } from '@playwright/test';
import { choose, openEditor, panel, part, saves } from './steps.ts';
import { expect, test, type Workshop } from './workshop.ts';

// A field of each kind is added in the form builder, and is on the published page what its kind promises: all in one form, since
// opening the editor and building the site take longer than everything that is looked at.

const FORM = 'forms/one-field.json';

/** A form without a field, on the page of contact. */
async function emptyForm(shared: Workshop): Promise<void> {
  await shared.fresh();
  const form = { id: 'one-field', name: 'One field', buttonText: 'Send', fields: [], captchaEnabled: false };
  shared.write(FORM, JSON.stringify(form, null, 2));
  shared.retype('content/contact/collection.json', '"formId": "contact"', '"formId": "one-field"');
  await shared.shows('/contact', 'data-form-id=one-field');
}

/** The form, open in the builder. */
async function openForm(page: Page): Promise<Locator> {
  await openEditor(page, `website/forms?form=${encodeURIComponent(FORM)}`);
  return panel(page, 'One field');
}

/** Adds a field; the answer is its settings. */
async function addField(page: Page, form: Locator, name: string): Promise<Locator> {
  await form.getByRole('button', { name: 'Add a field' }).click();
  await saves(page, () => page.getByRole('menuitem', { name, exact: true }).click());
  return form.getByRole('region', { name: `Field: ${name}` });
}

/** The form as a visitor gets it, once the site is built with what its file says now. */
async function asVisitor(page: Page, shared: Workshop): Promise<Locator> {
  const titles: string[] = shared.json(FORM).fields.map(({ title }: { title: string }) => title);
  await page.goto(`${shared.origin}/contact`);
  const form = page.getByRole('form', { name: 'One field' });
  await expect(async () => {
    await page.reload();
    await form.getByRole('button', { name: 'Send' }).focus();
    await expect(form.locator('.form-item')).toContainText(titles, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  return form;
}

/** Row, kind as the menu calls it, what is set on it, and what the field has on the page, in its form. */
const KINDS: readonly [
  row: string,
  kind: string,
  set: ((settings: Locator) => Promise<unknown>) | null,
  shows: (field: Locator, form: Locator) => Promise<unknown>,
][] = [
  [
    'E-086',
    'E-mail',
    null,
    async (field, form) => {
      const input = field.getByLabel('E-mail', { exact: true });
      await expect(input).toHaveAttribute('type', 'email');
      await input.fill('a@');
      await form.getByRole('button', { name: 'Send' }).click();
      await expect(input).toHaveAccessibleDescription(/^Email Address is not valid/);
    },
  ],
  [
    'E-087',
    'Number',
    null,
    (field) => expect(field.getByRole('textbox', { name: 'Number' })).toHaveAttribute('inputmode', 'decimal'),
  ],
  ['E-088', 'Website', null, (field) => expect(field.getByLabel('Website')).toHaveAttribute('type', 'url')],
  ['E-089', 'Phone', null, (field) => expect(field.getByRole('textbox')).toHaveCount(3)],
  [
    'E-089',
    'Phone',
    (settings) => settings.getByText('Ask for the country code').click(),
    async (field) => {
      await expect(field.getByRole('textbox')).toHaveCount(4);
      await expect(field.getByLabel('Country code')).toBeVisible();
    },
  ],
  [
    'E-090',
    'Currency',
    (settings) => settings.getByRole('textbox', { name: 'Symbol' }).fill('€'),
    async (field) => {
      const symbol = await field.getByText('€', { exact: true }).boundingBox();
      const input = await field.getByRole('textbox', { name: 'Currency' }).boundingBox();
      expect(symbol?.x).toBeLessThan(input?.x ?? 0);
      expect(Math.abs((symbol?.y ?? 0) - (input?.y ?? 0))).toBeLessThan(input?.height ?? 0);
    },
  ],
  ['E-092', 'Twitter', null, (field) => expect(field.getByText('@', { exact: true })).toBeVisible()],
  [
    'E-093',
    'Date',
    null,
    async (field) => {
      for (const name of ['MM', 'DD', 'YYYY']) await expect(field.getByLabel(name, { exact: true })).toBeVisible();
    },
  ],
  [
    'E-094',
    'Time',
    null,
    async (field) => {
      for (const name of ['Hour', 'Minute', 'Second'])
        await expect(field.getByLabel(name, { exact: true })).toBeVisible();
      await expect(field.getByRole('combobox').getByRole('option')).toHaveText(['', 'AM', 'PM']);
    },
  ],
  [
    'E-095',
    'Name',
    null,
    async (field) => {
      for (const name of ['First Name', 'Last Name'])
        await expect(field.getByLabel(name, { exact: true })).toBeVisible();
    },
  ],
  [
    'E-096',
    'Address',
    null,
    async (field) => {
      for (const name of ['Address 1', 'Address 2', 'City', 'State/Province', 'Zip/Postal Code', 'Country'])
        await expect(field.getByLabel(name, { exact: true })).toBeVisible();
    },
  ],
  [
    'E-097',
    'Section',
    null,
    (_, form) => expect(form.locator('.form-section')).toHaveCSS('border-bottom-style', 'solid'),
  ],
  [
    'E-097',
    'Section',
    (settings) => settings.getByText('Line under it').click(),
    (_, form) => expect(form.locator('.form-section')).toHaveCSS('border-bottom-style', 'none'),
  ],
  ['E-098', 'One of several', null, (field) => expect(field.getByRole('radio')).toHaveCount(3)],
  ['E-099', 'Some of several', null, (field) => expect(field.getByRole('checkbox')).toHaveCount(3)],
  [
    'E-100',
    'One of a list',
    null,
    (field) =>
      expect(field.getByLabel('One of a list').locator('option:not([value=""])')).toHaveText([
        'First choice',
        'Second choice',
        'Third choice',
      ]),
  ],
  [
    'E-101',
    'Survey',
    null,
    async (field) => {
      for (const name of ['First statement', 'Second statement'])
        await expect(field.getByRole('group', { name }).getByRole('radio')).toHaveCount(5);
    },
  ],
];

test.beforeEach(({ shared }) => emptyForm(shared));

/** The kinds as they come, and those with a property of their own changed: each has its place in one form. */
const FORMS = [
  ['as they come', KINDS.filter(([, , set]) => set === null)],
  ['with a property of their own changed', KINDS.filter(([, , set]) => set !== null)],
] as const;

for (const [how, kinds] of FORMS)
  test(`${kinds.map(([row]) => row).join(' ')}: fields are added in the builder ${how}, and stand on the page`, async ({
    page,
    shared,
  }) => {
    test.setTimeout(240_000);
    const builder = await openForm(page);
    for (const [row, kind, set] of kinds)
      await test.step(`${row} ${kind}`, async () => {
        const settings = await addField(page, builder, kind);
        if (set) await saves(page, () => set(settings));
      });
    expect(shared.json(FORM).fields).toHaveLength(kinds.length);
    const form = await asVisitor(page, shared);
    for (const [place, [row, kind, , shows]] of kinds.entries())
      await test.step(`${row} ${kind}, on the page`, async () => {
        await expect(async () => {
          await shows(form.locator('.form-item').nth(place), form).catch(async (wrong: unknown) => {
            // The site is built anew with the property.
            await page.reload();
            await form.getByRole('button', { name: 'Send' }).focus();
            throw wrong;
          });
        }).toPass({ timeout: 45_000, intervals: [500] });
      });
  });

test('E-102 Hidden: what visitors send has its value, though nobody sees it', async ({ page, shared }) => {
  const settings = await addField(page, await openForm(page), 'Hidden');
  await saves(page, () => settings.getByRole('textbox', { name: 'Key' }).fill('source'));
  await saves(page, () => settings.getByRole('textbox', { name: 'Value' }).fill('leaflet'));
  await expect(async () => {
    await page.goto(`${shared.origin}/contact`);
    await page.getByRole('button', { name: 'Send' }).focus();
    await expect(page.locator('input[name="source"]')).toHaveValue('leaflet', { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.locator('input[name="source"]')).toBeHidden();
  const sent = page.waitForRequest((request) => request.url().endsWith('/SaveFormSubmission'));
  await page.getByRole('button', { name: 'Send' }).click();
  expect((await sent).postData()).toContain('leaflet');
});

test('E-091 a password is not among the kinds that are offered', async ({ page }) => {
  await (await openForm(page)).getByRole('button', { name: 'Add a field' }).click();
  await expect(page.getByRole('menuitem', { name: 'E-mail' })).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveCount(18);
  await expect(page.getByRole('menuitem', { name: /password/i })).toHaveCount(0);
});

test('E-083 a new form for a product has the button "Add to Cart", and a product takes it', async ({
  page,
  shared,
}) => {
  await openEditor(page);
  await part(page, 'Forms');
  await page.getByRole('button', { name: 'New form' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Engraving');
  await dialog.getByText('A product asks for it').click();
  await saves(page, () => dialog.getByRole('button', { name: 'Create' }).click());
  await expect(panel(page, 'Engraving')).toBeVisible();
  expect(shared.json('forms/engraving.json').buttonText).toBe('Add to Cart');
  await panel(page, 'Engraving').getByRole('button', { name: 'Add a field' }).click();
  await saves(page, () => page.getByRole('menuitem', { name: 'Text', exact: true }).click());

  const croissants = 'content/shop/02-butter-croissants.json';
  await openEditor(page, `website/pages?file=${encodeURIComponent(croissants)}`);
  await page.getByRole('tab', { name: 'Product' }).click();
  await saves(page, () => choose(page, 'Asked before it goes into the cart', 'Engraving'));
  const form = page.getByRole('dialog').getByRole('form', { name: 'Engraving' });
  await expect(async () => {
    await page.goto(`${shared.origin}/shop/butter-croissants`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(form.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 30_000 });
});
