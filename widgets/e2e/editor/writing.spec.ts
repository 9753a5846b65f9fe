import type { Locator } from '@playwright/test';
import { expectNoAxeViolation, isSaved, openEditor, panel, saves, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

/** Puts the caret at the end of a text of the page, which may just be shown anew. */
const writesIn = (text: Locator) =>
  expect(async () => {
    await text.click({ timeout: 2000 });
    await expect(text).toHaveAttribute('contenteditable', /./, { timeout: 1000 });
    const field = theSite(text.page()).getByRole('button', { name: 'Open its field' });
    await expect(field).toBeVisible({ timeout: 2000 });
    await text.press('End');
  }).toPass({ timeout: 20_000 });

const POST = 'content/blog/01-why-our-dough-sleeps.json';

test('S-409 the owner writes on the page: a title, a paragraph with its formatting, each where it stands', async ({
  page,
  shared,
}) => {
  await shared.fresh();
  // The post is called as an entry of the menu is.
  shared.retype(POST, '"title": "Why our dough sleeps in the cold"', '"title": "Journal"');
  await shared.shows('/blog/why-our-dough-sleeps', '<h1>Journal</h1>');
  const before = [shared.text(POST), shared.text('site.json')];
  await openEditor(page, `website/pages?file=${encodeURIComponent(POST)}`);
  const site = theSite(page);
  const title = site.getByRole('heading', { name: 'Journal', level: 1 });
  await title.click();
  await expect(title).toBeFocused();
  await expect(site.getByRole('button', { name: 'Open its field' })).toBeVisible();
  await page.keyboard.press('End');
  await saves(page, () => page.keyboard.type(' of the night', { delay: 20 }));
  await expect(title).toHaveText('Journal of the night');
  await expect(title).toBeFocused();
  expect(shared.json(POST).title).toBe('Journal of the night');
  expect(shared.text('site.json')).toBe(before[1]);
  // The panel has the same text, and the caret stays on the page.
  const field = panel(page, /Journal/).getByRole('textbox', { name: 'Title', exact: true });
  await expect(field).toHaveValue('Journal of the night');
  await page.keyboard.press('Enter');
  await saves(page, () => page.getByRole('banner').getByRole('button', { name: /^Undo/ }).click());
  expect(shared.text(POST)).toBe(before[0]);

  // The menu says the same word, and is another text.
  const entry = site.getByRole('navigation', { name: 'Main' }).getByText('Journal', { exact: true });
  await writesIn(entry);
  await saves(page, () => page.keyboard.type('s'));
  expect(shared.json('site.json').navigation.mainNav[1].title).toBe('Journals');
  expect(shared.text(POST)).toBe(before[0]);
  await saves(page, () => page.keyboard.press('Escape'));
  expect(shared.text('site.json')).toBe(before[1]);

  // A paragraph: bold, cut in two by Enter, a heading, what is pasted as words.
  await writesIn(site.getByText('People sometimes ask for the secret'));
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await site.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('What we do');
  await saves(page, () => site.getByRole('button', { name: 'Heading 2' }).click());
  const html: string = shared.json(POST).body;
  const was: string = JSON.parse(before[0] ?? '').body;
  const first = was.indexOf('</p>');
  expect(html).toBe(
    `${was.slice(0, first).replace('<p>People', '<p><b>People</b>')}</p>\n<h2>What we do</h2>${was.slice(first + 4)}`,
  );
  await page.screenshot({ path: test.info().outputPath('page.png') });
  await saves(page, () => page.keyboard.press('Escape'));
  expect(shared.text(POST)).toBe(before[0]);
  await expectNoAxeViolation(page, 'beside a page that is written on');
});

test('S-410 a block of a section opens, and on a phone the caret stays on the page', async ({ page, shared }) => {
  await shared.fresh();
  const about = 'content/about/collection.json';
  const json = shared.json(about);
  json.sections = [
    {
      grid: { desktop: { columns: 24, rows: 8 }, mobile: { columns: 8, rows: 8 } },
      blocks: [
        {
          type: 2,
          value: { html: '<p>Open on Sundays.</p>' },
          desktop: { rowStart: 1, columnStart: 2, rowEnd: 3, columnEnd: 20 },
        },
        {
          type: 53,
          value: { text: 'Come by', url: '/contact' },
          desktop: { rowStart: 4, columnStart: 2, rowEnd: 6, columnEnd: 8 },
        },
      ],
    },
  ];
  shared.write(about, `${JSON.stringify(json, null, 2)}\n`);
  await shared.shows('/about', 'Open on Sundays.');
  const before = shared.text(about);
  await openEditor(page, `website/pages?file=${encodeURIComponent(about)}`);
  const site = theSite(page);
  await site.getByText('Come by').click();
  await expect(page.getByRole('region', { name: 'Button: Come by' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'See the site' }).click();
  const line = site.getByText('Open on Sundays.');
  await writesIn(line);
  await saves(page, () => page.keyboard.type(' And Mondays.', { delay: 20 }));
  await expect(line).toBeFocused();
  expect(shared.json(about).sections[0].blocks[0].value.html).toBe('<p>Open on Sundays. And Mondays.</p>');
  await page.screenshot({ path: test.info().outputPath('phone.png') });
  await saves(page, () => page.keyboard.press('Escape'));
  await isSaved(page);
  expect(shared.text(about)).toBe(before);
});
