import type { Page } from '@playwright/test';
import { openEditor, panel, part, saves } from './steps.ts';
import { expect, test, type Workshop } from './workshop.ts';

/** Sets flags of the site as its owner does in `site.json`, and waits until the editor's server knows them. */
async function setFlags(page: Page, shared: Workshop, ...flags: string[]): Promise<void> {
  const lines = flags.map((flag) => `\n    "${flag}": true,`).join('');
  shared.retype('site.json', '"featureFlags": {', `"featureFlags": {${lines}`);
  const known = async () => Object.keys((await (await page.request.get('/config/api/site')).json()).features);
  await expect.poll(known).toEqual(expect.arrayContaining(flags));
}

const place = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

/** Requirement, old path, where it ends, the panel that opens, and what stands in it. */
const MOVED = [
  ['E-140', 'settings/billing', 'billing', 'Billing', 'This site is your own: there is no plan and no bill.'],
  ['E-141', 'settings/contributors', 'permissions', 'People', 'may do everything'],
  ['E-142', 'pages', 'website/pages', 'Pages', 'Main navigation'],
  ['E-143', 'design', 'website/design', 'Design', 'Rounding of corners'],
  [
    'E-144',
    'marketing',
    'website/marketing',
    'Marketing',
    'Nobody is on the list yet. Add a newsletter block to a page: who signs up there stands here.',
  ],
  [
    'E-145',
    'marketing/campaigns',
    'campaigns',
    'Marketing',
    'Nobody is on the list yet. Add a newsletter block to a page: who signs up there stands here.',
  ],
  ['E-146', 'settings/domains', 'domains', 'Domain', 'Address of the site'],
  ['E-147', 'settings/email', 'google-workspace', 'Email', 'No email has failed.'],
  ['E-148', 'analytics', 'analytics', 'Analytics', 'Visitors'],
  ['E-149', 'commerce', 'commerce', 'Shop', 'Products'],
  ['E-150', 'settings/extensions', 'commerce/extensions', 'Shop', 'No form is connected to another program.'],
  ['E-151', 'scheduling', 'scheduling', 'Schedule', 'Nothing is scheduled.'],
  ['E-152', 'settings', 'website/settings', 'Settings', 'Name of the site'],
  ['E-152', 'settings/foo', 'website/settings/foo', 'Settings', 'Name of the site'],
  ['E-153 E-154', 'settings/blogging', 'website/settings/blogging', 'Settings', 'Name of the site'],
  ['E-153 E-154', 'settings/member-areas', 'website/settings/member-areas', 'Settings', 'Name of the site'],
  ['E-153 E-154', 'donations', 'commerce/donations', 'Shop', 'Products'],
  ['E-157', 'settings/billing/invoices?x=1#y', 'billing/invoices?x=1#y', 'Billing', 'This site is your own'],
] as const;

test.describe('with multiProduct on', () => {
  test.beforeAll(async ({ shared }) => {
    await shared.fresh();
  });
  test.beforeEach(async ({ page, shared }) => {
    if (shared.touched().length === 0) await setFlags(page, shared, 'multiProduct');
  });

  for (const [ids, from, to, title, shown] of MOVED)
    test(`${ids} ${from} leads to ${to}, where its panel opens`, async ({ page }) => {
      await openEditor(page, from);
      await expect(panel(page, title).getByText(shown).first()).toBeVisible();
      expect(place(page)).toBe(`/config/${to}`);
    });

  test('E-155 E-157 what fits no prefix stays as it is', async ({ page }) => {
    for (const path of ['foo/bar', 'pagesx']) {
      await openEditor(page, path);
      await expect(panel(page, 'Nothing here')).toBeVisible();
      expect(place(page)).toBe(`/config/${path}`);
    }
  });

  test('E-159 E-160 "change plan" leads to the plan of a paid site', async ({ page, shared }) => {
    await openEditor(page, 'billing');
    await expect(panel(page, 'Billing').getByRole('button')).toHaveCount(0);
    await setFlags(page, shared, 'paid');
    await openEditor(page, 'billing');
    await expect(page.getByRole('button', { name: 'Upgrade' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect(panel(page, 'Billing').getByText('Change plan: your site is your own')).toBeVisible();
    expect(place(page)).toBe('/config/billing/website/change-plan');
  });
});

test('E-156 without multiProduct no path is changed, and the same panels open', async ({ page, shared }) => {
  await shared.fresh();
  for (const [path, title] of [
    ['settings/billing', 'Billing'],
    ['settings/domains', 'Domain'],
    ['settings/email', 'Email'],
  ] as const) {
    await openEditor(page, path);
    await expect(panel(page, title)).toBeVisible();
    expect(place(page)).toBe(`/config/${path}`);
  }
  await setFlags(page, shared, 'paid');
  await openEditor(page, 'billing');
  await page.getByRole('button', { name: 'Change plan' }).click();
  await expect.poll(() => place(page)).toBe('/config/settings/billing/website/change-plan');
});

test('E-158 E-160 a site on trial has its upgrade button beside every panel, and it leads to billing', async ({
  page,
  shared,
}) => {
  await shared.fresh();
  await setFlags(page, shared, 'trial');
  for (const from of ['Pages', 'Shop', 'Settings']) {
    await openEditor(page);
    await part(page, from);
    await expect(panel(page, from)).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Upgrade' }).click();
    await expect(panel(page, 'Billing').getByText('Upgrade: your site is your own already')).toBeVisible();
    expect(place(page)).toBe('/config/settings/billing/upgrade');
  }
});

test('E-146 the address of the site is changed, and pages go by it', async ({ page, shared }) => {
  await shared.fresh();
  await openEditor(page, 'domains');
  const address = panel(page, 'Domain').getByRole('textbox', { name: 'Address of the site' });
  await expect(address).toHaveValue('https://bakery.example');
  await saves(page, () => address.fill('https://bread.example'));
  await shared.shows('/about', 'https://bread.example/about');
  expect(shared.touched()).toEqual(['M site.json']);
});

test('E-151 what is scheduled stands in the schedule, the next first, and opens', async ({ page, shared }) => {
  await shared.fresh();
  const post = 'content/blog/01-why-our-dough-sleeps.json';
  const item = shared.json(post);
  const tomorrow = Date.now() + 86_400_000;
  shared.write(post, JSON.stringify({ ...item, status: 'Scheduled', publishOn: tomorrow + 86_400_000 }));
  const sooner = { ...item, id: 'sooner', urlId: 'sooner', title: 'Sooner', status: 'Scheduled', publishOn: tomorrow };
  shared.write('content/blog/90-sooner.json', JSON.stringify(sooner));
  const entries = page.getByRole('listbox', { name: 'Schedule' }).getByRole('option');
  await expect(async () => {
    await openEditor(page, 'scheduling');
    await expect(entries).toHaveText([/^Sooner/, /^Why our dough sleeps/], { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await entries.first().click();
  await expect(panel(page, 'Sooner').getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Sooner');
});

test('E-147 an email that failed stands in its panel with the reason, and is sent again', async ({ page, shared }) => {
  await shared.fresh();
  const failed = {
    id: 'd1',
    kind: 'letter',
    recipient: 'ann@example.com',
    subject: 'Your order',
    attempts: 5,
    fault: '550 mailbox full',
    createdOn: Date.now(),
    givenUpOn: Date.now(),
  };
  const sent: string[] = [];
  await page.route('**/api/commerce/deliveries**', (route) => {
    const request = route.request();
    if (request.method() === 'GET')
      return route.fulfill({ json: { deliveries: sent.length > 0 ? [] : [failed], hasNextPage: false } });
    sent.push(new URL(request.url()).pathname);
    return route.fulfill({ json: { waiting: true } });
  });
  await openEditor(page, 'google-workspace');
  await expect(panel(page, 'Email').getByText(/ann@example\.com .* 550 mailbox full/)).toBeVisible();
  await page.getByRole('button', { name: 'Send “Your order” to ann@example.com again' }).click();
  await expect(panel(page, 'Email').getByText('No email has failed.')).toBeVisible();
  expect(sent).toEqual(['/api/commerce/deliveries/d1/redelivery']);
});
