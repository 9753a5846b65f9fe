#!/usr/bin/env node
// The memory of `loggia serve` on a site of many items, before and after many edits of every kind.
//
//   node benches/editor/memory.mjs [--items N] [--edits N] [--translated] [--loggia PROGRAM] [--widgets DIR] [--check]
//
// What is measured is the resident memory (VmRSS) once it has not moved for a while, so it runs on Linux alone. The edits
// go round through the kinds: the words of a post, a setting of site.json, a menu, a template; with `--translated` the site
// is published in a second language, and the words of a translation are a kind as well. `--check` exits 1 when the memory
// has grown by more than a tenth.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAsked, option, quantile, root, row, serve } from './serve.mjs';

const items = Number(option('--items', 10_000));
const edits = Number(option('--edits', 1000));
const isTranslated = isAsked('--translated');
const widgets = option('--widgets', join(root, 'widgets/dist'));
const MOST_GROWTH = 0.1;
const STEPS = 10;
const PATIENCE = 600_000;

const POST = 'content/items/written.json';
const TEMPLATE = 'template/measured.css';
const TRANSLATION = 'languages/fr/content/items/written.json';

const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const middle = (values) => quantile(values, 0.5);
const paragraph = `<p>${'A paragraph of some length, as people write them. '.repeat(12)}</p>`;

function makeSite(folder) {
  execFileSync('python3', [join(root, 'benches/site/make_site.py'), '--items', String(items), '--out', folder, '--tool', 'loggia']);
  const site = join(folder, 'loggia');
  const write = (path, value) => {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), `${JSON.stringify(value, null, 2)}\n`);
  };
  const post = { id: 'written', title: 'Written here', urlId: 'written', recordType: 1, publishOn: 1_780_000_000_000, body: paragraph.repeat(20) };
  write(POST, post);
  if (isTranslated) {
    const own = JSON.parse(readFileSync(join(site, 'site.json'), 'utf8'));
    own.website.languages = ['fr'];
    write('site.json', own);
    write('languages/fr/site.json', { website: { siteTitle: 'Mesures' } });
    write(TRANSLATION, { title: 'Ici', body: paragraph.repeat(20) });
  }
  return site;
}

/** Resident bytes once they have not moved by a hundredth for two seconds. */
async function settled(pid) {
  const now = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
  let before = now();
  for (let still = 0; still < 4; ) {
    await pause(500);
    const found = now();
    still = Math.abs(found - before) < before / 100 ? still + 1 : 0;
    before = found;
  }
  return before;
}

/** The editor's calls, with the cookie that the terminal's address gives. */
async function editor({ address, open }) {
  const opened = await fetch(open, { redirect: 'manual' });
  const cookie = opened.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  const headers = { cookie, origin: address, 'sec-fetch-site': 'same-origin' };
  const get = async (path) => {
    const answer = await fetch(`${address}/config/api/${path}`, { headers });
    return answer.ok ? answer.json() : undefined;
  };
  const { crumb } = await get('site');
  const events = await fetch(`${address}/config/api/events`, { headers });
  const heard = { built: () => {} };
  const listen = async () => {
    const text = new TextDecoder();
    let rest = '';
    for await (const bytes of events.body) {
      rest += text.decode(bytes, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop();
      for (const line of lines) {
        if (line.startsWith('data:') && JSON.parse(line.slice(5)).kind === 'built') heard.built();
      }
    }
  };
  listen().catch(() => {});
  /** Saves a change, and waits until the pages are made again; how long both took together. */
  const save = async (path, change) => {
    const found = await get(`file?path=${encodeURIComponent(path)}`);
    let late;
    const built = new Promise((resolve, reject) => {
      late = setTimeout(() => reject(new Error(`${path}: no build came of it`)), PATIENCE);
      heard.built = resolve;
    });
    // It may come too late while the call is still waited for.
    built.catch(() => {});
    const begun = performance.now();
    const answer = await fetch(`${address}/config/api/changes`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-loggia-editor': crumb },
      body: JSON.stringify({ changes: [{ path, baseDigest: found?.digest ?? null, ...change }] }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await built;
    clearTimeout(late);
    return performance.now() - begun;
  };
  return { save };
}

const set = (pointer, value) => ({ edits: [{ op: 'set', pointer, value }] });
const KINDS = [
  ['the words of a post', POST, (number) => set('/body', `${paragraph.repeat(20)}<p>Written ${number}.</p>`)],
  ['a setting of site.json', 'site.json', (number) => set('/website/siteTagLine', `Measured for the time ${number}`)],
  ['a menu', 'site.json', (number) => set('/navigation', { main: [{ title: `Home ${number}`, url: '/' }] })],
  ['a template', TEMPLATE, (number) => ({ text: `.measured{order:${number}}\n` })],
  ...(isTranslated ? [['the words of a translation', TRANSLATION, (number) => set('/title', `Ici ${number}`)]] : []),
];

const folder = mkdtempSync(join(tmpdir(), 'loggia-memory-'));
let server;
let growth = 0;
try {
  server = await serve(makeSite(folder), folder, widgets);
  const { save } = await editor(server);
  const first = await settled(server.child.pid);
  console.log(`## The memory of serve on ${items} items${isTranslated ? ' in two languages' : ''}\n`);
  row('edits', 'resident', 'growth');
  row('---', '---', '---');
  row(0, mb(first), '');
  const times = KINDS.map(() => []);
  for (let number = 1; number <= edits; number += 1) {
    const kind = number % KINDS.length;
    const [, path, change] = KINDS[kind];
    times[kind].push(await save(path, change(number)));
    if (number % Math.max(1, Math.floor(edits / STEPS)) === 0 || number === edits) {
      const now = await settled(server.child.pid);
      growth = now / first - 1;
      row(number, mb(now), `${(growth * 100).toFixed(1)} %`);
    }
  }
  console.log('');
  row('saved and built again', 'middle of', 'took');
  row('---', '---', '---');
  KINDS.forEach(([name], kind) => {
    if (times[kind].length > 0) row(name, times[kind].length, `${middle(times[kind]).toFixed(0)} ms`);
  });
} finally {
  server?.child.removeAllListeners('exit');
  const gone = server && new Promise((resolve) => server.child.once('exit', resolve));
  server?.child.kill();
  await gone;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (growth > MOST_GROWTH) {
  console.log(`\nmissed: the memory has grown by ${(growth * 100).toFixed(1)} %`);
  if (isAsked('--check')) process.exitCode = 1;
}
