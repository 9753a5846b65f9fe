import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
/** The program under test. */
export const BINARY = process.env.LOGGIA_BIN ?? join(ROOT, 'target/debug/loggia');

/** Ports for each of the tests that run beside each other, all below those that the system gives to outgoing connections. */
const FIRST_PORT = 20_000;
const PORTS_EACH = 3_000;
let ports = 0;

/**
 * A port that is free, and stays so until it is used. One that the system chooses would not: the program builds the site
 * before it listens, and by then a connection of a browser may have that port, for as long as it is open.
 */
async function freePort(): Promise<number> {
  const first = FIRST_PORT + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 4) * PORTS_EACH;
  for (let tried = 0; tried < PORTS_EACH / 2; tried += 1) {
    // The editor takes the port after it.
    const port = first + ((2 * (process.pid + ports)) % PORTS_EACH);
    ports += 1;
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error(`No port from ${first} to ${first + PORTS_EACH} is free.`);
}

/** Whether nothing has this port right now. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
}

/**
 * `loggia serve` on a site, with pages and database in a folder of its own.
 * `kill` ends the process as a power cut would; `start` on the same object finds the same database.
 */
export class ShopServer {
  private child: ChildProcess | undefined;
  private log = '';
  private addresses: { editor?: string; open?: string } = {};

  private constructor(
    readonly folder: string,
    readonly port: number,
    private readonly site: string,
    private readonly env: Record<string, string>,
  ) {}

  /** `env` are the settings of the API that differ. */
  static async create(site = 'site-fixtures/bakery', env: Record<string, string> = {}): Promise<ShopServer> {
    const folder = await mkdtemp(join(tmpdir(), 'loggia-e2e-'));
    return new ShopServer(folder, await freePort(), resolve(ROOT, site), env);
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Where the editor is: an origin of its own, by the same name as the site. */
  get editor(): string {
    if (!this.addresses.editor) throw new Error(`loggia serve has not reported where its editor is:\n${this.log}`);
    return this.addresses.editor.replace('127.0.0.1', 'localhost');
  }

  /** The address that opens the editor; it works once. */
  get open(): string {
    if (!this.addresses.open) throw new Error(`loggia serve has not reported what opens its editor:\n${this.log}`);
    return this.addresses.open.replace('127.0.0.1', 'localhost');
  }

  /** Another one, asked for in the terminal. */
  async another(): Promise<string> {
    const before = this.addresses.open;
    const child = this.child;
    const { stdin, stdout } = child ?? {};
    // One that was killed answers nobody: a test after it would wait until its time is over.
    if (!child || !stdin || !stdout || child.exitCode !== null || child.signalCode !== null)
      throw new Error('The server does not run.');
    stdin.write('\n');
    while (this.addresses.open === before) await once(stdout, 'data');
    return this.open;
  }

  /** Takes up the addresses that the program prints, a line of JSON each. */
  private hear(line: string): void {
    if (!line.startsWith('{')) return;
    const addresses = JSON.parse(line) as { editor?: string; open?: string };
    if (addresses.editor) this.addresses.editor = addresses.editor;
    if (addresses.open) this.addresses.open = addresses.open;
  }

  get database(): string {
    return join(this.folder, 'shop.sqlite');
  }

  /** Where the pages stand that it serves. */
  get output(): string {
    return join(this.folder, 'output');
  }

  /** Makes an account that may do something in the shop, as its owner does on the server. */
  addAccount(email: string, password: string, role: string): void {
    const program = join(dirname(BINARY), 'loggia-api');
    const store = ['--database-url', `sqlite:${this.database}`];
    execFileSync(program, ['users', 'add', '--email', email, '--role', role, ...store], { input: `${password}\n` });
  }

  /** Starts the server and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(
      BINARY,
      [
        'serve',
        this.site,
        '--port',
        String(this.port),
        '--out',
        this.output,
        '--database',
        this.database,
        '--widgets',
        join(ROOT, 'widgets/dist'),
        '--json',
      ],
      { cwd: ROOT, env: { ...process.env, ...this.env }, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    this.child = child;
    // The addresses of the process before hold no more.
    this.addresses = {};
    const keep = (chunk: Buffer) => {
      this.log += chunk.toString();
    };
    let rest = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      keep(chunk);
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.hear(line);
    });
    child.stderr?.on('data', keep);
    const deadline = Date.now() + 60_000;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`loggia serve ended with ${child.exitCode}:\n${this.log}`);
      const answer = await fetch(`${this.origin}/api/commerce/shopping-cart`).catch(() => undefined);
      if (answer?.ok && this.addresses.editor && this.addresses.open) return;
      if (Date.now() > deadline) throw new Error(`loggia serve does not answer:\n${this.log}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  /** Ends the process at once, without a chance to tidy up. */
  async kill(): Promise<void> {
    const child = this.child;
    // What a signal ended has no exit code.
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
