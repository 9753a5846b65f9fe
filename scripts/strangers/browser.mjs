// Looks at a built site in Chromium: what the console says, and a contact sheet for each width.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { journeys } from './journeys.mjs';

const require = createRequire(join(dirname(fileURLToPath(import.meta.url)), '../../widgets/package.json'));
const WIDTHS = [1280, 390];
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.ico': 'image/x-icon',
  '.xml': 'text/xml',
};

/** The files of a folder as a CDN gives them. */
function serve(folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const found = [path, `${path}.html`, `${path}/index.html`]
      .map((each) => join(folder, each))
      .find((file) => existsSync(file) && statSync(file).isFile());
    response.writeHead(found ? 200 : 404, {
      'content-type': TYPES[extname(found ?? '.html')] ?? 'application/octet-stream',
    });
    if (found) createReadStream(found).pipe(response);
    else response.end('not found');
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/**
 * What the console said that was not about another host, and what worked for a visitor of the page of pictures; the sheets
 * lie beside the output.
 */
export async function look(_bin, output, folder, addresses) {
  const { chromium } = require('@playwright/test');
  const server = await serve(output);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const said = [];
  let worked = {};
  try {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } });
      // Nothing leaves this machine; a template's own calls elsewhere are no fault of the build.
      await context.route(
        (url) => url.origin !== origin && url.protocol !== 'data:',
        (route) => route.abort(),
      );
      const shots = [];
      for (const address of addresses) {
        const page = await context.newPage();
        if (width === WIDTHS[0]) {
          page.on('pageerror', (error) => said.push(`${address}: ${error.message.split('\n')[0]}`));
          page.on('console', (message) => {
            const from = message.location().url;
            if (message.type() === 'error' && (!from || (from.startsWith(origin) && !from.includes('/api/'))))
              said.push(`${address}: ${message.text().split('\n')[0]} ${from.replace(origin, '')}`);
          });
        }
        await page
          .goto(origin + address, { waitUntil: 'load', timeout: 30_000 })
          .catch((error) => said.push(`${address}: ${error.message.split('\n')[0]}`));
        await page.waitForTimeout(400);
        shots.push([address, (await page.screenshot()).toString('base64')]);
        await page.close();
      }
      const sheet = await context.newPage();
      const each = width === 390 ? 195 : 400;
      await sheet.setViewportSize({ width: each * 4 + 50, height: 800 });
      await sheet.setContent(
        `<body style="margin:10px;font:12px sans-serif;display:flex;flex-wrap:wrap;gap:8px">${shots.map(([address, data]) => `<figure style="margin:0"><img width="${each}" src="data:image/png;base64,${data}"><figcaption>${address}</figcaption></figure>`).join('')}`,
      );
      await sheet.screenshot({ path: join(folder, `contact-${width}.png`), fullPage: true });
      await context.close();
    }
    worked = await journeys(browser, origin, '/pictures', join(folder, 'menu-390.png'));
  } finally {
    await browser.close();
    server.close();
  }
  return { said, worked };
}
