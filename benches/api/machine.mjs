// Processes of the comparison: started, watched, ended; and a PostgreSQL of its own.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, readdirSync, chownSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** A port nobody listens on. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a program; it is answered when `ready` says so, with the seconds that took. */
export async function start(program, args, { env = {}, cwd, log, ready }) {
  const file = openSync(log, 'a');
  const begun = performance.now();
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', file, file] });
  let ended = false;
  child.once('exit', () => { ended = true; });
  while (!(await ready().catch(() => false))) {
    if (ended) throw new Error(`${program} ended: ${readFileSync(log, 'utf8').slice(-2000)}`);
    if (performance.now() - begun > 120_000) throw new Error(`${program} does not answer`);
    await sleep(10);
  }
  return { pid: child.pid, child, startSeconds: (performance.now() - begun) / 1000 };
}

/** Ends what `start` started. */
export async function stop(server, signal = 'SIGTERM') {
  // One that a signal ended has no exit code.
  if (!server || server.child.exitCode !== null || server.child.signalCode !== null) return;
  const gone = new Promise((resolve) => server.child.once('exit', resolve));
  server.child.kill(signal);
  const late = setTimeout(() => server.child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(late);
}

function processes() {
  const found = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1).split(' ');
      found.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]) });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

function family(root) {
  const all = processes();
  const members = [root];
  for (let index = 0; index < members.length; index += 1) {
    for (const [pid, { parent }] of all) if (parent === members[index]) members.push(pid);
  }
  return members.filter((pid) => all.has(pid)).map((pid) => [pid, all.get(pid)]);
}

/** CPU milliseconds a process and its children have used. */
export const cpuMs = (root) => (root ? (family(root).reduce((sum, [, { ticks }]) => sum + ticks, 0) * 1000) / TICKS : 0);

/** Megabytes of memory they hold. */
export function residentMb(root) {
  const kilobytes = family(root).map(([pid]) => {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m);
    return line ? Number(line[1]) : 0;
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

function postgresPrograms() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().reverse() : [];
  return versions.map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) => existsSync(join(folder, 'initdb')));
}

/** A cluster in `folder` that keeps what it acknowledges (fsync on); `undefined` where PostgreSQL is not installed. */
export async function postgres(folder) {
  const programs = postgresPrograms();
  if (!programs) return undefined;
  mkdirSync(folder, { recursive: true });
  // It refuses to run as root.
  const asUser = process.getuid() === 0 ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', '--'] : [];
  if (asUser.length > 0) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  const run = (program, ...args) => {
    const [first, ...rest] = [...asUser, join(programs, program), ...args];
    return execFileSync(first, rest, { cwd: '/tmp', stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  };
  const data = join(folder, 'data');
  run('initdb', '--pgdata', data, '--username=bench', '--auth=trust', '--encoding=UTF8', '--locale=C');
  const port = await freePort();
  const [first, ...rest] = [...asUser, join(programs, 'postgres'), '-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=120', '-c', 'shared_buffers=256MB'];
  const psql = (database, sql) => run('psql', '-h', '127.0.0.1', '-p', String(port), '-U', 'bench', '-d', database, '-Atc', sql);
  const server = await start(first, rest, { cwd: '/tmp', log: join(folder, 'log'), ready: async () => Boolean(psql('postgres', 'SELECT 1')) });
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    ...server,
    serverPid: pid,
    create: (name) => { psql('postgres', `CREATE DATABASE ${name}`); return `postgres://bench@127.0.0.1:${port}/${name}`; },
  };
}
