#!/usr/bin/env node
// Builds every template folder below a directory with neutral content, and says what came of it: faults by cause, pages,
// tags that were not rendered, addresses that lead nowhere, what the browser's console says, and contact sheets.
//
//   node scripts/strangers/main.mjs --bin target/release/loggia [--out DIR] [--only NAME] [--no-browser] DIR
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { look } from './browser.mjs';
import { makeSite } from './content.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    bin: { type: 'string' },
    out: { type: 'string', default: '.tools/strangers' },
    only: { type: 'string', default: '' },
    'no-browser': { type: 'boolean', default: false },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
  allowPositionals: true,
});
const [root] = positionals;
if (!root || !values.bin) {
  console.error('strangers: say where the templates are: make strangers DIR=/path/to/templates');
  process.exit(2);
}
const bin = resolve(values.bin);
const out = resolve(values.out);
const files = join(here, '../../site-fixtures/atlas/files');
/** 2026-05-05T12:00:00Z: the same clock gives the same bytes. */
const NOW = '1777982400000';

/** Folders with a template.conf, not below another one; named by their place. */
function templates(folder, depth = 4) {
  if (existsSync(join(folder, 'template.conf'))) return [folder];
  if (depth === 0) return [];
  const inside = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name),
  );
  return inside.flatMap(({ name }) => templates(join(folder, name), depth - 1));
}

function walk(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? walk(path) : [path];
  });
}

const count = (list) => list.reduce((all, each) => all.set(each, (all.get(each) ?? 0) + 1), new Map());
const told = (counts) =>
  [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([cause, n]) => `${cause} ${n}`)
    .join(', ') || 'none';

function run(...args) {
  const { status, signal, stdout, stderr } = spawnSync(bin, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 300_000,
  });
  return { status: status ?? signal, stdout, stderr };
}

function diagnostics(text) {
  try {
    const answer = JSON.parse(text);
    return answer.diagnostics ?? answer.faults ?? (Array.isArray(answer) ? answer : []);
  } catch {
    return [];
  }
}

/** Addresses of the site's own that no file, no page left for what moved and no rule of `_redirects` answers. */
function deadLinks(output, pages) {
  const redirects = existsSync(join(output, '_redirects'))
    ? readFileSync(join(output, '_redirects'), 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/)[0])
        .filter(Boolean)
    : [];
  const answers = (path) => {
    const plain = decodeURI(path.split(/[?#]/)[0]) || '/';
    return (
      [output, `${output}.data/moved`].some((folder) =>
        ['', '.html', '/index.html', 'index.html'].some(
          (end) => existsSync(join(folder, plain + end)) && statSync(join(folder, plain + end)).isFile(),
        ),
      ) || redirects.some((from) => from === plain || (from.endsWith('*') && plain.startsWith(from.slice(0, -1))))
    );
  };
  const dead = new Map();
  for (const page of pages) {
    const html = readFileSync(page, 'utf8').replace(/<script\b(?![^>]*\bsrc=)[^>]*>[\s\S]*?<\/script>/g, '');
    for (const [, address] of html.matchAll(/\s(?:href|src)="?(\/(?!\/)[^"\s>]*)/g)) {
      if (address.startsWith('/api/') || address.startsWith('/config')) continue;
      try {
        if (!answers(address.replaceAll('&amp;', '&'))) dead.set(address, (dead.get(address) ?? 0) + 1);
      } catch {
        dead.set(address, 1);
      }
    }
  }
  return dead;
}

const results = [];
for (const template of templates(resolve(root))) {
  const place = relative(resolve(root), template) || basename(template);
  const name = place.replaceAll('/', '+');
  if (!name.includes(values.only)) continue;
  const site = join(out, name, 'site');
  const output = join(out, name, 'output');
  const addresses = makeSite(template, site, files);
  const started = performance.now();
  const built = run('build', site, '--out', output, '--now', NOW, '--json');
  const took = performance.now() - started;
  const checked = run('check', site, '--now', NOW, '--json');
  const faults = diagnostics(built.stdout);
  const errors = faults.filter(({ severity, level }) => (severity ?? level) === 'error');
  const warnings = faults.filter(({ severity, level }) => (severity ?? level) !== 'error');
  const pages = walk(output).filter((file) => file.endsWith('.html'));
  const unrendered = pages.flatMap((page) => {
    const html = readFileSync(page, 'utf8').replace(/<(script|style|pre|code)\b[\s\S]*?<\/\1>/g, '');
    return (html.match(/\{\.[a-z]+[^}]*\}|\{@[|}]|<\/?squarespace:[a-z-]+/g) ?? []).map(
      (tag) => `${relative(output, page)}: ${tag}`,
    );
  });
  const dead = deadLinks(output, pages);
  const result = {
    name,
    status: built.status,
    check: checked.status,
    errors,
    warnings,
    pages: pages.length,
    unrendered,
    dead,
    ms: Math.round(took),
    console: [],
    worked: {},
  };
  results.push(result);
  writeFileSync(join(out, name, 'build.json'), built.stdout || built.stderr || '');
  if (!values['no-browser'] && pages.length) {
    const { said, worked } = await look(bin, output, join(out, name), addresses);
    Object.assign(result, { console: said, worked });
  }
  console.log(
    `${built.status === 0 ? 'ok  ' : 'FAIL'} ${name}: exit ${built.status}, check ${checked.status}, ${pages.length} pages, ${errors.length} errors (${told(count(errors.map(({ code }) => code)))}), warnings ${told(count(warnings.map(({ code }) => code)))}, ${unrendered.length} unrendered, ${dead.size} dead links, ${result.console.length} console errors, ${result.ms} ms`,
  );
  for (const [step, how] of Object.entries(result.worked)) if (how !== 'yes') console.log(`       ${step}: ${how}`);
  if (values.verbose) {
    for (const { code, message, file, line } of errors.slice(0, 12))
      console.log(`       ${code} ${file ?? ''}:${line ?? ''} ${message}`);
    for (const tag of unrendered.slice(0, 5)) console.log(`       unrendered ${tag}`);
    for (const [address, n] of [...dead].slice(0, 12)) console.log(`       dead ${address} (${n})`);
    for (const line of [...count(result.console)].slice(0, 12)) console.log(`       console ${line.join(' ×')}`);
    if (built.status !== 0 && errors.length === 0) console.log(built.stderr.slice(0, 2000));
  }
}
const good = results.filter(({ status, check, errors }) => status === 0 && check === 0 && errors.length === 0);
console.log(
  `\n${good.length} of ${results.length} templates build and check without an error; ${results.reduce((sum, { pages }) => sum + pages, 0)} pages, ${results.reduce((sum, { unrendered }) => sum + unrendered.length, 0)} unrendered tags, ${results.reduce((sum, each) => sum + each.console.length, 0)} console errors`,
);
console.log(`contact sheets: ${out}/*/contact-{1280,390}.png`);
process.exit(good.length === results.length ? 0 : 1);
