#!/usr/bin/env node
// The desk's panels in Chromium, over a shop of many products and orders: from the press until the first screen
// of what was asked for is drawn.
//
//   node benches/desk/panels.mjs [--database FILE] [--products N] [--loggia PROGRAM] [--rounds N] [--check]
//
// FILE is a SQLite store with orders and without accounts, as `make bench-desk STORE=FILE` leaves one; a copy of it is used.
// Each round loads the desk anew, so that no panel has its rows from before. `--check`
// exits 1 when the 95th of a hundred panels takes longer than 100 ms.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAsked, ms, openBrowser, option, quantile, root, row, serve } from '../editor/serve.mjs';

const products = Number(option('--products', 100_000));
const rounds = Number(option('--rounds', 20));
const database = option('--database');
const MOST_MS = 100;
/** So long somebody looks at what is there, in milliseconds. */
const LOOKED_AT = 500;
/** So long a pointer rests on what is pressed before the press, in milliseconds. */
const POINTED_AT = 100;

/** The bakery, with so many products of one variant more. */
function makeSite(folder) {
  const site = join(folder, 'site');
  cpSync(join(root, 'site-fixtures/bakery'), site, { recursive: true });
  const pattern = JSON.parse(readFileSync(join(site, 'content/shop/02-butter-croissants.json'), 'utf8'));
  for (let number = 0; number < products; number += 1) {
    const id = `fill-${String(number).padStart(6, '0')}`;
    const product = { ...pattern, id, urlId: id, title: `Loaf ${number} of kind ${number % 200}` };
    const [variant] = pattern.structuredContent?.variants ?? pattern.variants;
    const variants = [{ ...variant, sku: `F-${number}`, qtyInStock: number % 10 }];
    if (pattern.structuredContent) product.structuredContent = { ...pattern.structuredContent, variants };
    else product.variants = variants;
    writeFileSync(join(site, 'content/shop', `${id}.json`), `${JSON.stringify(product, null, 2)}\n`);
  }
  return site;
}

/**
 * In the page, before anything runs: takes the milliseconds from a press on a tab to the frame that shows the first screen of
 * its panel with all that is on it, as `window.took`. What stands further down, and numbers beside the names of lists, may come
 * after that.
 */
function watch() {
  const isOnScreen = (element) => element.getBoundingClientRect().top < innerHeight;
  const isThere = (name) => {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]');
    const body = tab?.textContent === name && document.getElementById(tab.getAttribute('aria-controls'));
    if (!body || body.textContent.trim() === '') return false;
    const waiting = [...body.querySelectorAll('[role="status"]')].filter((one) => /^Loading/.test(one.textContent));
    return !waiting.some(isOnScreen);
  };
  const press = (event) => {
    const name = event.target.closest?.('[role="tab"]')?.textContent;
    if (!name) return;
    window.took = undefined;
    const look = () => {
      if (!isThere(name)) return requestAnimationFrame(look);
      // The frame that this belongs to is drawn before the message comes.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        if (!isThere(name)) return requestAnimationFrame(look);
        window.took = performance.now() - event.timeStamp;
      };
      channel.port2.postMessage(0);
    };
    requestAnimationFrame(look);
  };
  document.addEventListener('pointerdown', press, true);
}

const folder = mkdtempSync(join(tmpdir(), 'loggia-desk-'));
const missed = [];
let server;
let browser;
try {
  const site = makeSite(folder);
  if (database) cpSync(database, join(folder, 'shop.sqlite'));
  server = await serve(site, folder);
  console.log(`## The desk's panels over ${products} products\n\nserve, first build included: ${ms(server.ms)}\n`);
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(server.open);
  const times = new Map();
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto(`${server.address}/config/commerce?tab=notices`);
    const tabs = page.getByRole('tablist', { name: 'Shop' }).getByRole('tab');
    await tabs.first().waitFor();
    // Somebody looks before they press; what the desk fetches ahead comes meanwhile.
    await page.waitForTimeout(3 * LOOKED_AT);
    for (const name of await tabs.allTextContents()) {
      if (name === 'Notices') continue;
      const tab = tabs.filter({ hasText: new RegExp(`^${name}$`) });
      await tab.hover();
      await page.waitForTimeout(POINTED_AT);
      await tab.click();
      const took = await page.waitForFunction(() => window.took).then((handle) => handle.jsonValue());
      // The panel is looked at before the next one is opened.
      await page.waitForTimeout(LOOKED_AT);
      // The first round is when the browser gets the program of each panel.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), took]);
    }
  }
  row('panel', 'p50', 'p95');
  row('---', '---', '---');
  for (const [name, all] of times) {
    row(name, ms(quantile(all, 0.5)), ms(quantile(all, 0.95)));
    if (quantile(all, 0.95) > MOST_MS) missed.push(name);
  }
  console.log(`\nabove ${MOST_MS} ms: ${missed.join(', ') || 'none'}`);
} finally {
  await browser?.close();
  server?.child.removeAllListeners('exit');
  server?.child.kill();
  rmSync(folder, { recursive: true, force: true });
}
if (isAsked('--check') && missed.length > 0) process.exitCode = 1;
