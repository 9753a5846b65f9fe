import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoAxeViolation, forFingers, misfits, openEditor, saveState } from './steps.ts';
import { expect, test, type Workshop } from './workshop.ts';

/** `SHOTS=folder` keeps a picture of every panel, to be looked at. */
const SHOTS = process.env.SHOTS;

const file = (path: string, at = '') => `website/pages?${new URLSearchParams({ file: path, ...(at ? { at } : {}) })}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

type State = {
  name: string;
  at: string;
  /** What is done before it is looked at; it ends with what shows that it is there. */
  open?: (page: Page, workshop: Workshop) => Promise<unknown>;
  shows: string | RegExp;
};

/** Every panel and every window of the editor. */
const STATES: readonly State[] = [
  { name: 'pages', at: 'website/pages', shows: 'All pages' },
  {
    name: 'new-page',
    at: 'website/pages',
    open: (page) => press(page, 'New page'),
    shows: 'Kind',
  },
  {
    name: 'menu-entry',
    at: 'website/pages',
    open: (page) => page.getByRole('treegrid', { name: 'Main navigation' }).getByText('Journal').click(),
    shows: 'Leads to',
  },
  { name: 'collection', at: 'website/pages?collection=blog', shows: 'Why our dough sleeps' },
  { name: 'new-entry', at: 'website/pages?collection=blog', open: (page) => press(page, 'New post'), shows: 'Create' },
  { name: 'item', at: file('content/blog/01-why-our-dough-sleeps.json'), shows: 'Excerpt' },
  {
    name: 'item-settings',
    at: file('content/blog/01-why-our-dough-sleeps.json'),
    open: (page) => tab(page, 'Settings'),
    shows: 'Who may see it',
  },
  {
    name: 'link',
    at: file('content/blog/01-why-our-dough-sleeps.json'),
    open: (page) => page.getByRole('toolbar').first().getByRole('button', { name: 'Link' }).click(),
    shows: 'Address on this site',
  },
  { name: 'page', at: file('content/home/collection.json'), shows: 'Blocks' },
  {
    name: 'new-block',
    at: file('content/about/collection.json'),
    open: (page) => press(page, 'Add a block'),
    shows: 'Accordion',
  },
  {
    name: 'product',
    at: file('content/shop/01-country-sourdough.json'),
    open: (page) => tab(page, 'Product'),
    shows: 'Options',
  },
  { name: 'forms', at: 'website/forms', shows: 'Contact' },
  { name: 'form', at: 'website/forms?form=forms%2Fcontact.json&at=%2Ffields%2F3', shows: '5 Disclaimer' },
  { name: 'design', at: 'website/design', shows: 'Design' },
  { name: 'files', at: 'website/files', shows: 'arcade-at-dawn.jpg' },
  { name: 'file', at: 'website/files', open: (page) => page.getByText('lemon-tart.jpg').click(), shows: 'Rename' },
  {
    name: 'pick-file',
    at: file('content/blog/01-why-our-dough-sleeps.json'),
    open: (page) => press(page, 'Change'),
    shows: 'arcade-at-dawn.jpg',
  },
  { name: 'settings', at: 'website/settings', shows: 'Tag line' },
  { name: 'header-footer', at: 'website/settings', open: (page) => tab(page, 'Header and footer'), shows: 'Save' },
  { name: 'languages', at: 'website/settings', open: (page) => tab(page, 'Languages'), shows: /speaks/ },
  { name: 'code', at: 'website/code', shows: 'template.conf' },
  { name: 'code-file', at: 'website/code?file=template%2Fcollections%2Fblog.list', shows: 'Nothing written yet' },
  { name: 'shop', at: 'commerce', shows: 'Orders' },
  { name: 'shop-settings', at: 'commerce', open: (page) => tab(page, 'Settings'), shows: 'Least that is ordered' },
  { name: 'people', at: 'permissions', shows: 'Administrator' },
  {
    name: 'connections',
    at: 'commerce/extensions',
    shows: 'No form is connected to another program.',
  },
  { name: 'schedule', at: 'scheduling', shows: 'Nothing is scheduled.' },
  { name: 'domain', at: 'domains', shows: 'Address of the site' },
  { name: 'email', at: 'google-workspace', shows: 'No email has failed.' },
  { name: 'billing', at: 'billing', shows: 'Billing' },
  { name: 'analytics', at: 'analytics', shows: 'Analytics' },
  {
    name: 'publish',
    at: 'website/pages',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText(/^Goes into the folder .* of the computer/)).toBeVisible({ timeout: 60_000 });
    },
    shows: 'Publish now',
  },
  {
    name: 'conflict',
    at: file('content/blog/01-why-our-dough-sleeps.json'),
    open: async (page, workshop) => {
      await page.route(
        '**/config/api/changes',
        async (route) => {
          // Between the look at the file and the saving somebody else writes it.
          workshop.retype(
            'content/blog/01-why-our-dough-sleeps.json',
            '"Why our dough sleeps in the cold"',
            '"Why dough rests"',
          );
          await route.continue();
        },
        { times: 1 },
      );
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Why it sleeps');
      await expect(saveState(page)).toHaveText('Conflict');
      await press(page, 'Look');
    },
    shows: 'Why dough rests',
  },
];

for (const width of [1280, 390]) {
  test.describe(`every panel, ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.beforeAll(({ shared }) => shared.fresh());

    for (const { name, at, open, shows } of STATES)
      test(`E-001 ${name}: nothing for axe, nothing cut off`, async ({ page, shared }) => {
        await openEditor(page, at);
        await open?.(page, shared);
        await expect(page.getByText(shows).locator('visible=true').first()).toBeVisible();
        if (SHOTS) {
          mkdirSync(SHOTS, { recursive: true });
          await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`) });
        }
        await expectNoAxeViolation(page, `${name} at ${width} px`);
        expect(await (width < 800 ? forFingers(page) : misfits(page)), `${name} at ${width} px`).toEqual([]);
      });
  });
}
