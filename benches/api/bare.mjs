// The least that can answer an add (bare/main.rs): what the API's promises cost is what it costs beyond this.
import { join } from 'node:path';

/** @returns a system that `compare.mjs` can run; it knows the call `add` alone. */
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
    async shoppers(_, count) {
      return Array.from({ length: count }, (_, number) => ({
        requests: three(number).map((item) => ({
          method: 'POST',
          path: '/add',
          headers: { 'content-type': 'application/json', 'x-cart': `cart-${number}` },
          body: JSON.stringify({ itemId: `mug-${item}`, sku: `SKU${item}S`, quantity: 1 }),
        })),
      }));
    },
  };
}
