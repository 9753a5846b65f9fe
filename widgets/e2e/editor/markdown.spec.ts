import type { Page } from '@playwright/test';
import { isSaved, openFile, panel, saveState, saves, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

test.beforeEach(({ shared }) => shared.fresh());

const BODY = [
  'The *first* words, ',
  'in two lines.',
  '',
  '| flour | salt |',
  '|-------|------|',
  '| 500 g | 10 g |',
  '',
  '* one',
  '* two',
  '',
].join('\n');

/** The same post as four programs write it; the title stands once, alone on its line. */
const POSTS: Record<string, string> = {
  'content/blog/20-as-json.md': `---\n{ "title": "From another place",\n  "tags" : [ "rye" ] }\n---\n${BODY}`,
  'content/blog/21-as-yaml.md': `---\nlayout: post # kept\ntitle:  "From another place"   # the headline\ndate:   2024-01-05 10:00:00 -0500\ncategories: bread rye\ndescription: >-\n  Salt and\n  flour\n---\n${BODY}`,
  'content/blog/22-as-toml.md': `+++\r\ntitle = "From another place"\r\ndate = 2024-01-05T10:00:00Z\r\ntags = [\r\n  "rye", # ours\r\n]\r\n\r\n[params]\r\nwide = true\r\n+++\r\n${BODY.replaceAll('\n', '\r\n')}`,
};

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

/** Types behind a word of the text. */
async function typeBehind(page: Page, word: string, words: string): Promise<void> {
  await text(page).getByText(word, { exact: false }).last().click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

for (const [path, before] of Object.entries(POSTS)) {
  test(`S-284 S-285 S-287 ${path} opens as a post, is edited as it looks, and keeps every other byte`, async ({
    page,
    shared,
    noise,
  }) => {
    shared.write(path, before);
    // Whoever writes a file beside the editor finds its page once that was built.
    const address = `${shared.origin}/blog/${path.replace(/^.*\d-(.*)\.md$/, '$1')}`;
    await expect.poll(async () => (await fetch(address, { headers: { connection: 'close' } })).status).toBe(200);
    await openFile(page, path, 'From another place');
    // What a table is, the file says; the rest is shown as it looks.
    await expect(text(page).getByRole('listitem')).toHaveText(['one', 'two']);
    await expect(text(page).getByText('This part stays as it is written.')).toBeVisible();
    await expect(text(page).getByText('| 500 g | 10 g |')).toBeVisible();

    await saves(page, () => typeBehind(page, 'two', ' and *three*'));
    const line = before.includes('\r\n') ? '\r\n' : '\n';
    // What is typed as Markdown becomes what it means.
    await expect(text(page).locator('em', { hasText: 'three' })).toBeVisible();
    const typed = before.replace(`* two${line}`, `* two and *three*${line}`);
    expect(shared.text(path)).toBe(typed);

    await saves(page, () => page.getByRole('textbox', { name: 'Title', exact: true }).fill('Of another name'));
    expect(shared.text(path)).toBe(typed.replace('"From another place"', '"Of another name"'));
    await expect(theSite(page).getByRole('heading', { name: 'Of another name', level: 1 })).toBeVisible();

    // Back to the first state, byte for byte.
    const undo = page.getByRole('banner').getByRole('button', { name: /^Undo/ });
    while (await undo.isEnabled()) await undo.click();
    await isSaved(page);
    await expect.poll(() => shared.text(path)).toBe(before);
    expect(noise).toEqual([]);
  });
}

test('S-284 a text is edited as Markdown as well, and one whose front matter is broken says so and is put right there', async ({
  page,
  shared,
}) => {
  const path = 'content/blog/21-as-yaml.md';
  const before = POSTS[path] as string;
  shared.write(path, before);
  await openFile(page, path, 'From another place');
  await page.getByRole('button', { name: 'Edit as Markdown' }).click();
  await saves(page, () => text(page).fill('| a |\n|---|\n| 1 |\n'));
  expect(shared.text(path)).toBe(before.replace(BODY, '| a |\n|---|\n| 1 |\n'));
  await page.getByRole('button', { name: 'Edit as it looks' }).click();
  await expect(text(page).getByText('| 1 |')).toBeVisible();

  shared.write(path, before.replace('layout: post', 'layout: [post'));
  await page.reload();
  await page.getByRole('textbox', { name: 'Text of the file' }).fill(before);
  await isSaved(page);
  expect(shared.text(path)).toBe(before);
});

test('S-289 what is typed into a Markdown text while the server is down outlives the page', async ({
  page,
  shared,
}) => {
  const path = 'content/blog/21-as-yaml.md';
  const before = POSTS[path] as string;
  shared.write(path, before);
  await openFile(page, path, 'From another place');
  await expect(text(page)).toBeVisible();
  await shared.shop.kill();
  await typeBehind(page, 'two', ' into the void');
  await expect(saveState(page)).toHaveText('Network error');
  const context = page.context();
  await page.close();
  await shared.shop.start();
  const cookie = { domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Strict' as const };
  await context.addCookies([{ ...(await shared.key()), ...cookie }]);
  const again = await context.newPage();
  await openFile(again, path, 'From another place');
  await isSaved(again);
  await expect.poll(() => shared.text(path)).toBe(before.replace('* two', '* two into the void'));
});

test('S-288 a picture that is used is not taken away, and what uses it is said by its title', async ({
  page,
  shared,
}) => {
  const { mainImage } = shared.json('content/blog/01-why-our-dough-sleeps.json');
  const name = String(mainImage.assetUrl).split('/').at(-1) ?? '';
  await page.goto('/config/website/files');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.getByRole('option', { name }).first().click();
  await panel(page, name).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await expect(panel(page, name).getByText(/This file is still used on “.+”/)).toBeVisible();
  expect(shared.touched()).toEqual([]);
});
