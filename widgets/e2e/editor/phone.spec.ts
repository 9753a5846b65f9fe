import { expectNoAxeViolation, forFingers, isSaved, openEditor, panel, saves, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.beforeEach(({ shared }) => shared.fresh());

const POST = 'content/blog/01-why-our-dough-sleeps.json';

test('E-001 E-072 a title is changed on a telephone, by touch alone, and looked at in the site', async ({
  page,
  shared,
  noise,
}) => {
  await openEditor(page);
  // One thing at a time has its place here: the panel, or the site.
  const frame = page.getByTitle('The site as it is');
  await expect(frame).toBeHidden();
  await page.getByRole('option', { name: 'Journal' }).tap();
  await page.getByRole('row', { name: 'Why our dough sleeps in the cold' }).tap();
  const post = panel(page, 'Why our dough sleeps in the cold');
  await expect(post).toBeVisible();

  await saves(page, async () => {
    const title = post.getByRole('textbox', { name: 'Title', exact: true });
    await title.tap();
    await expect(title).toBeFocused();
    await title.fill('Why dough needs a night');
  });
  expect(shared.touched()).toEqual([`M ${POST}`]);
  expect(shared.json(POST).title).toBe('Why dough needs a night');

  await page.getByRole('button', { name: 'See the site' }).tap();
  await expect(frame).toBeInViewport();
  await expect(panel(page, 'Why dough needs a night')).toBeHidden();
  const heading = theSite(page).getByRole('heading', { name: 'Why dough needs a night', level: 1 });
  await expect(heading).toBeVisible();
  expect(await forFingers(page)).toEqual([]);
  await expectNoAxeViolation(page, 'the site on a telephone');

  // What is touched in the page is written there; from there back to its field, which has the focus.
  await heading.tap();
  await expect(heading).toBeFocused();
  await theSite(page).getByRole('button', { name: 'Open its field' }).tap();
  const again = panel(page, 'Why dough needs a night');
  await expect(again.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await expect(frame).toBeHidden();

  // And back and forth by the button.
  await page.getByRole('button', { name: 'See the site' }).tap();
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await expect(again).toBeVisible();
  await isSaved(page);
  await shared.shows('/blog/why-our-dough-sleeps', 'Why dough needs a night');
  expect(noise).toEqual([]);
});
