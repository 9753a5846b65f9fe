import type { Page } from '@playwright/test';

/** Fills in the contact form of the bakery. */
export async function fillContact(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send message' }).focus();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByLabel('Last Name', { exact: true }).fill('Visitor');
  await page.getByRole('textbox', { name: /e-?mail/i }).fill('ada@example.com');
  await page.getByLabel('What is it about?').selectOption('A class');
  await page.getByRole('textbox', { name: /message/i }).fill('Do you bake on Mondays?');
}
