import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import type { Json } from '../core/json.ts';
import { $route } from '../state/route.ts';
import { ProductLists } from '../store/ProductLists.tsx';
import { MANY } from '../table/sample.fixture.ts';
import { renderIn } from '../test/render.tsx';
import { TEAPOT } from '../test/teapot.fixture.ts';
import { totalOf } from '../variants/total.ts';
import { $looked, amountText, byStock, FIRST } from './list.ts';

const TEA = 'content/shop/teapot.json';
const STOCK = '*/api/commerce/desk/stock';
const counts = (small: number, large: number) =>
  http.get('*/api/commerce/inventory/stocks', () =>
    HttpResponse.json({
      items: {
        teapot: {
          buildId: 'b',
          variants: [
            { sku: 'TEA-S', unlimited: false, qtyInStock: small },
            { sku: 'TEA-L', unlimited: false, qtyInStock: large },
          ],
        },
      },
    }),
  );
/** What the shop says runs out, a product a page. */
const runningOut = (items: Record<string, string[]>) =>
  http.get(STOCK, ({ request }) => {
    const query = new URL(request.url).searchParams;
    const ids = items[query.get('view') ?? ''] ?? [];
    const at = Number(query.get('cursor') ?? 0);
    const variants = ids.slice(at, at + 1).map((itemId) => ({ itemId, sku: 'x', available: 0 }));
    return HttpResponse.json({ variants, nextPageCursor: at + 1 < ids.length ? String(at + 1) : null });
  });
const list = () => screen.findByRole('region', { name: 'Products' });
const rows = () => within(screen.getByRole('list', { name: 'Products' })).queryAllByRole('button');
const names = () => rows().map((row) => row.querySelector('strong')?.textContent);

function open(answers: Parameters<typeof renderIn>[1] = {}, products: Record<string, Json> = { [TEA]: TEAPOT }) {
  const site = renderIn(<ProductLists />, { path: 'commerce', ...answers });
  for (const [path, json] of Object.entries(products)) site.mock.files.set(path, json);
  return site;
}

beforeEach(() => act(() => $looked.set(FIRST)));

test('S-383 a product says its name, words, variants, range of prices, state and what the shop has of it', async () => {
  const { container } = open({ answers: [counts(0, 3), runningOut({ LOW: ['teapot'] })] });
  await list();
  const tea = await screen.findByRole('button', { name: /Teapot/ });
  await waitFor(() => expect(tea).toHaveTextContent('3 left1 of 2 sold outLow'));
  expect(tea).toHaveTextContent(/2 variants · clay/);
  expect(tea).toHaveTextContent(/\$20\.00\s–\s\$32\.00/);
  expect(tea).toHaveTextContent('Visible');
  // The shop does not sell the mug yet: its own file says how many there are.
  await waitFor(() => expect(screen.getByRole('button', { name: /Mug/ })).toHaveTextContent('3 left'));
  expect(await axe(container)).toHaveNoViolations();
});

test('S-384 products are found by words, by whether they are seen and by what runs out, and come back as they were left', async () => {
  const draft = { ...(TEAPOT as object), id: 'secret', title: 'Secret pot', status: 'Draft' } as Json;
  const answers = [counts(4, 4), runningOut({ LOW: ['mug', 'teapot'], OUT: ['mug'] })];
  const first = open({ answers }, { [TEA]: TEAPOT, 'content/shop/secret.json': draft });
  await list();
  const lists = await screen.findByRole('group', { name: 'Which products' });
  const chip = (name: string) => within(lists).getByRole('button', { name });
  await first.user.click(chip('Hidden 1'));
  expect(names()).toEqual(['Secret pot']);
  expect(rows()[0]).toHaveTextContent('Draft');
  await first.user.click(chip('Visible 2'));
  expect(names()).toEqual(['Mug', 'Teapot']);
  // Every page of the shop's answer is read.
  await first.user.click(chip('Low'));
  await waitFor(() => expect(names()).toEqual(['Mug', 'Teapot']));
  await first.user.click(chip('Sold out'));
  await waitFor(() => expect(names()).toEqual(['Mug']));
  await first.user.click(chip('All 3'));
  await first.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'tea-l');
  await waitFor(() => expect(names()).toEqual(['Teapot', 'Secret pot']));
  await first.user.click(rows()[0] as HTMLElement);
  expect($route.get()).toEqual({ path: 'website/pages', params: { file: TEA, from: 'commerce' } });
  first.unmount();
  open({ answers }, { [TEA]: TEAPOT });
  await list();
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('tea-l');
  expect(names()).toEqual(['Teapot']);
});

test('S-385 of ten thousand products fifty are drawn; keys go through them and over the end of a page', async () => {
  const { user } = open({ answers: [http.get('*/config/api/products', () => HttpResponse.json(MANY))] }, {});
  await list();
  // Those of the first screen are drawn first.
  await waitFor(() => expect(rows()).toHaveLength(50));
  expect(screen.getByText('1 to 50 of 10000')).toBeInTheDocument();
  act(() => rows()[49]?.focus());
  await user.keyboard('j');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Product 50'));
  await user.keyboard('k');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Product 49'));
  await user.keyboard('/P9998');
  await waitFor(() => expect(names()).toEqual(['Product 9998']));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(rows()).toHaveLength(50));
  act(() => rows()[1]?.focus());
  await user.keyboard('{Enter}');
  expect($route.get().params.file).toBe('content/shop/1.json');
});

test('S-189 of a large shop the first products are asked for, all of them by whoever looks for one, and none in vain', async () => {
  const asked: string[] = [];
  const large = Array.from({ length: 6000 }, (_, index) => {
    const one = MANY.products[index % MANY.products.length] as (typeof MANY.products)[number];
    return { ...one, path: `content/shop/${index}.json`, json: { ...(one.json as object), title: `Product ${index}` } };
  });
  const server = http.get('*/config/api/products', ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query.toString());
    const from = Number(query.get('after') ?? 0);
    const to = from + Number(query.get('limit'));
    const nextCursor = to < large.length ? { nextCursor: String(to) } : {};
    return HttpResponse.json({ products: large.slice(from, to), total: large.length, ...nextCursor });
  });
  const { user } = open({ answers: [server] }, {});
  await list();
  expect(await screen.findByText('1 to 50 of 6000')).toBeInTheDocument();
  const next = screen.getByRole('button', { name: 'Next' });
  await user.click(next);
  await waitFor(() => expect(names()[0]).toBe('Product 50'));
  await user.click(next);
  await waitFor(() => expect(names()[0]).toBe('Product 100'));
  expect(asked).toEqual(['limit=100', 'limit=200']);
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'Product 5999');
  await waitFor(() => expect(names()).toEqual(['Product 5999']));
  expect(asked).toContain('after=5000&limit=5000');
  const read = asked.length;
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  expect(await screen.findByText('1 to 50 of 6000')).toBeInTheDocument();
  expect(asked.slice(read).filter((query) => query.includes('5000'))).toEqual([]);
});

test('S-386 a shop that does not answer is said, and an empty one says what to do', async () => {
  const lost = http.get(STOCK, () => HttpResponse.json({ error: 'gone' }, { status: 503 }));
  const noCounts = http.get('*/api/commerce/inventory/stocks', () => HttpResponse.json({}, { status: 503 }));
  const site = open({ answers: [lost, noCounts] });
  await list();
  expect(await screen.findByText(/^The shop does not answer now/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /Teapot/ })).toHaveTextContent('8 left');
  await site.user.click(screen.getByRole('button', { name: 'Sold out' }));
  expect(await screen.findByText(/^The shop does not say now what is running out/)).toBeInTheDocument();
  site.unmount();
  act(() => $looked.set(FIRST));
  const none = http.get('*/config/api/products', () => HttpResponse.json({ products: [], total: 0 }));
  const { user, container } = open({ answers: [none] }, {});
  expect(await screen.findByText(/^There is no product yet\. Press “New product”/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByRole('dialog', { name: 'Import products' })).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('S-383 what there is in all is the sum of what each variant has, and never less than nothing', () => {
  const places = ['/structuredContent/variants/0', '/structuredContent/variants/1'];
  const shop = (small: number | null, large: number | null) =>
    totalOf(TEAPOT, places, {
      is: 'shop',
      left: new Map([
        ['TEA-S', small],
        ['TEA-L', large],
      ]),
    });
  expect(shop(2, 5)).toEqual({ is: 'known', left: 7, out: 0, of: 2 });
  expect(shop(-3, 5)).toEqual({ is: 'known', left: 5, out: 1, of: 2 });
  expect(shop(null, 0)).toEqual({ is: 'known', left: null, out: 1, of: 2 });
  expect(totalOf(TEAPOT, places, { is: 'file' })).toEqual({ is: 'known', left: 8, out: 0, of: 2 });
  expect(totalOf(TEAPOT, places, { is: 'asked' })).toEqual({ is: 'asked' });
  expect(totalOf({}, places, { is: 'file' })).toEqual({ is: 'none' });
  // Amounts are written digit for digit, in any currency, and in one that is none.
  expect(amountText(['9007199254740993.01', '9007199254740993.01'], 'USD')).toBe('$9,007,199,254,740,993.01');
  expect(amountText(['12.50', '12.50'], '??')).toBe('12.50 ??');
});

test('S-645 products are ordered by how many there are; what never runs out is most, what has nothing to count is last', () => {
  const left: Record<string, number | null | undefined> = { a: 5, b: null, c: undefined, d: 0, e: 5 };
  const paths = Object.keys(left);
  const by = (isDown: boolean) => byStock(paths, (path) => left[path], isDown).join('');
  expect(by(false)).toBe('daebc');
  expect(by(true)).toBe('baedc');
});

test('S-645 the order by stock is that of the shop, and it counts all products, not those that are seen alone', async () => {
  const asked = new Set<string>();
  const stocks = http.get('*/api/commerce/inventory/stocks', ({ request }) => {
    const ids = (new URL(request.url).searchParams.get('itemIds') ?? '').split(',');
    for (const id of ids) asked.add(id);
    const item = { buildId: 'b', variants: [{ sku: 'x', unlimited: false, qtyInStock: 1 }] };
    return HttpResponse.json({ items: Object.fromEntries(ids.map((id) => [id, item])) });
  });
  const many = http.get('*/config/api/products', () =>
    HttpResponse.json({ products: MANY.products.slice(0, 120), total: 120 }),
  );
  $looked.set({ ...FIRST, order: 'stock up' });
  open({ answers: [stocks, many, runningOut({})] });
  await list();
  await waitFor(() => expect(asked.size).toBe(120));
});

test('S-646 after an import only what it brought is shown, with a way back', async () => {
  $looked.set({ ...FIRST, brought: [TEA] });
  const { user } = open({ answers: [runningOut({})] });
  await list();
  expect(await screen.findByText('Only what the import brought is shown (1).')).toBeInTheDocument();
  await waitFor(() => expect(names()).toEqual(['Teapot']));
  await user.click(screen.getByRole('button', { name: 'Show all products' }));
  expect($looked.get().brought).toBeNull();
  expect(screen.queryByText(/Only what the import brought/)).toBeNull();
});

test('S-646 what was brought and is not built yet is said to be coming', async () => {
  $looked.set({ ...FIRST, brought: ['content/shop/new.json'] });
  open({ answers: [runningOut({})] });
  expect(await screen.findByText('The products of the import are coming …')).toBeInTheDocument();
});

test('S-642 the products are downloaded as a list, and a refusal says why', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:products';
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  let isBroken = true;
  const file = http.get('*/config/api/products/list', () =>
    isBroken
      ? HttpResponse.json({ code: 'faults', message: 'The site has errors.' }, { status: 422 })
      : new HttpResponse('Title,Price'),
  );
  const { user } = open({ answers: [file, runningOut({})] });
  await user.click(await screen.findByRole('button', { name: 'Download as a list (CSV)' }));
  expect(await screen.findByText(/did not come: The site has errors/)).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(saved).toEqual(['products.csv']));
  click.mockRestore();
});
