import { answerTo, forget, forgetAnswers, keepAll, kindOf } from './keep.ts';

const HERE = 'http://localhost:4001';
const ORDERS = `${HERE}/api/commerce/desk/orders?view=ALL`;

/** As the browser's, as far as it is used here: by address, in the order of keeping. */
class Kept {
  readonly answers = new Map<string, Response>();
  match = (key: string) => Promise.resolve(this.answers.get(key)?.clone());
  put = (key: string, answer: Response) => Promise.resolve(void this.answers.set(key, answer));
  delete = (key: string | { url: string }) =>
    Promise.resolve(this.answers.delete(typeof key === 'string' ? key : key.url));
  keys = () => Promise.resolve([...this.answers.keys()].map((url) => ({ url })));
}
let kept: Map<string, Kept>;
const told: (number | null)[] = [];
const tell = (keptOn: number | null) => Promise.resolve(void told.push(keptOn));
const network = jest.fn<Promise<Response>, [Request]>();
const ask = (url: string, method = 'GET') => answerTo(new Request(url, { method }), tell);
const textOf = async (answer: Promise<Response> | null) => (await answer)?.text();

beforeEach(() => {
  kept = new Map();
  told.length = 0;
  network.mockReset();
  Object.assign(globalThis, {
    caches: {
      open: (name: string) => {
        const one = kept.get(name) ?? new Kept();
        kept.set(name, one);
        return Promise.resolve(one);
      },
      delete: (name: string) => Promise.resolve(kept.delete(name)),
    },
    fetch: network,
  });
});

test.each([
  ['GET', '/config/assets/editor/c/x-1.js', 'program'],
  ['GET', '/config/home', 'page'],
  ['GET', '/config/commerce?tab=orders', 'page'],
  ['GET', '/config/api/site', 'answer'],
  ['GET', '/api/commerce/desk/orders?view=ALL', 'answer'],
  ['GET', '/api/commerce/desk/orders/o1', 'answer'],
  ['GET', '/api/commerce/desk/orders?view=ALL&cursor=x', null],
  ['GET', '/api/commerce/desk/events', null],
  ['GET', '/api/commerce/desk/customers', null],
  ['GET', '/config/api/file?path=site.json', null],
  ['GET', '/config/worker.js', null],
  ['POST', '/api/commerce/desk/orders/o1/parcels', null],
  ['PUT', '/config/home', null],
])('S-344 of %s %s what is kept is: %s', (method, path, kind) => {
  expect(kindOf(method, HERE + path)).toBe(kind);
});

test('S-344 the shop comes first; what it said last stands in where it does not answer, and since when is told', async () => {
  network.mockResolvedValueOnce(new Response('one', { headers: { vary: 'origin' } }));
  expect(await textOf(ask(ORDERS))).toBe('one');
  network.mockResolvedValueOnce(new Response('two'));
  expect(await textOf(ask(ORDERS))).toBe('two');
  const before = Date.now();
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await textOf(ask(ORDERS))).toBe('two');
  expect(told.slice(0, 2)).toEqual([null, null]);
  expect(Math.abs(Number(told[2]) - before)).toBeLessThan(60_000);
  network.mockResolvedValueOnce(new Response('away', { status: 503 }));
  expect(await textOf(ask(ORDERS))).toBe('two');
});

test('S-344 what was never read is no answer, and a refusal of the server stays one', async () => {
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect((await ask(ORDERS))?.type).toBe('error');
  network.mockResolvedValueOnce(new Response('no', { status: 404 }));
  expect((await ask(ORDERS))?.status).toBe(404);
  network.mockResolvedValueOnce(new Response('away', { status: 502 }));
  expect((await ask(ORDERS))?.status).toBe(502);
  expect([...(kept.get('loggia-answers')?.answers.keys() ?? [])]).toEqual([]);
});

test.each([401, 403])('S-344 who may no longer see the orders (%i) keeps none of them', async (status) => {
  network.mockResolvedValueOnce(new Response('one'));
  await ask(ORDERS);
  expect(kept.has('loggia-answers')).toBe(true);
  network.mockResolvedValueOnce(new Response('no', { status }));
  await ask(`${HERE}/config/api/site`);
  expect(kept.has('loggia-answers')).toBe(false);
});

test('S-344 a file of the program is got once; every part of the editor is the same page', async () => {
  const file = `${HERE}/config/assets/editor/c/x-1.js`;
  network.mockResolvedValueOnce(new Response('code'));
  await keepAll([file, `${HERE}/api/commerce/desk/orders`]);
  expect(await textOf(ask(file))).toBe('code');
  expect(network).toHaveBeenCalledTimes(1);
  network.mockResolvedValueOnce(new Response('page'));
  await ask(`${HERE}/config/home`);
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await textOf(ask(`${HERE}/config/commerce?tab=orders`))).toBe('page');
});

test('S-344 no more than eighty answers are kept, the newest, and all are forgotten when that is asked for', async () => {
  for (let n = 0; n < 100; n += 1) {
    network.mockResolvedValueOnce(new Response(String(n)));
    await ask(`${HERE}/api/commerce/desk/orders/o${n}`);
  }
  const names = [...(kept.get('loggia-answers')?.answers.keys() ?? [])].map((url) => url.split('/').at(-1));
  expect([names.length, names[0], names.at(-1)]).toEqual([80, 'o20', 'o99']);
  await forget();
  expect(kept.size).toBe(0);
});

test.each([
  [
    'who asks is refused',
    () => {
      network.mockResolvedValueOnce(new Response('no', { status: 401 }));
      return ask(`${HERE}/config/api/site`);
    },
  ],
  ['somebody else logs in', () => forgetAnswers()],
])('S-981 an answer that was on its way when %s is not kept', async (_, ends) => {
  let arrives = (_: Blob) => {};
  const body = new Promise<Blob>((done) => {
    arrives = done;
  });
  const slow = new Response('a customer');
  slow.clone = () => Object.assign(new Response(), { blob: () => body });
  network.mockResolvedValueOnce(slow);
  const first = ask(ORDERS);
  await ends();
  arrives(new Blob(['a customer']));
  await first;
  expect([...(kept.get('loggia-answers')?.answers.keys() ?? [])]).toEqual([]);
  // What is asked for from then on is kept as ever.
  network.mockResolvedValueOnce(new Response('mine'));
  await ask(ORDERS);
  expect(kept.get('loggia-answers')?.answers.size).toBe(1);
});
