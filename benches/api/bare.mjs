// The least that can answer (bare/main.rs): what the API's promises cost is what it costs beyond this.
import { join } from 'node:path';

/** @returns a system that `compare.mjs` can run. */
export async function bare({ program, folder, url, databasePid, port, start }) {
  const base = `http://127.0.0.1:${port}`;
  const server = await start(program, [url, `127.0.0.1:${port}`], {
    cwd: folder,
    log: join(folder, 'bare.log'),
    ready: async () => (await fetch(base)).ok,
  });
  const three = (number) => [0, 1, 2].map((index) => ((number * 3 + index) % 200) + 1);
  return {
    server,
    databasePid,
    url: base,
    proof: '"entries"',
    async shoppers(call, count) {
      return Array.from({ length: count }, (_, number) => {
        const name = call === 'first' ? {} : { 'x-cart': `cart-${number}` };
        if (call === 'read') return { requests: [{ method: 'GET', path: '/cart', headers: name }] };
        return {
          requests: three(number).map((item) => ({
            method: 'POST',
            path: '/add',
            headers: { 'content-type': 'application/json', ...name },
            body: JSON.stringify({ itemId: `mug-${item}`, sku: `SKU${item}S`, quantity: 1 }),
          })),
        };
      });
    },
  };
}
