import type { BrowserContext, Page, Route } from '@playwright/test';
import { isChange, isSaved, openEditor, openFile, panel, saveState, saves } from './steps.ts';
import { expect, test as inWorkshop } from './workshop.ts';

/** Another person at another computer, who has left before the next test begins. */
const test = inWorkshop.extend<{ another: () => Promise<Page> }>({
  another: async ({ browser, baseURL, shared }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      const cookie = { domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Strict' as const };
      await context.addCookies([{ ...(await shared.key()), ...cookie }]);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

const POST = 'content/blog/03-how-to-keep-a-loaf.json';
const TITLE = 'How to keep a loaf for four days';

test.beforeEach(({ shared }) => shared.fresh());

/** Keeps what an editor sends until the gate opens: what happens meanwhile happens between two looks at the file. */
async function gate(page: Page): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let open = false;
  const hold = async (route: Route) => {
    if (open || !isChange(Object.assign(route.request(), { request: () => route.request() }))) await route.continue();
    else waiting.push(route);
  };
  await page.route('**/config/api/changes', hold);
  return async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    open = true;
    for (const route of waiting) await route.continue();
  };
}

const title = (page: Page) => panel(page, /./).getByRole('textbox', { name: 'Title', exact: true });

test('E-001 two editors and a text editor change one file at once, and nothing is lost', async ({
  page,
  another,
  shared,
}) => {
  await openFile(page, POST, TITLE);
  const other = await another();
  await openFile(other, POST, TITLE);
  const openOne = await gate(page);
  const openTwo = await gate(other);

  await title(page).fill('How to keep a loaf for a week');
  await other.getByRole('textbox', { name: 'What the picture shows' }).fill('A loaf in its linen bag');
  // A person with a text editor, before either of the two is saved.
  shared.retype(POST, '"starred": false', '"starred": true');
  await Promise.all([openOne(), openTwo()]);
  await Promise.all([isSaved(page), isSaved(other)]);

  expect(shared.json(POST)).toMatchObject({
    title: 'How to keep a loaf for a week',
    starred: true,
    mainImage: { altText: 'A loaf in its linen bag' },
  });
  const lines = shared.diff(POST).split('\n');
  expect(lines.filter((line) => /^[-+] /.test(line))).toHaveLength(8);
  // Everybody sees what the others wrote.
  await expect(title(other)).toHaveValue('How to keep a loaf for a week');
  await expect(page.getByRole('textbox', { name: 'What the picture shows' })).toHaveValue('A loaf in its linen bag');
  for (const editor of [page, other]) {
    await panel(editor, /./).getByRole('tab', { name: 'Settings' }).click();
    await expect(editor.getByRole('switch', { name: 'Featured' })).toBeChecked();
  }
});

for (const [keep, wanted] of [
  ['yours', 'Bread, kept'],
  ['theirs', 'Keep it in linen'],
] as const)
  test(`E-001 two editors write the same title: both are shown, nothing is overwritten, ${keep} is kept`, async ({
    page,
    another,
    shared,
  }) => {
    await openFile(page, POST, TITLE);
    const other = await another();
    await openFile(other, POST, TITLE);
    const open = await gate(page);
    await title(page).fill('Bread, kept');
    await saves(other, () => title(other).fill('Keep it in linen'));
    await open();

    await expect(saveState(page)).toHaveText('Conflict');
    expect(shared.json(POST).title).toBe('Keep it in linen');
    await page.getByRole('banner').getByRole('button', { name: 'Look' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed the same' });
    await expect(dialog.getByText('Bread, kept', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Keep it in linen', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save the choice' })).toBeDisabled();
    await dialog.getByRole('button', { name: `Keep ${keep}` }).click();
    await dialog.getByRole('button', { name: 'Save the choice' }).click();
    await isSaved(page);
    expect(shared.json(POST).title).toBe(wanted);
    await expect(title(page)).toHaveValue(wanted);
    await expect(title(other)).toHaveValue(wanted);
    await expect(saveState(other)).toHaveText('Saved');
  });

test('E-001 a text editor and an editor write the same title: the owner chooses, and the rest of both stays', async ({
  page,
  shared,
}) => {
  await openFile(page, POST, TITLE);
  const open = await gate(page);
  await title(page).fill('Bread, kept');
  await page.getByRole('textbox', { name: 'What the picture shows' }).fill('A loaf in its linen bag');
  shared.retype(POST, `"title": "${TITLE}"`, '"title": "By hand"');
  await open();
  await expect(saveState(page)).toHaveText('Conflict');
  expect(shared.json(POST).title).toBe('By hand');
  await page.getByRole('banner').getByRole('button', { name: 'Look' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await isSaved(page);
  expect(shared.json(POST)).toMatchObject({ title: 'By hand', mainImage: { altText: 'A loaf in its linen bag' } });
  await expect(title(page)).toHaveValue('By hand');
});

test('E-001 undo takes back what one did, and not what another did since', async ({ page, another, shared }) => {
  await openFile(page, POST, TITLE);
  const other = await another();
  await openFile(other, POST, TITLE);
  await saves(page, () => title(page).fill('Bread, kept'));
  await expect(title(other)).toHaveValue('Bread, kept');
  await saves(other, () => other.getByRole('textbox', { name: 'What the picture shows' }).fill('A loaf in linen'));
  await expect(page.getByRole('textbox', { name: 'What the picture shows' })).toHaveValue('A loaf in linen');
  await saves(page, () => page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click());
  expect(shared.json(POST)).toMatchObject({ title: TITLE, mainImage: { altText: 'A loaf in linen' } });
  await expect(title(other)).toHaveValue(TITLE);
});

test('E-001 two editors put entries into one menu at once: both stand in it', async ({ page, another, shared }) => {
  await openEditor(page);
  const other = await another();
  await openEditor(other);
  const openOne = await gate(page);
  const openTwo = await gate(other);
  for (const [editor, name] of [
    [page, 'Classes'],
    [other, 'Weddings'],
  ] as const) {
    await panel(editor, 'Main navigation').getByRole('button', { name: 'Link' }).click();
    const dialog = editor.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill(name);
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  await Promise.all([openOne(), openTwo()]);
  // A link is saved before its title is: between the two it is said to be saved as well.
  const titles = (): string[] =>
    shared.json('site.json').navigation.mainNav.map((entry: { title: string }) => entry.title);
  await expect.poll(() => titles().slice(4).sort()).toEqual(['Classes', 'Weddings']);
  expect(titles().slice(0, 4)).toEqual(['Shop', 'Journal', 'About', 'Contact']);
  await Promise.all([isSaved(page), isSaved(other)]);
});

test('E-022 a file that a text editor leaves half written is said with its line; put right, it is as it was meant', async ({
  page,
  shared,
}) => {
  await openFile(page, POST, TITLE);
  const whole = shared.text(POST);
  shared.write(POST, whole.slice(0, whole.indexOf('"excerpt"')));
  const looks = page.getByRole('banner').getByRole('button', { name: /to look at$/ });
  await looks.click();
  await expect(page.getByRole('dialog').getByText(`${POST}:`)).toBeVisible();
  await page.keyboard.press('Escape');
  shared.write(POST, whole.replace(TITLE, 'Put right by hand'));
  await expect(looks).toBeHidden();
  await expect(title(page)).toHaveValue('Put right by hand');
});

test('E-021 a file that is gone says so, and writing into it brings nothing back by itself', async ({
  page,
  shared,
}) => {
  await openFile(page, POST, TITLE);
  shared.git('rm', '--quiet', POST);
  await expect(page.getByText('Unable to locate content')).toBeVisible();
  expect(shared.has(POST)).toBe(false);
});
