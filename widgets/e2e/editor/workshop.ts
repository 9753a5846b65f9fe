import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { ShopServer } from '../shopServer.ts';

const BAKERY = resolve(import.meta.dirname, '../../../site-fixtures/bakery');
/** The site says of itself how often it was put back: whoever reads the number reads pages of what lies on the disk. */
const BEFORE = 'A small neighborhood bakery';

/** A copy of the bakery in a git repository of its own, served with its editor; every test finds it as it was. */
export class Workshop {
  readonly site: string;
  private round = 0;
  private server: ShopServer | undefined;

  private constructor(private readonly folder: string) {
    this.site = join(folder, 'sites/bakery');
  }

  static async open(): Promise<Workshop> {
    const workshop = new Workshop(mkdtempSync(join(tmpdir(), 'loggia-editor-')));
    cpSync(BAKERY, workshop.site, {
      recursive: true,
      // Pictures that were drawn in other sizes before are not drawn again.
      filter: (path) => !/\/(artwork|__pycache__)$|\/\.loggia\/(?!cache)/.test(path),
    });
    workshop.git('init', '--quiet', '--initial-branch=main');
    workshop.commit();
    workshop.server = await ShopServer.create(workshop.site, {
      // The sample publishes beside the folders of the samples.
      LOGGIA_PUBLISH_FOLDERS: join(workshop.folder, 'output'),
    });
    await workshop.server.start();
    return workshop;
  }

  get shop(): ShopServer {
    if (!this.server) throw new Error('The workshop is not open.');
    return this.server;
  }

  /** Where visitors are. */
  get origin(): string {
    return this.shop.origin;
  }

  /** Where the editor is. */
  get editor(): string {
    return this.shop.editor;
  }

  /** What a browser holds that was opened by the address of the terminal. Every test has one of its own. */
  async key(): Promise<{ name: string; value: string }> {
    const answer = await fetch(await this.shop.another(), { redirect: 'manual', headers: { connection: 'close' } });
    const [pair = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    const [name = '', value = ''] = pair.split('=');
    if (!value) throw new Error(`The address of the terminal brings no cookie: ${answer.status}`);
    return { name, value };
  }

  /** Where the site of this copy is published: its `site.json` names this folder. */
  get published(): string {
    return join(this.folder, 'output/published');
  }

  git(...words: string[]): string {
    return execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'core.quotePath=false', ...words], {
      cwd: this.site,
      encoding: 'utf8',
    });
  }

  private commit(): void {
    this.git('add', '--all');
    this.git('-c', 'user.name=Owner', '-c', 'user.email=owner@bakery.example', 'commit', '--quiet', '-m', 'As it is');
  }

  has(path: string): boolean {
    return existsSync(join(this.site, path));
  }

  text(path: string): string {
    return readFileSync(join(this.site, path), 'utf8');
  }

  // biome-ignore lint/suspicious/noExplicitAny: what a file of a site holds is what the test is about to say
  json(path: string): any {
    return JSON.parse(this.text(path));
  }

  /** Writes a file as a text editor does. */
  write(path: string, text: string): void {
    writeFileSync(join(this.site, path), text);
  }

  /** Changes words of a file as a person in a text editor does, who sees it as it is now. */
  retype(path: string, words: string, other: string): void {
    const text = this.text(path);
    expect(text.split(words), `${words} stands once in ${path}`).toHaveLength(2);
    this.write(
      path,
      text.replace(words, () => other),
    );
  }

  /** The files that are other than they were, each with how: `M site.json`. */
  touched(): string[] {
    this.git('add', '--all', '--intent-to-add');
    return this.git('diff', '--name-status', '--no-renames')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace(/\s+/, ' '))
      .sort();
  }

  diff(...paths: string[]): string {
    this.git('add', '--all', '--intent-to-add');
    return this.git('diff', '--no-renames', '--', ...paths);
  }

  /** A page as a visitor gets it now. */
  async page(url: string): Promise<string> {
    // A connection of its own: one that is used again may be closed by the server in the moment in which it is.
    const answer = await fetch(`${this.origin}${url}`, { headers: { connection: 'close' } });
    return `${answer.status}\n${await answer.text()}`;
  }

  /** Waits until a visitor's page has this in it. */
  async shows(url: string, words: string | RegExp): Promise<void> {
    const wanted = typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
    await expect.poll(() => this.page(url), { message: `${url} shows ${words}`, timeout: 30_000 }).toEqual(wanted);
  }

  /** The site as it was in the beginning, on the disk and in what is served. */
  async fresh(): Promise<void> {
    if (this.touched().length === 0) return;
    this.git('reset', '--quiet', '--hard');
    this.git('clean', '--quiet', '--force', '-d');
    const description = (round: number) => (round === 0 ? BEFORE : `${BEFORE}, again (${round})`);
    this.write('site.json', this.text('site.json').replace(description(this.round), description(this.round + 1)));
    this.round += 1;
    this.commit();
    await this.shows('/404.html', `content="${description(this.round)}`);
  }

  async close(): Promise<void> {
    await this.server?.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const test = base.extend<{ noise: string[] }, { shared: Workshop }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture asks for out of its first argument
    async ({}, use) => {
      const workshop = await Workshop.open();
      await use(workshop);
      await workshop.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shared }, use) => {
    await use(shared.editor);
  },
  context: async ({ context, shared }, use) => {
    await context.addCookies([
      { ...(await shared.key()), domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Strict' },
    ]);
    await use(context);
  },
  page: async ({ page }, use) => {
    page.setDefaultTimeout(30_000);
    await use(page);
  },
  /** What the editor threw, or logged as an error. */
  noise: async ({ page }, use) => {
    const noise: string[] = [];
    page.on('pageerror', (error) => noise.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') noise.push(`${message.text()} ${message.location().url}`);
    });
    await use(noise);
  },
});
export { expect };
