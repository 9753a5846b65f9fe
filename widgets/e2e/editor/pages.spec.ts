import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoAxeViolation, isSaved, openEditor, openFile, saves, theSite } from './steps.ts';
import { expect, test } from './workshop.ts';

/** `SHOTS=folder` keeps pictures, to be looked at. */
const SHOTS = process.env.SHOTS;
const ABOUT = 'content/about/collection.json';

test.beforeEach(({ shared }) => shared.fresh());

for (const width of [1280, 390]) {
  test(`S-965 S-967 a page is deleted, brought back and moved, ${width} px wide`, async ({ page, shared, noise }) => {
    const shot = (name: string) =>
      SHOTS ? page.screenshot({ path: join(SHOTS, `pages-${name}-${width}.png`) }) : undefined;
    await page.setViewportSize({ width, height: 900 });
    const before = shared.text(ABOUT);
    await openFile(page, ABOUT, 'About the bakery');
    await page.getByRole('button', { name: 'Do more with About the bakery' }).click();
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    await shot('menu');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expectNoAxeViolation(page, 'the question before a page is deleted');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => existsSync(join(shared.site, ABOUT))).toBe(false);
    await isSaved(page);
    await expect.poll(() => shared.text('site.json')).not.toContain('"/about"');
    const there = async () => (await page.request.get(`${shared.origin}/about`)).status();
    await expect.poll(there, { timeout: 20_000 }).toBe(404);

    await openEditor(page, 'website/pages?show=bin');
    await expect(page.getByText('About the bakery')).toBeVisible();
    await expectNoAxeViolation(page, 'the bin');
    await shot('bin');
    await page.getByRole('button', { name: 'Bring back About the bakery' }).click();
    await expect.poll(() => existsSync(join(shared.site, ABOUT))).toBe(true);
    expect(shared.text(ABOUT)).toBe(before);
    await expect.poll(there, { timeout: 20_000 }).toBe(200);

    await openFile(page, ABOUT, 'About the bakery');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('our-story');
    await expectNoAxeViolation(page, 'an address before it is changed');
    await shot('address');
    await saves(page, () => page.getByRole('button', { name: 'Change the address' }).click());
    await expect
      .poll(async () => (await page.request.get(`${shared.origin}/about`, { maxRedirects: 0 })).headers().location, {
        timeout: 20_000,
      })
      .toBe('/our-story');
    if (width > 1000) await expect(theSite(page).getByText('We are a bakery of nine people')).toBeVisible();
    await page.getByRole('tab', { name: 'Search and sharing' }).click();
    await expect(page.getByRole('figure', { name: 'As a shared link' })).toBeVisible();
    await expectNoAxeViolation(page, 'search and sharing');
    await shot('seo');
    await openEditor(page, 'website/pages?show=redirects');
    await expect(page.getByText('/about → /our-story')).toBeVisible();
    await expectNoAxeViolation(page, 'the redirects');
    await shot('redirects');
    expect(noise.filter((line) => !/40[49]/.test(line))).toEqual([]);
  });
}
