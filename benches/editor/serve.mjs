// What the measures of the editor share: the program on a site, and the words of the command line.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const argv = process.argv.slice(2);
/** The word behind an option of the command line, or what stands for it. */
export const option = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise);
/** Whether an option is there. */
export const isAsked = (name) => argv.includes(name);
/** The program that is measured. */
export const loggia = option('--loggia', join(root, 'target/release/loggia'));

const sorted = (values) => [...values].sort((left, right) => left - right);
export const quantile = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
export const ms = (value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
export const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

/** Serves the site with pages and database in `folder`; the answer comes with its addresses, and how long the program took to have them. */
export function serve(site, folder, widgets = join(root, 'widgets/dist')) {
  const begun = performance.now();
  const out = ['--out', join(folder, 'output'), '--database', join(folder, 'shop.sqlite'), '--widgets', widgets];
  const child = spawn(loggia, ['serve', site, '--port', '0', '--json', ...out], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`serve ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = JSON.parse(line);
      if (said.editor) resolve({ address: said.editor, open: said.open, child, ms: performance.now() - begun });
    });
  });
}

/** Chromium, as the tests of the widgets start it. */
export async function openBrowser() {
  const { chromium } = createRequire(join(root, 'widgets/package.json'))('@playwright/test');
  const { launchArgs } = await import(join(root, 'widgets/e2e/launch-args.js'));
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: launchArgs });
}
