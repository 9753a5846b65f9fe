import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { BINARY, ShopServer } from '../shopServer.ts';
import { expectNoAxeViolation, isSaved, misfits, panel, part, saves } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the panel, to be looked at. */
const SHOTS = process.env.SHOTS;

/** A shop as `loggia new` makes it, served with its editor. */
const test = base.extend<{ begun: { shop: ShopServer; folder: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  begun: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'loggia-home-'));
    const site = join(folder, 'clay');
    execFileSync(BINARY, ['new', site, '--starter', 'shop']);
    const shop = await ShopServer.create(site);
    await shop.start();
    await use({ shop, folder: site });
    await shop.remove();
    rmSync(folder, { recursive: true, force: true });
  },
});

const step = (page: Page, name: string) =>
  panel(page, 'Set up your site')
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

for (const width of [1280, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('S-894 S-895: Home opens first; two steps of its list are done and ticked', async ({ page, begun }) => {
      const noise: string[] = [];
      page.on('pageerror', (error) => noise.push(error.message));
      const shot = (name: string) =>
        SHOTS ? page.screenshot({ path: join(SHOTS, `home-${name}-${width}.png`) }) : undefined;
      await page.goto(begun.shop.open);
      await expect(page).toHaveURL(/\/config\/home$/);
      const home = panel(page, 'Home');
      await expect(home.getByText('1 of 7 done')).toBeVisible();
      await expect(step(page, 'Say how goods are delivered')).toContainText('Done');
      await expect(step(page, 'Name your site')).toContainText('It still has the name that it was made with.');
      // The figures are those of the shop, which has sold nothing yet.
      await expect(panel(page, 'Today').getByText('Orders today')).toBeVisible();
      await expect(panel(page, 'Messages').getByText('Answers to forms today')).toBeVisible();
      await expect(panel(page, 'Visits').getByText(/^Visits are not counted\./)).toBeVisible();
      await expect(panel(page, 'Unfinished')).toContainText('Nothing is unfinished');
      await expect(home.getByRole('alert')).toHaveCount(0);
      await expectNoAxeViolation(page, 'Home as it opens');
      expect(await misfits(page)).toEqual([]);
      await shot('first');
      await page.getByRole('region', { name: 'Published' }).scrollIntoViewIfNeeded();
      await shot('cards');

      await home.getByRole('button', { name: 'Open: Name your site' }).click();
      await saves(page, () =>
        panel(page, 'Settings').getByRole('textbox', { name: 'Name of the site' }).fill('Clay and fire'),
      );
      await part(page, 'Home');
      await expect(step(page, 'Name your site')).toContainText('Done');
      await expect(home.getByText('2 of 7 done')).toBeVisible();

      await home.getByRole('button', { name: 'Open: Publish your site' }).click();
      const publishing = page.getByRole('dialog', { name: 'Publish' });
      await publishing.getByRole('button', { name: 'Publish now' }).click();
      await expect(publishing.getByRole('status')).toHaveText(/^Published\. \d+ files were sent\.$/, {
        timeout: 60_000,
      });
      await publishing.getByRole('button', { name: 'Close' }).click();
      await expect(step(page, 'Publish your site')).toContainText('Done');
      await expect(home.getByText('3 of 7 done')).toBeVisible();
      await expect(panel(page, 'Published').getByText(/^Last published on /)).toBeVisible();
      expect(readFileSync(join(begun.folder, 'published/current/index.html'), 'utf8')).toContain('Clay and fire');

      // Counting begins by a press, and the card shows its figures as soon as the pages count.
      await saves(page, () => panel(page, 'Visits').getByRole('button', { name: 'Count visits' }).click());
      await expect(panel(page, 'Visits').getByText('Visitors today')).toBeVisible();
      await isSaved(page);
      await expectNoAxeViolation(page, 'Home with steps that are done');
      expect(await misfits(page)).toEqual([]);
      await shot('later');
      expect(noise).toEqual([]);
    });
  });
}
