// Vendure with the same catalogue.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ADD = 'mutation A($v:ID!,$q:Int!){addItemToOrder(productVariantId:$v,quantity:$q){__typename ... on Order{id code totalQuantity subTotal total lines{id quantity linePrice productVariant{id sku name}}} ... on ErrorResult{errorCode message}}}';
const READ = 'query{activeOrder{id code totalQuantity subTotal total lines{id quantity linePrice productVariant{id sku name}}}}';

/** @returns a system that `compare.mjs` can run. */
export async function vendure({ here, folder, database, databasePid, port, start }) {
  const env = { NODE_ENV: 'production', BENCH_DATABASE: database, BENCH_PORT: String(port), BENCH_PRODUCTS: join(folder, 'products.json') };
  console.log('filling the peer …');
  execFileSync('node', [join(here, 'peer/populate.cjs')], { cwd: folder, env: { ...process.env, ...env, BENCH_SYNC: '1', NODE_ENV: 'development' }, stdio: ['ignore', 'pipe', 'pipe'] });
  const base = `http://127.0.0.1:${port}`;
  const post = (body, token) => fetch(`${base}/shop-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body,
  });
  const server = await start('node', [join(here, 'peer/server.cjs')], {
    cwd: folder,
    env,
    log: join(folder, 'vendure.log'),
    ready: async () => (await post(JSON.stringify({ query: READ }))).ok,
  });
  const add = (variant) => JSON.stringify({ query: ADD, variables: { v: String(variant), q: 1 } });
  const three = (number) => [0, 1, 2].map((index) => ((number * 3 + index) % 390) + 1);

  async function session(variants) {
    let token;
    for (const variant of variants) {
      const answer = await post(add(variant), token);
      token ??= answer.headers.get('vendure-auth-token');
      const text = await answer.text();
      if (!text.includes('totalQuantity')) throw new Error(text);
    }
    return token;
  }

  return {
    server,
    databasePid,
    url: base,
    proof: '"totalQuantity"',
    async shoppers(kind, count) {
      const found = [];
      for (let number = 0; number < count; number += 1) {
        const variants = three(number);
        const token = kind === 'first' ? undefined : await session(variants);
        const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const bodies = { add: variants.map(add), read: [JSON.stringify({ query: READ })], first: [add(variants[0])] }[kind];
        found.push({ requests: bodies.map((body) => ({ method: 'POST', path: '/shop-api', headers, body })) });
      }
      return found;
    },
  };
}
