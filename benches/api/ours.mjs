// Our API as an owner starts it: its settings as they come, but limits that a run from one machine does not meet.
import { join } from 'node:path';

const ENTRIES = '/api/commerce/shopping-cart/entries';
const CART = '/api/commerce/shopping-cart';

/** @returns a system that `compare.mjs` can run. */
export async function ours({ program, folder, url, databasePid, port, start }) {
  const base = `http://127.0.0.1:${port}`;
  const token = 'bench-0123456789-bench-abcdefghij-1';
  const server = await start(program, ['serve', '--bind', `127.0.0.1:${port}`, '--catalog', join(folder, 'catalog.json')], {
    cwd: folder,
    log: join(folder, 'ours.log'),
    env: {
      DATABASE_URL: url,
      LOGGIA_DATA: join(folder, 'data'),
      LOGGIA_CLIENT_ADDRESS_HEADER: 'x-forwarded-for',
      LOGGIA_LIMIT_ADD_ENTRY: '1000000',
      LOGGIA_METRICS_TOKEN: token,
    },
    ready: async () => (await fetch(`${base}/health/ready`)).ok,
  });

  let visitors = 0;
  const call = async (headers, item, size = 'S') => {
    const answer = await fetch(`${base}${ENTRIES}`, { method: 'POST', headers, body: entry(item, size) });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const entry = (item, size) => JSON.stringify({ itemId: `mug-${item}`, sku: `SKU${item}${size}`, quantity: 1 });
  const cookies = (answer) => answer.headers.getSetCookie().map((line) => line.split(';')[0]);

  /** A browser with a crumb, and with a cart of these items. */
  async function shopper(items) {
    visitors += 1;
    const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
    const crumb = cookies(await fetch(`${base}/api/crumb`))[0];
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, 'x-csrf-token': crumb.split('=')[1], cookie: crumb };
    for (const [index, item] of items.entries()) {
      const answer = await call(headers, item, index < 200 ? 'S' : 'L');
      if (index === 0) headers.cookie = [crumb, ...cookies(answer)].join('; ');
    }
    return headers;
  }

  const three = (number) => [0, 1, 2].map((index) => ((number * 3 + index) % 200) + 1);
  const statementsSent = async () => {
    const text = await (await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
    return Number(text.match(/^loggia_sql_statements_total (\d+)/m)[1]);
  };

  return {
    server,
    databasePid,
    url: base,
    proof: '"entries"',
    async shoppers(kind, count) {
      return Promise.all(Array.from({ length: count }, async (_, number) => {
        const items = three(number);
        const headers = await shopper(kind === 'first' ? [] : items);
        if (kind === 'read') return { requests: [{ method: 'GET', path: CART, headers }] };
        const wanted = kind === 'first' ? items.slice(0, 1) : items;
        return { requests: wanted.map((item) => ({ method: 'POST', path: ENTRIES, headers, body: entry(item, 'S') })) };
      }));
    },
    /** Statements a call sends, told by the program's own figures; what works in the background is left out by the least of nine. */
    async statements() {
      const least = async (work) => {
        let best = Infinity;
        for (let round = 0; round < 9; round += 1) {
          const before = await statementsSent();
          await work(round);
          // The scrape itself sends one.
          best = Math.min(best, (await statementsSent()) - before - 1);
        }
        return best;
      };
      const few = await shopper([1]);
      const many = await shopper(Array.from({ length: 60 }, (_, index) => index + 1));
      const fresh = await Promise.all(Array.from({ length: 9 }, () => shopper([])));
      return {
        add: await least(() => call(few, 1)),
        addToMany: await least(() => call(many, 1)),
        read: await least(async () => (await fetch(`${base}${CART}`, { headers: few })).text()),
        first: await least((round) => call(fresh[round], 1)),
      };
    },
  };
}
