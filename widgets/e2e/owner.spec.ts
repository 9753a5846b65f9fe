import { expectReadable } from './axe.ts';
import { expect, query, test } from './shop.ts';

const PASSWORD = 'a long enough password';

// The owner's pages in a browser that runs no script, by day on a telephone and by night at a desk.
for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const)
  test.describe(`the owner's pages, ${colorScheme}, ${width} px`, () => {
    test.use({ javaScriptEnabled: false, colorScheme, viewport: { width, height: 844 } });

    test('A-068 A-099 A-101 A-102 W-233: log in, read, mark, approve, hide, send, log out', async ({
      page,
      shop,
      browser,
    }) => {
      test.setTimeout(120_000);
      const email = `owner${width}@example.com`;
      shop.addAccount(email, PASSWORD, 'ADMIN');
      query(
        shop,
        'DELETE FROM form_submission; DELETE FROM visitor_comment; DELETE FROM review; DELETE FROM restock_sign_up',
      );
      query(
        shop,
        `INSERT INTO form_submission (id, form_id, answers, page, created_at, is_suspect, suspicion) VALUES
         ('s1', 'contact', '{"message":"Buy <b>pills</b>"}', '{"formId":"contact","pagePath":"/contact"}', 1795240800000, 1, 'not-run')`,
      );
      query(
        shop,
        `INSERT INTO visitor_comment (id, item_id, author, body, status, created_at) VALUES
         ('c1', 'post-1', 'Ann', 'Nice bread', 'PENDING', 1795240800000), ('c2', 'post-1', 'Eve', 'Buy pills', 'PENDING', 1795240800001)`,
      );
      query(
        shop,
        `INSERT INTO review (id, product_id, author_name, rating, title, body, status, created_at) VALUES
         ('r1', 'product-seeded-rye', 'Ann', 5, 'Fine', 'It keeps.', 'PENDING', 1795240800000)`,
      );
      query(
        shop,
        `INSERT INTO restock_sign_up (id, product_id, variant_id, email, created_at) VALUES
         ('w1', 'product-seeded-rye', 'RYE-900', 'ann@example.com', 1795240800000)`,
      );
      const readable = () => expectReadable(page, browser);

      await page.goto('/api/owner');
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await readable();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
      await readable();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();

      // One log-in opens everything: the first page leads to all of it, the reports among it, and they lead back.
      await expect(page.getByRole('heading', { name: 'Start' })).toBeVisible();
      await readable();
      await page.getByRole('main').getByRole('link', { name: 'Reports' }).click();
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
      await readable();
      for (const report of ['Sources', 'Pages', 'Searches', 'Funnel', 'Errors', 'Speed']) {
        await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: report }).click();
        await expect(page.getByRole('heading', { name: report, level: 1 })).toBeVisible();
        await readable();
      }
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Submissions' }).click();
      await expect(page.getByRole('heading', { name: 'Submissions' })).toBeVisible();
      await readable();
      await expect(page.getByRole('row', { name: /Contact/ })).toContainText("the page's script did not run");
      await page
        .getByRole('row', { name: /Contact/ })
        .getByRole('link')
        .click();
      await expect(page.getByText('Buy <b>pills</b>')).toBeVisible();
      await readable();
      await page.getByRole('button', { name: 'A person sent this' }).click();
      await expect(page.getByRole('status')).toContainText('The mark is gone');
      expect(query(shop, 'SELECT is_suspect FROM form_submission')).toEqual([['0']]);

      await page.getByRole('link', { name: 'Comments' }).click();
      await readable();
      const entry = (name: string) => page.getByRole('article', { name });
      await entry('Ann').getByRole('button', { name: 'Approve' }).click();
      await expect(page.getByRole('status')).toHaveText('It is shown now.');
      await entry('Eve').getByText('Delete…').click();
      await entry('Eve').getByRole('button', { name: 'Delete for good' }).click();
      await expect(page.getByText('There is nothing here.')).toBeVisible();
      expect(query(shop, 'SELECT id, status FROM visitor_comment')).toEqual([['c1', 'APPROVED']]);

      await page.getByRole('link', { name: 'Reviews' }).click();
      await readable();
      await entry('Ann — 5 of 5').getByRole('button', { name: 'Hide' }).click();
      await page.getByRole('link', { name: 'Hidden' }).click();
      await expect(entry('Ann — 5 of 5')).toBeVisible();
      await readable();

      await page.getByRole('link', { name: 'Restock notices' }).click();
      await readable();
      await page.getByRole('button', { name: /^Send to all who wait/ }).click();
      await expect(page.getByRole('alert')).toHaveText('That variant is not in stock.');
      await readable();
      await page.getByRole('link', { name: 'Back' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      const done = query(shop, "SELECT DISTINCT kind FROM record WHERE area = 'content' ORDER BY kind");
      expect(done).toEqual([['judge-comment'], ['judge-review'], ['judge-submission'], ['remove-comment']]);
    });
  });
