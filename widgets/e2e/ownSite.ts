import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, ShopServer } from './shopServer.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a file of a site holds is what the test is about to change
type Changes = Record<string, (json: any) => void>;

/** A copy of the bakery in a folder of its own, with some of its files changed. Delete the folder above it afterwards. */
export function ownBakery(changes: Changes): string {
  const site = join(mkdtempSync(join(tmpdir(), 'loggia-own-')), 'site');
  // The drawings that its pictures were made of are no part of the site.
  cpSync(join(ROOT, 'site-fixtures/bakery'), site, { recursive: true, filter: (path) => !path.endsWith('/artwork') });
  for (const [file, change] of Object.entries(changes)) {
    const path = join(site, file);
    const json = JSON.parse(readFileSync(path, 'utf8'));
    change(json);
    writeFileSync(path, JSON.stringify(json));
  }
  return site;
}

/** A call of the API as it went by, with the status of its answer (0 while there is none). */
type Call = { method: string; path: string; type: string; body: string; status: number };

/**
 * A changed bakery as `loggia serve` makes it, behind a proxy that notes the calls of the API and can take the API away.
 * A browser's own list of requests lacks the bodies of those that a page sends while it is left.
 */
export class OwnSite {
  readonly calls: Call[] = [];
  apiIsThere = true;

  private constructor(
    readonly shop: ShopServer,
    private readonly folder: string,
    private readonly proxy: Server,
  ) {}

  static async open(changes: Changes = {}): Promise<OwnSite> {
    const site = ownBakery(changes);
    const shop = await ShopServer.create(site);
    await shop.start();
    const proxy = createServer();
    const own = new OwnSite(shop, join(site, '..'), proxy);
    proxy.on('request', (request, response) => own.pass(request, response));
    await new Promise<void>((done) => proxy.listen(0, 'localhost', done));
    return own;
  }

  get origin(): string {
    return `http://localhost:${(this.proxy.address() as AddressInfo).port}`;
  }

  /** The paths that were called. */
  paths = (): string[] => this.calls.map(({ path }) => path);

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const { url = '/', method = '', headers } = request;
      const { pathname } = new URL(url, 'http://site');
      const isApi = pathname.startsWith('/api/');
      const call = { method, path: pathname, type: headers['content-type'] ?? '', body: body.toString(), status: 0 };
      if (isApi) this.calls.push(call);
      if (isApi && !this.apiIsThere) {
        request.socket.destroy();
        return;
      }
      const onward = ask({ host: 'localhost', port: this.shop.port, path: url, method, headers }, (answer) => {
        call.status = answer.statusCode ?? 0;
        response.writeHead(call.status, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      response.on('close', () => onward.destroy());
      onward.end(body);
    });
  }

  async close(): Promise<void> {
    this.proxy.closeAllConnections();
    await new Promise((done) => this.proxy.close(done));
    await this.shop.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
