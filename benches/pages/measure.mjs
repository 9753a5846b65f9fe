// What the sample shop's pages weigh, and what Lighthouse says of them on its slow phone: home, a product, the cart and the
// checkout without goods and with some; as they are, and where visits are counted.
//   node benches/pages/measure.mjs <loggia> [rounds]; loggia-api lies beside it
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { connect } from 'puppeteer-core';
import { openShop } from './shop.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const PRODUCT = '/shop/rosemary-focaccia';
/** In this order: what a cart holds stays there, as Lighthouse leaves cookies alone. */
const EMPTY = { home: '/', product: '/shop/country-sourdough', cart: '/cart', checkout: '/checkout' };
const FULL = { 'cart with goods': '/cart', 'checkout with goods': '/checkout' };
const PAGES = { ...EMPTY, ...FULL };
/** Part 5's budgets: scores in percent, CLS without a unit, times in milliseconds. */
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const MOST = { 'cumulative-layout-shift': 0, 'total-blocking-time': 50 };

const [program = join(ROOT, 'target/debug/loggia'), rounds = '3'] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'loggia-pages-'));
/** Copies: what a build keeps beside a site is no part of the sample. */
const plain = join(folder, 'plain');
/** The same shop whose owner has visits, errors and web vitals counted. */
const tracked = join(folder, 'tracked');
for (const site of [plain, tracked]) await cp(join(ROOT, 'site-fixtures/bakery'), site, { recursive: true });
const settings = JSON.parse(await readFile(join(tracked, 'site.json'), 'utf8'));
settings.websiteSettings = { ...settings.websiteSettings, tracking: {} };
await writeFile(join(tracked, 'site.json'), JSON.stringify(settings));

/** Builds a site and serves it. */
async function serve(source, name) {
  const site = join(folder, `${name}-output`);
  execFileSync(program, ['build', source, '--out', site, '--widgets', join(ROOT, 'widgets/dist')]);
  return openShop({ program: join(dirname(program), 'loggia-api'), site, folder: join(folder, `${name}-data`) });
}
const shops = { '': await serve(plain, 'plain'), ', counted': await serve(tracked, 'counted') };
const chrome = await launch({
  chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu'],
});

const browser = await connect({ browserURL: `http://127.0.0.1:${chrome.port}` });

/** A shopper who was never here: both shops are at the same name, and share cookies. */
async function forget() {
  await browser.deleteCookie(...(await browser.cookies()));
}

/** Puts something into the cart, as a shopper does. */
async function fill(origin) {
  const page = await browser.newPage();
  await page.goto(origin + PRODUCT);
  const added = page.waitForResponse((answer) => answer.url().endsWith('/shopping-cart/entries') && answer.ok());
  await page.locator('article.product .sqs-add-to-cart-button').click();
  await added;
  await page.close();
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
let missed = 0;
try {
  const rows = {};
  const told = [];
  const views = Object.entries(shops).flatMap(([more, { origin }]) =>
    Object.entries(PAGES).map(([name, path]) => ({ name: name + more, origin, path, page: name })),
  );
  for (const { name, origin, path, page } of views) {
    if (page === 'home') await forget();
    if (page === Object.keys(FULL)[0]) await fill(origin);
    const url = origin + path;
    const runs = [];
    for (let round = 0; round < Number(rounds); round += 1) {
      // A checkout asks not to be found, on purpose.
      const skipAudits = path === '/checkout' ? ['is-crawlable'] : [];
      const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: 'error', skipAudits });
      runs.push(lhr);
    }
    const score = (category) => Math.round(100 * middle(runs.map(({ categories }) => categories[category].score)));
    const audit = (id) => middle(runs.map(({ audits }) => audits[id].numericValue));
    const weight = (type) =>
      runs[0].audits['resource-summary']?.details.items.find((item) => item.resourceType === type)?.transferSize ?? 0;
    const row = {};
    for (const [category, least] of Object.entries(LEAST)) {
      row[category] = score(category);
      if (row[category] < least) missed += 1;
    }
    for (const [id, most] of Object.entries(MOST)) {
      row[id] = Number(audit(id).toFixed(3));
      if (row[id] > most) missed += 1;
    }
    row['LCP ms'] = Math.round(audit('largest-contentful-paint'));
    for (const type of ['total', 'document', 'script', 'stylesheet', 'image', 'font']) row[`${type} B`] = weight(type);
    rows[name] = row;
    for (const { node, score: moved } of runs[0].audits['layout-shifts']?.details?.items ?? [])
      told.push(`${name}: ${node?.selector} moves by ${moved.toFixed(3)}`);
    for (const category of Object.values(runs[0].categories))
      for (const { id, weight: counts } of category.auditRefs) {
        const { score: reached, scoreDisplayMode, title, displayValue = '' } = runs[0].audits[id];
        if (counts > 0 && reached !== null && reached < 0.9 && scoreDisplayMode !== 'informative')
          told.push(`${name}, ${category.title}: ${title} ${displayValue}`);
      }
  }
  console.table(rows);
  for (const name of Object.keys(PAGES)) {
    const [plain, counted] = [rows[name], rows[`${name}, counted`]];
    const more = (key) => Number((counted[key] - plain[key]).toFixed(3));
    console.log(`${name}: counting visits costs ${more('total B')} B (${more('script B')} B of scripts), ${more('performance')} points, ${more('total-blocking-time')} ms blocked, ${more('LCP ms')} ms until the largest thing is there`);
  }
  for (const line of told) console.log(line);
} finally {
  await browser.disconnect();
  await chrome.kill();
  for (const shop of Object.values(shops)) shop.end();
  await rm(folder, { recursive: true, force: true });
}
if (missed) console.log(`${missed} budgets are missed`);
process.exitCode = missed ? 1 : 0;
