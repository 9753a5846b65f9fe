#!/usr/bin/env node
// Holds our API against Vendure on the same database, call by call, in one run, and prints the ratios.
//
//   node benches/api/compare.mjs [--quick] [--only sqlite|postgres] [--seconds N] [--check]
//
// `--check` exits 1 when a floor is missed. Both have the same catalogue and keep what they acknowledge (SQLite:
// write-ahead log with a flush for every commit; PostgreSQL as it comes). Every connection is a shopper with a cart and an
// address of its own. The two take turns, so that whatever else the machine does falls on both. What an add costs is held
// against the least that can answer it, too (bare/main.rs).
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { bare } from './bare.mjs';
import { catalog, products } from './catalog.mjs';
import { cpuMs, freePort, postgres, residentMb, start, stop } from './machine.mjs';
import { ours } from './ours.mjs';
import { vendure } from './vendure.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const argv = process.argv.slice(2);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const quick = argv.includes('--quick');
const seconds = Number(option('--seconds') ?? (quick ? 3 : 10));
const only = option('--only');
const CONNECTIONS = [1, 16, 64];
const CALLS = ['add', 'read', 'first'];

/** What must hold: how many times the peer's calls a second. */
const FLOORS = { sqlite: { add: 15, read: 20, first: 25 }, postgres: { add: 10, read: 20, first: 25 } };

/**
 * What must hold at one connection, where a call is one shopper's round trip and not what a shop can do: a web server's empty
 * answer takes about as long as a floor leaves (the flush to the disk longer). So the floor holds there, or this part of the
 * calls a second of the least that can answer.
 */
const LEAST_ALONE = 0.5;

/** What must hold: how many times the CPU of the least that can answer an add. */
const MOST_OVER_BARE = 4;

/** One run of one call: what was answered, how fast, and what it cost. */
async function run(system, call, connections) {
  const shoppers = await system.shoppers(call, connections);
  let next = 0;
  const before = { cpu: cpuMs(system.server.pid), database: cpuMs(system.databasePid) };
  const result = await autocannon({
    url: system.url,
    connections,
    duration: seconds,
    timeout: 60,
    requests: shoppers[0].requests,
    setupClient: (client) => {
      client.setRequests(shoppers[next % shoppers.length].requests);
      next += 1;
    },
    verifyBody: (body) => body.includes(system.proof),
  });
  const answered = result.requests.total;
  const cpu = cpuMs(system.server.pid) - before.cpu + cpuMs(system.databasePid) - before.database;
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bad: result.non2xx + result.errors + result.timeouts + result.mismatches,
    cpuMs: cpu / Math.max(1, answered),
  };
}

const number = (value, digits = 1) => value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

async function compare(database, mine, peer, least, missed) {
  for (const system of [peer, mine, least]) for (const call of CALLS) await run(system, call, 8);
  console.log(`\n### ${database}\n`);
  row('call', 'connections', 'ours, calls/s', 'Vendure, calls/s', 'ratio', 'the least that can answer, calls/s', 'ours p50 / p99 ms', 'Vendure p50 / p99 ms', 'CPU ms a call, ours / Vendure', 'CPU ratio', 'bad answers');
  row(...Array(11).fill('---'));
  for (const call of CALLS) {
    for (const connections of CONNECTIONS) {
      const theirs = await run(peer, call, connections);
      const own = await run(mine, call, connections);
      const bound = connections === 1 ? await run(least, call, connections) : undefined;
      const ratio = own.perSecond / theirs.perSecond;
      row(call, connections, number(own.perSecond), number(theirs.perSecond), `${number(ratio)} x`, bound ? number(bound.perSecond) : '', `${own.p50} / ${own.p99}`, `${theirs.p50} / ${theirs.p99}`,
        `${number(own.cpuMs, 3)} / ${number(theirs.cpuMs, 2)}`, `${number(theirs.cpuMs / own.cpuMs)} x`, `${own.bad} / ${theirs.bad}`);
      if (own.bad > 0) missed.push(`${database} ${call} at ${connections}: ${own.bad} bad answers`);
      const floor = FLOORS[database][call];
      const alone = bound ? own.perSecond / bound.perSecond : 0;
      if (ratio < floor && alone < LEAST_ALONE) missed.push(`${database} ${call} at ${connections}: ${number(ratio)} x, floor ${floor} x${bound ? `; ${number(alone, 2)} of the least that can answer, floor ${LEAST_ALONE}` : ''}`);
      if (call === 'add' && connections === 64 && own.p99 > theirs.p50 / 10) missed.push(`${database} add at 64: p99 ${own.p99} ms, a tenth of their median is ${theirs.p50 / 10} ms`);
    }
  }
  const statements = await mine.statements();
  console.log(`\nSQL statements a call: add ${statements.add} (cart of 60 lines: ${statements.addToMany}), read ${statements.read}, first add ${statements.first}`);
  for (const [call, most] of [['add', 8], ['addToMany', 8], ['read', 2], ['first', 12]]) {
    if (statements[call] > most) missed.push(`${database} ${call}: ${statements[call]} statements, at most ${most}`);
  }
}

/** CPU of an add against that of the least that can answer it, in turns. */
async function overBare(database, mine, least, missed) {
  const [own, bareRun] = [[], []];
  for (let turn = 0; turn < 3; turn += 1) {
    bareRun.push((await run(least, 'add', 16)).cpuMs);
    own.push((await run(mine, 'add', 16)).cpuMs);
  }
  const middle = (values) => [...values].sort((left, right) => left - right)[1];
  const ratio = middle(own) / middle(bareRun);
  console.log(`CPU of an add at 16 connections: ${number(middle(own), 3)} ms, of the least that can answer it ${number(middle(bareRun), 3)} ms: ${number(ratio)} x`);
  if (ratio > MOST_OVER_BARE) missed.push(`${database} add: ${number(ratio)} x the CPU of the least that can answer it, at most ${MOST_OVER_BARE} x`);
}

async function main() {
  console.log('building the release program …');
  execFileSync('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'loggia-api', '--bins', '--example', 'bare'], { cwd: root, stdio: 'inherit' });
  const metadata = JSON.parse(execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }));
  const program = join(metadata.target_directory, 'release/loggia-api');
  const barest = join(metadata.target_directory, 'release/examples/bare');
  const folder = mkdtempSync(join(tmpdir(), 'loggia-bench-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'catalog.json'), JSON.stringify(catalog()));
  writeFileSync(join(folder, 'products.json'), JSON.stringify(products()));
  const running = [];
  const missed = [];
  try {
    const cluster = only === 'sqlite' ? undefined : await postgres(join(folder, 'postgres'));
    if (cluster) running.push({ ...cluster, signal: 'SIGINT' });
    const databases = [];
    if (only !== 'postgres') databases.push(['sqlite', { ours: `sqlite:${join(folder, 'ours.db')}`, peer: join(folder, 'vendure.sqlite'), bare: `sqlite:${join(folder, 'bare.db')}` }]);
    if (cluster) databases.push(['postgres', { ours: cluster.create('ours'), peer: cluster.create('vendure'), bare: cluster.create('bare'), pid: cluster.serverPid }]);
    for (const [database, where] of databases) {
      const mine = await ours({ program, folder, url: where.ours, databasePid: where.pid, port: await freePort(), start });
      running.push(mine.server);
      const peer = await vendure({ here, folder, database: where.peer, databasePid: where.pid, port: await freePort(), start });
      running.push(peer.server);
      const idle = [residentMb(mine.server.pid), residentMb(peer.server.pid)];
      const least = await bare({ program: barest, folder, url: where.bare, databasePid: where.pid, port: await freePort(), start });
      running.push(least.server);
      await compare(database, mine, peer, least, missed);
      await overBare(database, mine, least, missed);
      await stop(least.server);
      const loaded = [residentMb(mine.server.pid), residentMb(peer.server.pid)];
      console.log(`start ${number(mine.server.startSeconds, 2)} s / ${number(peer.server.startSeconds, 2)} s; memory after start ${number(idle[0])} / ${number(idle[1])} MB, after the runs ${number(loaded[0])} / ${number(loaded[1])} MB`);
      if (mine.server.startSeconds > 1) missed.push(`${database}: start took ${mine.server.startSeconds} s`);
      if (idle[0] > 40) missed.push(`${database}: ${idle[0]} MB idle`);
      if (loaded[0] > 150) missed.push(`${database}: ${loaded[0]} MB loaded`);
      await stop(peer.server);
      await stop(mine.server);
    }
  } finally {
    for (const server of running.reverse()) await stop(server, server.signal);
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
  console.log(missed.length === 0 ? '\nevery floor was met' : `\nmissed:\n${missed.map((line) => `- ${line}`).join('\n')}`);
  if (argv.includes('--check') && missed.length > 0) process.exitCode = 1;
}

await main();
