#!/usr/bin/env node
// Holds our engine against the reference TypeScript engine, workload by workload, in one run, and prints the ratios.
//
//   node benches/template/compare.mjs [--quick] [--only PREFIX] [--check]
//
// Times are microseconds of CPU, the median of five batches. `exec` renders with everything compiled and gives UTF-8;
// `page` adds parsing the JSON data, the template and its partials. `--check` exits 1 when a ratio falls under its floor.
// Besides our own workloads those of ../shared/perf are taken, if they are there.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const argv = process.argv.slice(2);
const flag = (name) => argv.includes(name);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const quick = flag('--quick');
const only = option('--only') ?? '';
const folders = [join(here, 'workloads'), process.env.LOGGIA_WORKLOADS ?? join(root, '../shared/perf/workloads')];
const read = (...path) => readFileSync(join(...path), 'utf8');

/** Every workload of a folder by name. */
function workloads(folder) {
  const found = new Map();
  for (const name of readdirSync(folder).filter((name) => existsSync(join(folder, name, 'template.html'))).sort()) {
    const meta = JSON.parse(read(folder, name, 'meta.json'));
    found.set(name, () => ({
      template: read(folder, name, 'template.html'),
      data: read(folder, name, meta.data ?? 'data.json'),
      partials: JSON.parse(read(folder, name, 'partials.json')),
      meta,
    }));
  }
  if (existsSync(join(folder, 'w2-suite.json'))) {
    const suite = JSON.parse(read(folder, 'w2-suite.json'));
    for (const item of suite.items) {
      for (const n of suite.n) {
        const meta = { enableExpr: item.enableExpr };
        found.set(`w2-${item.name}@${n}`, () => ({ template: item.base.repeat(n), data: JSON.stringify(item.data), partials: {}, meta }));
      }
    }
  }
  return found;
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Microseconds of one run, after a warm-up that lets the compiler of the machine do its work. */
function measure(work) {
  const [warm, batch] = quick ? [200e3, 40e3] : [1500e3, 300e3];
  let runs = 0;
  const begin = cpu();
  while (runs < 3 || cpu() - begin < warm) {
    work();
    runs += 1;
  }
  const count = Math.max(1, Math.round((runs * batch) / (cpu() - begin)));
  const times = [];
  for (let at = 0; at < 5; at += 1) {
    const start = cpu();
    for (let run = 0; run < count; run += 1) work();
    times.push((cpu() - start) / count);
  }
  return times.sort((a, b) => a - b)[2];
}

/** Times of the reference engine, in a process of its own. */
function reference(folder, name) {
  const require = createRequire(join(here, 'x.js'));
  const { Compiler } = require('@squarespace/template-engine');
  const { CLDRFramework } = require('@phensley/cldr');
  const packs = join(dirname(require.resolve('@phensley/cldr/package.json')), 'packs');
  const framework = new CLDRFramework({
    loader: (tag) => read(packs, `${CLDRFramework.resolveLocale(tag).tag.language()}.json`),
  });
  const { template, data, partials, meta } = workloads(folder).get(name)();
  const compiler = new Compiler();
  const parsed = {};
  const parse = () => {
    for (const key of Object.keys(partials)) parsed[key] = compiler.parse(partials[key]).code;
    return compiler.parse(template).code;
  };
  const code = parse();
  const props = {
    code,
    json: JSON.parse(data),
    partials: parsed,
    cldr: meta.locale ? framework.get('en') : undefined,
    now: meta.now,
    enableExpr: Boolean(meta.enableExpr),
    enableInclude: Boolean(meta.enableInclude),
  };
  const render = () => Buffer.from(compiler.execute(props).ctx.render());
  return {
    output: render().toString('base64'),
    parse: measure(parse),
    exec: measure(render),
    json: measure(() => JSON.parse(data)),
    memory: process.resourceUsage().maxRSS / 1024,
  };
}

/** What must hold, by workload: exec and parse at least so many times as fast. */
const floors = (name) => {
  if (name.startsWith('w4-')) return { exec: 8, parse: 4 };
  if (name === 'w1-wright') return { exec: 15, parse: 4 };
  if (/^w[23]-/.test(name)) return { exec: 3, parse: 0 };
  return { exec: 0, parse: 0 };
};

function main() {
  if (!existsSync(join(here, 'node_modules'))) {
    console.error('installing the reference engine (for the comparison only) ...');
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: here, stdio: 'inherit' });
  }
  execFileSync('cargo', ['build', '--release', '--quiet', '--package', 'loggia-bench-template'], { cwd: root, stdio: 'inherit' });
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const binary = join(target, 'release/loggia-bench-template');
  const short = [];
  const ratios = [];
  const row = (cells) => console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(11))).join(''));
  const number = (value) => value.toFixed(value < 10 ? 2 : 1);
  row(['workload', 'exec ours', 'reference', 'ratio', 'parse', 'page', 'MB ours', 'reference', 'output']);
  for (const folder of folders) {
    if (!existsSync(folder)) {
      console.error(`no workloads in ${folder}: skipped`);
      continue;
    }
    for (const name of [...workloads(folder).keys()].filter((name) => name.startsWith(only))) {
      const own = JSON.parse(execFileSync(binary, [folder, '--exactly', name, ...(quick ? ['--quick'] : [])], { encoding: 'utf8' }));
      const self = fileURLToPath(import.meta.url);
      const child = [self, '--child', folder, name, ...(quick ? ['--quick'] : [])];
      const peer = JSON.parse(execFileSync(process.execPath, child, { encoding: 'utf8', maxBuffer: 1 << 28 }));
      const exec = peer.exec / own.exec;
      const parse = peer.parse / own.parse;
      const page = (peer.exec + peer.parse + peer.json) / (own.exec + own.parse + own.json);
      const same = Buffer.from(peer.output, 'base64').toString('utf8') === Buffer.from(own.output, 'base64').toString('utf8');
      row([name, number(own.exec), number(peer.exec), `${number(exec)}x`, `${number(parse)}x`, `${number(page)}x`, number(own.memory), number(peer.memory), same ? 'same' : 'DIFFERS']);
      const floor = floors(name);
      if (exec < floor.exec || parse < floor.parse) short.push(`${name}: exec ${number(exec)}x, parse ${number(parse)}x; wanted ${floor.exec}x, ${floor.parse}x`);
      if (!same) short.push(`${name}: the outputs differ`);
      if (/^w[23]-/.test(name)) ratios.push(exec);
    }
  }
  if (ratios.length > 0) {
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(`\ngeometric mean of exec over the w2 and w3 workloads: ${number(mean)}x`);
    if (mean < 7) short.push(`geometric mean ${number(mean)}x, wanted 7x`);
  }
  for (const line of short) console.log(`SHORT ${line}`);
  if (flag('--check') && short.length > 0) process.exit(1);
}

if (flag('--child')) {
  const [folder, name] = argv.slice(argv.indexOf('--child') + 1);
  console.log(JSON.stringify(reference(folder, name)));
} else {
  main();
}
