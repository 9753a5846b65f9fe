#!/usr/bin/env node
// Events and reports: how many events a second are accepted, what a flood of them costs a shopper, how fast an owner's
// reports are over ten million.
//
//   node benches/events/measure.mjs [--quick] [--only sqlite|postgres] [--parts accepted,shopper,reports] [--events N] [--days N] [--flood N] [--seconds N] [--built FOLDER] [--check]
//
// `--check` exits 1 when a bound is missed; `--built` takes the programs of a folder in place of building them. The flood comes from a process of its own, at a steady rate; the shopper's
// calls with it and without it take turns.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { catalog } from '../api/catalog.mjs';
import { freePort, postgres, start, stop } from '../api/machine.mjs';
import { ours } from '../api/ours.mjs';
import { call, hits, load } from './load.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const argv = process.argv.slice(2);
const option = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise);
const quick = argv.includes('--quick');
const seconds = Number(option('--seconds', quick ? 3 : 10));
const events = Number(option('--events', quick ? 100_000 : 10_000_000));
const days = Number(option('--days', 90));
const flood = Number(option('--flood', 500));
const only = option('--only');
const parts = option('--parts', 'accepted,shopper,reports').split(',');
const ROUNDS = 5;
const SHOPPERS = 4;
const MOST_RATIO = 1.5;
const MOST_REPORT_MS = 300;
const TOKEN = 'bench-bench-bench-bench';
const PASSWORD = 'correct horse battery';

const number = (value, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const middle = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];

async function figures(base) {
  const text = await (await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  const of = (name) => Number(text.match(new RegExp(`^loggia_${name} (\\d+)`, 'm'))?.[1] ?? 0);
  return { written: of('events_written_total'), shed: of('events_shed_total'), waiting: of('events_waiting') };
}

/** Events a second, by how many connections, until all of them are written. */
async function accepted(database, system, missed) {
  console.log(`\n### ${database}: events accepted\n`);
  row('connections', 'accepted a second', 'p50 ms', 'p99 ms', 'shed', 'all written after s', 'bad answers');
  row(...Array(7).fill('---'));
  for (const lanes of [1, 16, 64]) {
    const before = await figures(system.url);
    const run = await load({ lanes, seconds, next: hits(system.url), expected: 204 });
    const begun = performance.now();
    while ((await figures(system.url)).waiting > 0) await sleep(20);
    const after = await figures(system.url);
    row(lanes, number(run.perSecond), number(run.p50, 1), number(run.p99, 1), after.shed - before.shed, number((performance.now() - begun) / 1000, 2), run.bad);
    if (run.bad > 0) missed.push(`${database}: ${run.bad} bad answers at ${lanes} connections`);
  }
}

/** What a shopper waits for an add, with and without a flood of events. */
async function shopper(database, system, missed) {
  const shoppers = await system.shoppers('add', SHOPPERS);
  const counts = shoppers.map(() => 0);
  const next = (lane) => {
    const { requests } = shoppers[lane];
    const { path, method, headers, body } = requests[counts[lane]++ % requests.length];
    return { url: system.url + path, method, headers, body };
  };
  const adds = () => load({ lanes: SHOPPERS, seconds, next, expected: 200, rate: 100 });
  await adds();
  const [quiet, flooded, told] = [[], [], []];
  for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
    quiet.push(await adds());
    const before = await figures(system.url);
    const flooding = spawn(process.execPath, [join(here, 'flood.mjs'), system.url, String(flood)], { stdio: 'inherit' });
    await sleep(1000);
    flooded.push(await adds());
    const gone = new Promise((resolve) => flooding.once('exit', resolve));
    flooding.kill();
    await gone;
    const after = await figures(system.url);
    told.push((after.written + after.waiting + after.shed - before.written) / (seconds + 1));
  }
  const p99 = (runs) => middle(runs.map((run) => run.p99));
  const ratio = p99(flooded) / p99(quiet);
  console.log(`\n${database}: add to cart p99 ${number(p99(quiet), 1)} ms without events, ${number(p99(flooded), 1)} ms beside ${number(middle(told))} events a second: ${number(ratio, 2)} x`);
  if (ratio > MOST_RATIO) missed.push(`${database}: a shopper waits ${number(ratio, 2)} x, at most ${MOST_RATIO} x`);
  const bad = [...quiet, ...flooded].reduce((sum, run) => sum + run.bad, 0);
  if (bad > 0) missed.push(`${database}: ${bad} adds were not answered with 200`);
}

/** Somebody who may read reports, logged in. */
async function owner(base, env, program) {
  execFileSync(program, ['users', 'add', '--email', 'own@shop.example', '--role', 'REPORTING'], { env: { ...process.env, ...env }, input: `${PASSWORD}\n` });
  const crumb = (await fetch(`${base}/api/crumb`)).headers.getSetCookie()[0].split(';')[0];
  const answer = await fetch(`${base}/api/site-users/account/session`, {
    method: 'POST',
    headers: { cookie: crumb, 'x-csrf-token': crumb.split('=')[1], 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'own@shop.example', password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');
}

/** Each report over a store of many events: the slowest of five. */
async function reports(database, { program, fill, folder, url }, missed) {
  const made = JSON.parse(execFileSync(fill, [url, String(events), String(days)], { encoding: 'utf8', maxBuffer: 1 << 20 }));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: url, LOGGIA_DATA: join(folder, `data-${database}`), LOGGIA_EVENTS_KEPT_DAYS: '400' };
  const server = await start(program, ['serve', '--bind', `127.0.0.1:${port}`], { cwd: folder, env, log: join(folder, 'reports.log'), ready: async () => (await fetch(`${base}/health/ready`)).ok });
  try {
    const cookie = await owner(base, env, program);
    const agent = new http.Agent({ keepAlive: true });
    const ask = (path) => call(agent, base + path, { method: 'GET', headers: { cookie } });
    const listed = JSON.parse((await ask('/api/reports/errors?range=90d')).text);
    const error = listed.errors[0].fingerprint;
    console.log(`\n### ${database}: reports over ${number(events)} events of ${days} days (written in ${number(made.writeSeconds)} s, rolled up in ${number(made.rollUpSeconds)} s)\n`);
    row('report', 'today ms', '28 days ms', '90 days ms', '12 months ms');
    row(...Array(5).fill('---'));
    const overview = JSON.parse((await ask('/api/reports/overview?range=12m')).text);
    for (const page of ['overview', 'sources', 'pages', 'searches', 'funnel', 'errors', `errors/${error}`, 'vitals']) {
      const cells = [];
      for (const range of ['today', '28d', '90d', '12m']) {
        let slowest = 0;
        for (let turn = 0; turn < 5; turn += 1) {
          const { status, ms } = await ask(`/api/figures/${page}?range=${range}`);
          if (status !== 200) throw new Error(`${page}: ${status}`);
          slowest = Math.max(slowest, ms);
        }
        cells.push(number(slowest));
        if (slowest > MOST_REPORT_MS) missed.push(`${database}: ${page} of ${range} took ${number(slowest)} ms, at most ${MOST_REPORT_MS} ms`);
      }
      row(page.replace(error, '…'), ...cells);
    }
    console.log(`\n${number(overview.views)} page views of ${number(overview.visitors)} visitors`);
    agent.destroy();
  } finally {
    await stop(server);
  }
}

/** Builds the programs; their folder. */
function build() {
  console.log('building the release program …');
  execFileSync('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'loggia-api', '--bins', '--example', 'fill'], { cwd: root, stdio: 'inherit' });
  const metadata = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return join(JSON.parse(metadata).target_directory, 'release');
}

async function main() {
  const built = option('--built') ?? build();
  const program = join(built, 'loggia-api');
  const fill = join(built, 'examples/fill');
  const folder = mkdtempSync(join(tmpdir(), 'loggia-bench-events-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'catalog.json'), JSON.stringify(catalog()));
  const running = [];
  const missed = [];
  try {
    const cluster = only === 'sqlite' ? undefined : await postgres(join(folder, 'postgres'));
    if (cluster) running.push({ ...cluster, signal: 'SIGINT' });
    const databases = [];
    if (only !== 'postgres') databases.push(['sqlite', `sqlite:${join(folder, 'shop.db')}`, `sqlite:${join(folder, 'many.db')}`]);
    if (cluster) databases.push(['postgres', cluster.create('shop'), cluster.create('many')]);
    for (const [database, url, many] of databases) {
      if (parts.includes('accepted') || parts.includes('shopper')) {
        const system = await ours({ program, folder, url, port: await freePort(), start });
        running.push(system.server);
        if (parts.includes('accepted')) await accepted(database, system, missed);
        if (parts.includes('shopper')) await shopper(database, system, missed);
        await stop(system.server);
      }
      if (!parts.includes('reports')) continue;
      await reports(database, { program, fill, folder, url: many }, missed);
      if (database === 'sqlite') console.log(`the file of the visits has ${number(statSync(join(folder, 'many.visits.db')).size / 1e6)} MB`);
    }
  } finally {
    for (const server of running.reverse()) await stop(server, server.signal);
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(missed.length === 0 ? '\nevery bound was met' : `\nmissed:\n${missed.map((line) => `- ${line}`).join('\n')}`);
  if (argv.includes('--check') && missed.length > 0) process.exitCode = 1;
}

await main();
