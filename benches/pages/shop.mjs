// The built sample shop as a host would serve it: the published files, compressed, hashed ones for a year, `/api/` from
// the API program. No live reload, no preview.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
};
const COMPRESSED = /^(text\/|application\/(json|xml)|image\/svg)/;

/** Starts the API on a database of its own; answers its port and how to end it. */
async function api(program, site, folder) {
  const child = spawn(program, ['serve', '--bind', '127.0.0.1:0', '--catalog', `${site.replace(/\/+$/, '')}.data/catalog.json`], {
    env: { ...process.env, LOGGIA_DATA: folder, LOGGIA_PAYMENT: 'test', LOGGIA_LOG: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  const port = await new Promise((found, failed) => {
    const read = (chunk) => {
      log += chunk;
      const [, number] = /127\.0\.0\.1:(\d+)/.exec(log) ?? [];
      if (number) found(Number(number));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => failed(new Error(`the API ended with ${code}:\n${log}`)));
  });
  return { port, end: () => child.kill() };
}

/** @returns the shop's origin, how to end it, and what each page of a list weighs. */
export async function openShop({ program, site, folder }) {
  const behind = await api(program, site, folder);
  const server = createServer(async (incoming, answer) => {
    const { pathname } = new URL(incoming.url, 'http://shop');
    if (pathname.startsWith('/api/')) {
      const { method, headers, url } = incoming;
      const onward = request({ port: behind.port, host: '127.0.0.1', method, headers, path: url }, (reply) => {
        answer.writeHead(reply.statusCode, reply.headers);
        reply.pipe(answer);
      });
      onward.on('error', () => answer.writeHead(502).end());
      incoming.pipe(onward);
      return;
    }
    const file = extname(pathname) ? pathname : join(pathname, 'index.html');
    const bytes = await readFile(join(site, file)).catch(() => null);
    if (!bytes) return answer.writeHead(404).end();
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const hashed = pathname.startsWith('/assets/');
    answer.setHeader('content-type', type);
    answer.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate');
    if (!COMPRESSED.test(type)) return answer.end(bytes);
    answer.setHeader('content-encoding', 'gzip');
    answer.end(gzipSync(bytes, { level: 9 }));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://localhost:${server.address().port}`,
    end: () => {
      server.closeAllConnections();
      server.close();
      behind.end();
    },
  };
}
