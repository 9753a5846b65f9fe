import { join } from 'node:path';
import { expectReadable } from './axe.ts';
import { expect, query, test } from './shop.ts';

const PASSWORD = 'a long enough password';
const SHOTS = process.env.LOGGIA_SHOTS;

// The owner's pages in a browser that runs no script, by day on a telephone and by night at a desk.
for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const)
  test.describe(`activity and personal data, ${colorScheme}, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, colorScheme, viewport: { width, height: 844 } });

    test('S-228 S-231 S-235: erase a person, and find that it was done', async ({ page, shop, browser }) => {
      test.setTimeout(120_000);
      const owner = `keeper${width}@example.com`;
      const person = `annabel${width}@example.com`;
      shop.addAccount(owner, PASSWORD, 'ADMIN');
      query(
        shop,
        `INSERT INTO form_submission (id, form_id, answers, page, created_at, is_suspect, suspicion) VALUES
         ('p${width}', 'contact', '{"email":"${person}"}', '{"formId":"contact","pagePath":"/contact"}', 1795240800000, 0, '')`,
      );
      query(
        shop,
        `INSERT INTO restock_sign_up (id, product_id, variant_id, email, created_at) VALUES
         ('p${width}', 'product-seeded-rye', 'RYE-900', '${person}', 1795240800000)`,
      );
      const shot = async (name: string) => {
        await expectReadable(page, browser);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${name} is as wide as the window`).toBeLessThanOrEqual(width);
        if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`), fullPage: true });
      };

      await page.goto('/api/owner/people');
      await page.getByLabel('Email').fill(owner);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('heading', { name: 'Personal data' })).toBeVisible();
      await shot('people');

      const download = page.waitForEvent('download');
      await page.getByLabel('E-mail address').first().fill(person);
      await page.getByRole('button', { name: 'Save everything as a file' }).click();
      expect((await download).suggestedFilename()).toBe('person.json');

      await page.getByLabel('E-mail address').last().fill(person);
      await page.getByLabel('The same address again').fill('another@example.com');
      await page.getByRole('button', { name: 'Erase this person' }).click();
      await expect(page.getByRole('alert')).toContainText('The two addresses are not the same.');
      await shot('people-refused');
      expect(query(shop, `SELECT COUNT(*) FROM restock_sign_up WHERE email = '${person}'`)).toEqual([['1']]);

      await page.getByRole('link', { name: 'Personal data' }).first().click();
      await page.getByLabel('E-mail address').last().fill(person);
      await page.getByLabel('The same address again').fill(person);
      await page.getByRole('button', { name: 'Erase this person' }).click();
      await expect(page.getByRole('status')).toContainText('The person was erased.');
      await shot('people-erased');
      expect(query(shop, `SELECT COUNT(*) FROM restock_sign_up WHERE email = '${person}'`)).toEqual([['0']]);
      expect(query(shop, `SELECT COUNT(*) FROM form_submission WHERE answers LIKE '%${person}%'`)).toEqual([['0']]);

      await page.getByRole('link', { name: 'Activity' }).first().click();
      await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
      await shot('activity');
      await page.getByLabel('Person').fill(owner);
      await page.getByLabel('Kind').selectOption({ label: 'Erase person' });
      await page.getByRole('button', { name: 'Show' }).click();
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
      await expect(page.getByRole('main').getByRole('listitem')).toContainText(owner);
      await page.getByText('Details').click();
      await shot('activity-filtered');
      await page.getByLabel('Person').fill(person);
      await page.getByRole('button', { name: 'Show' }).click();
      await expect(page.getByText('Nothing was written down that fits.')).toBeVisible();
      await shot('activity-empty');
    });
  });
