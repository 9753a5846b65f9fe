import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect, expectEnoughContrast, expectNoAxeViolation, settled } from './shop.ts';
import { BINARY, ShopServer } from './shopServer.ts';

// The looks that an owner begins with, as `loggia new` makes them and `loggia serve` shows them.
const STARTERS = ['shop', 'restaurant', 'magazine', 'portfolio', 'services', 'event'];

// biome-ignore lint/suspicious/noExplicitAny: what a file of a site holds is what the test is about to change
type Change = (site: any) => void;

/** Changes a file of JSON. */
function edit(file: string, change: Change): void {
  const json = JSON.parse(readFileSync(file, 'utf8'));
  change(json);
  writeFileSync(file, JSON.stringify(json));
}

/** A new site of a look, served; `change` changes its site.json before, `again` while it stands still for a moment. */
type Begun = ShopServer & { again: (change: Change) => Promise<void> };

const test = base.extend<{ begin: (starter: string, change?: Change) => Promise<Begun> }>({
  // Each test has a site of its own.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  baseURL: async ({}, use) => use(undefined),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  begin: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (starter, change) => {
      const folder = mkdtempSync(join(tmpdir(), 'loggia-starter-'));
      const site = join(folder, 'site');
      execFileSync(BINARY, ['new', site, '--starter', starter, '--title', 'My site']);
      if (change) edit(join(site, 'site.json'), change);
      const shop = await ShopServer.create(site);
      ends.push(async () => {
        await shop.remove();
        rmSync(folder, { recursive: true, force: true });
      });
      await shop.start();
      const again = async (next: Change) => {
        await shop.kill();
        edit(join(site, 'site.json'), next);
        await shop.start();
      };
      return Object.assign(shop, { again });
    });
    for (const end of ends) await end();
  },
});

test.describe.configure({ mode: 'parallel' });

/** Every page that was built; of lists by tag or category one. */
function pagesOf(output: string): string[] {
  const seen = new Set<string>();
  return readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html') || file === '404.html')
    .sort()
    .map((file) => `/${file.replace(/(^|\/)index\.html$/, '')}`)
    .filter((path) => {
      const [, list] = /^(.*\/(?:tag|category))\//.exec(path) ?? [];
      return !list || (!seen.has(list) && seen.add(list));
    });
}

/** How far the page can be moved sideways. */
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

// Of a page that was looked at whole in one scheme, the other scheme only changes the colours.
const LOOKS = [
  { width: 390, whole: 'light', colours: 'dark' },
  { width: 1280, whole: 'dark', colours: 'light' },
] as const;

for (const starter of STARTERS)
  test(`S-956: ${starter}: axe finds nothing, every page fits, nothing is asked of others`, async ({
    page,
    begin,
    noise,
  }) => {
    test.setTimeout(600_000);
    const shop = await begin(starter);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { host, protocol, href } = new URL(request.url());
      if (protocol.startsWith('http') && host !== new URL(shop.origin).host) elsewhere.push(href);
    });
    const pages = pagesOf(shop.output);
    expect(pages.length).toBeGreaterThan(8);
    for (const path of pages)
      await test.step(path, async () => {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(shop.origin + path);
        await settled(page);
        await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
        for (const { width, whole, colours } of LOOKS) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme: whole });
          await expectNoAxeViolation(page);
          await page.emulateMedia({ colorScheme: colours });
          await expectEnoughContrast(page);
        }
        for (const width of [360, 390, 768, 1280, 1600]) {
          await page.setViewportSize({ width, height: 844 });
          expect(await sideways(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
        }
      });
    expect(elsewhere).toEqual([]);
    expect(noise).toEqual([]);
  });

for (const starter of STARTERS)
  test(`S-957: ${starter}: the header bears ten entries and a long name`, async ({ page, begin }) => {
    test.setTimeout(180_000);
    const shop = await begin(starter, (site) => {
      site.website.siteTitle = 'The Donaudampfschifffahrtsgesellschaft and its friends on both banks of the river';
      const more = Array.from({ length: 10 }, (_, place) => ({ title: `A longer entry ${place + 1}`, url: '/' }));
      site.navigation.mainNav = more;
    });
    for (const width of [360, 390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(shop.origin);
      expect(await sideways(page), `${width} px`).toBeLessThanOrEqual(0);
      const name = page.getByRole('banner').getByRole('link', { name: /^The Donau/ });
      await expect(name).toBeInViewport({ ratio: 1 });
      // A name, and no strip of letters beside the buttons; on wide screens it may be a masthead.
      if (width < 768) expect((await name.boundingBox())?.height, `${width} px`).toBeLessThan(190);
      const button = page.getByRole('button', { name: 'Menu' });
      const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'A longer entry 10' });
      if (width < 768) {
        await expect(last).toBeHidden();
        await button.focus();
        await page.keyboard.press('Enter');
        await expect(last).toBeVisible();
        await expectNoAxeViolation(page);
        await page.keyboard.press('Escape');
        await expect(last).toBeHidden();
        await button.click();
        await page.getByRole('button', { name: 'Close' }).click();
        await expect(last).toBeHidden();
      } else {
        await expect(button).toBeHidden();
        await expect(last).toBeVisible();
      }
    }
  });

// What somebody may choose who likes bright things, dark things and pale things.
const PALETTES = [
  { accent: '#ffe600', highlight: '#00ff88', background: '#ffffff', night: '#000000' },
  { accent: '#7a0019', highlight: '#1a1a40', background: '#ffe9f2', night: '#3a0a4d' },
  { accent: '#808080', highlight: '#808080', background: '#16161d', night: '#ffffff' },
];

for (const starter of ['shop', 'restaurant', 'magazine', 'services'])
  test(`S-958: ${starter}: text stays readable in whatever colors the owner chooses`, async ({ page, begin }) => {
    test.setTimeout(300_000);
    const shop = await begin(starter);
    for (const tweaks of PALETTES) {
      await shop.again((site) => {
        site.tweaks = tweaks;
      });
      const paths = {
        shop: ['/', '/shop', '/contact'],
        restaurant: ['/', '/menu'],
        magazine: ['/', '/blog/in-praise-of-stairs'],
      };
      for (const path of paths[starter as keyof typeof paths] ?? ['/', '/services'])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.goto(shop.origin + path);
          await settled(page);
          await expectEnoughContrast(page);
        }
    }
  });

test('S-959: in a new shop somebody orders what is shipped, and pays by transfer', async ({ page, begin }) => {
  test.setTimeout(180_000);
  const shop = await begin('shop');
  await page.goto(`${shop.origin}/shop/everyday-mug`);
  const article = page.locator('article.product');
  await article.getByRole('combobox', { name: 'Size' }).selectOption('Small');
  await article.getByRole('combobox', { name: 'Glaze' }).selectOption('Cobalt');
  const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await added;
  await page.goto(`${shop.origin}/cart`);
  await expect(page.getByText('$26.00').first()).toBeVisible();
  await expectNoAxeViolation(page);
  await page.goto(`${shop.origin}/checkout`);
  await page.getByLabel('Email').fill('buyer@example.com');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Full name').fill('Buyer');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Market Street');
  await page.getByLabel('City').fill('New York');
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('NY');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByLabel('ZIP code').blur();
  await page.getByRole('radio', { name: /Parcel, two to four days/ }).check();
  await page.getByRole('radio', { name: /Bank transfer/ }).check();
  await expectNoAxeViolation(page);
  // 26.00 and 7.50 for the parcel; 8.875 % of 26.00 is 2.3075.
  await page.getByRole('button', { name: /\$35\.81/ }).click();
  await expect(page.getByText(/Please transfer \$35\.81 with the reference #?1001/)).toBeVisible();
});
