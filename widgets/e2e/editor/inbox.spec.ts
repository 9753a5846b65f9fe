import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fillContact } from '../contact.ts';
import { ShopServer } from '../shopServer.ts';
import { expectNoAxeViolation, misfits, panel } from './steps.ts';

/** `SHOTS=folder` keeps pictures of the panel, to be looked at. */
const SHOTS = process.env.SHOTS;

test('S-487 what a visitor sends by a form is found, read and answered', async ({ page, browser }) => {
  const shop = await ShopServer.create();
  await shop.start();
  try {
    const visitor = await browser.newPage();
    await visitor.goto(`${shop.origin}/contact`);
    await fillContact(visitor);
    await visitor.getByRole('button', { name: 'Send message' }).click();
    await expect(visitor.getByText(/thank/i).first()).toBeVisible();
    await visitor.close();

    await page.goto(shop.open);
    await page.getByRole('link', { name: 'Inbox (1)' }).click();
    const inbox = panel(page, /^Inbox/).first();
    await inbox.getByRole('button', { name: /ada@example\.com/ }).click();
    await expect(inbox.getByText('Not on the mailing list.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible();
    await inbox.getByRole('textbox', { name: 'Letter' }).fill('Yes, on Fridays.');
    await page.reload();
    await expect(inbox.getByRole('textbox', { name: 'Letter' })).toHaveValue('Yes, on Fridays.');
    await expectNoAxeViolation(page, 'a message');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await misfits(page)).toEqual([]);
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `inbox-one-${width}.png`) });
    }
    await inbox.getByRole('button', { name: 'Send the letter' }).click();
    await expect(inbox.getByRole('region', { name: 'Replies and notes' })).toContainText('Letter to ada@example.com');
    await inbox.getByRole('button', { name: 'Archive', exact: true }).click();
    await inbox.getByRole('button', { name: 'Archived' }).click();
    await expect(inbox.getByRole('button', { name: /ada@example\.com/ })).toBeVisible();
    await expectNoAxeViolation(page, 'the inbox');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await misfits(page)).toEqual([]);
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `inbox-list-${width}.png`) });
    }
  } finally {
    await shop.remove();
  }
});
