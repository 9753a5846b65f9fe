import type { Page } from '@playwright/test';
import { expect, query, test } from './shop.ts';

const MINUTE = 60_000;
/** The server's `form_fastest_ms`, with a margin. */
const FASTEST = 1100;
/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('form', { name: 'Contact' }).getByLabel(name).or(page.getByRole('button', { name }));
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluateAll((found) => found.some((one) => one === document.activeElement))) return;
  }
  throw new Error(`No Tab leads to ${name}.`);
}
const newest = 'SELECT is_suspect, suspicion, answers FROM form_submission ORDER BY id DESC LIMIT 1';
/** The newest submission: marked or not, why, and what it says. */
const kept = (shop: Parameters<typeof query>[0]) => query(shop, newest)[0];

test('A-068 a script that posts without running the page is told that all is well, kept, and marked', async ({
  request,
  shop,
}) => {
  await request.get('/api/crumb');
  const { cookies } = await request.storageState();
  const crumb = cookies.find(({ name }) => name === 'crumb')?.value ?? '';
  const headers = { 'x-csrf-token': crumb };
  const key = await request.post('/api/form/FormSubmissionKey', { headers, data: {} });
  const { data } = (await key.json()) as { data: { key: string } };
  const form = {
    name: { First: 'Eve', Last: 'Bot' },
    email: 'eve@spam.example',
    topic: 'A class',
    message: 'Buy pills',
  };
  const saved = await request.post('/api/form/SaveFormSubmission', {
    headers,
    data: { key: data.key, formId: 'contact', form },
  });
  expect([saved.status(), await saved.json()]).toEqual([200, { success: true }]);
  expect(kept(shop)?.slice(0, 2)).toEqual(['1', 'not-run']);
});

test('W-131 A-051 forty minutes at the keyboard, in a real page, and an hour, with the key renewed', async ({
  page,
  shop,
}) => {
  await page.clock.install();
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/form/FormSubmissionKey')) keys.push(request.method());
  });
  for (const [minutes, renewals] of [
    [40, 0],
    [59.5, 1],
  ] as const) {
    await page.goto('/contact');
    keys.length = 0;
    const given = page.waitForResponse((answer) => answer.url().endsWith('FormSubmissionKey') && answer.ok());
    // By the keyboard alone, from the first field on.
    await page.getByLabel('First Name').focus();
    await page.keyboard.type(`Ann ${minutes}`);
    await given;
    // The page has read the answer before its clock is moved: what it asks for after it is answered after it.
    await page.evaluate(() => fetch(location.href).then((answer) => answer.text()));
    const touched = Date.now();
    const asked = keys.length;
    await page.clock.fastForward(minutes * MINUTE);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ruiz');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ann@shopper.example');
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await tabTo(page, 'What is it about?');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Message');
    await page.keyboard.type('Is there bread tomorrow?');
    await tabTo(page, 'Send message');
    await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
    // The server's clock was not moved: to it a form sent within a second of its first touch is too fast.
    await expect.poll(() => Date.now() - touched).toBeGreaterThan(FASTEST);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('form', { name: 'Contact' })).toHaveCount(0);
    expect(keys.length - asked).toBe(renewals);
    const [suspect, why, answers] = kept(shop) ?? [];
    expect([suspect, why ?? '']).toEqual(['0', '']);
    expect(answers).toContain(`Ann ${minutes}`);
  }
});

test('A-051 everything filled in and sent at once, as a browser fills in by itself, is no suspect', async ({
  page,
  shop,
}) => {
  await page.goto('/contact');
  // One touch of the first field, and its code comes; the form of the page stands until it is there. Then all of it within one
  // turn.
  await page.getByLabel('First Name').click();
  const form = page.locator('[data-widget-state="ready"] form.loggia-form');
  await expect(form).toBeVisible();
  await form.evaluate((form) => {
    const fill = (field: Element | null | undefined, value: string) => {
      if (!field) throw new Error(`There is nothing to put ${value} into.`);
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
    };
    const labelled = (text: string) =>
      [...form.querySelectorAll('label')].find((label) => label.textContent?.startsWith(text))?.control;
    fill(labelled('First Name'), 'Quick');
    fill(labelled('Last Name'), 'Ann');
    fill(labelled('E-mail'), 'ann@shopper.example');
    const topic = form.querySelector('select');
    fill(topic, topic?.options[1]?.value ?? '');
    fill(form.querySelector('textarea'), 'Hello');
    form.querySelector<HTMLButtonElement>('[type=submit]')?.click();
  });
  await expect(page.getByRole('form', { name: 'Contact' })).toHaveCount(0);
  const [suspect, why, answers] = kept(shop) ?? [];
  expect([suspect, why ?? '']).toEqual(['0', '']);
  expect(answers).toContain('Quick');
});

test('W-233 the field for programs is in no accessibility tree and on no way through the page', async ({ page }) => {
  await page.goto('/contact');
  // The field comes with the code of the form, which comes with its first touch.
  await page.getByLabel('First Name').click();
  const form = page.locator('[data-widget-state="ready"] form.loggia-form');
  await expect(form).toBeVisible();
  // What a screen reader has: every field that stands there to be read, and nothing else that takes text.
  const seen = await form.locator('input:not([name=decoy]):not([type=checkbox]):not([type=radio]), textarea').count();
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as {
    nodes: { ignored: boolean; role?: { value: string }; name?: { value: string } }[];
  };
  const fields = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'textbox');
  expect(fields).toHaveLength(seen);
  expect(await page.locator('[name=decoy]').count()).toBe(1);
  const passed: (string | null)[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    passed.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? null));
  }
  expect(passed).not.toContain('decoy');
});
