import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { at, type Json } from '../core/json.ts';
import { renderIn } from '../test/render.tsx';
import { TEAPOT } from '../test/teapot.fixture.ts';
import { ProductTable } from './ProductTable.tsx';
import { setWords } from './rows.ts';
import { MANY, OFFERED } from './sample.fixture.ts';

const TEA = 'content/shop/teapot.json';
const MUG = 'content/shop/mug.json';
const INVENTORY = '*/api/commerce/inventory';
const found = (at: string) => document.querySelector<HTMLElement>(`[data-at="${at}"]`);
const cell = (at: string) => found(at) as HTMLElement;
const words = (at: string) => cell(at).querySelector('span')?.textContent;
const paste = (text: string) =>
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData: { getData: () => text } });

/** The table of a shop with a mug and a teapot of two sizes. */
async function open(more: Parameters<typeof renderIn>[1] = {}) {
  const site = renderIn(<ProductTable />, { path: 'commerce', params: { table: 'products' }, ...more });
  site.mock.files.set(TEA, TEAPOT);
  await screen.findByRole('treegrid', { name: 'Products' });
  return site;
}

beforeEach(() => window.localStorage.clear());

test('S-437 what is written changes its value in the file and nothing else, and is one step of undo', async () => {
  const { user, session, mock, savedJson, container } = await open();
  const [mug, tea] = [mock.json(MUG), TEAPOT];
  await waitFor(() => expect(cell('0:4')).not.toHaveAttribute('data-locked'));
  expect(await axe(container)).toHaveNoViolations();
  expect([words('0:0'), words('0:1'), words('0:2'), words('1:2')]).toEqual(['Mug', 'MUG', '14.00', '20.00 – 32.00']);
  await user.click(screen.getByRole('button', { name: 'Open Teapot' }));
  expect([words('2:0'), words('2:2'), words('3:0')]).toEqual(['Small', '20.00', 'Large']);
  // Prices of three rows at a time, in two files, of which one cannot be there.
  await user.click(cell('0:2'));
  paste('15\n99\n21,5\nmany\n');
  await waitFor(() => expect(cell('3:2')).toHaveAttribute('aria-invalid', 'true'));
  expect(words('2:2')).toBe('21.50');
  expect(cell('1:2')).toHaveAccessibleDescription(/^This product has variants/);
  expect(cell('3:2')).toHaveAccessibleDescription('Write an amount, such as 12.50.');
  expect(session.$documents.get().past).toHaveLength(1);
  expect(await savedJson(MUG)).toEqual(replaced(mug, '/structuredContent/variants/0/price', 1500));
  expect(mock.json(TEA)).toEqual(replaced(tea, '/structuredContent/variants/0/price', 2150));
  act(() => void session.undo());
  expect(await savedJson(MUG)).toEqual(mug);
  expect(mock.json(TEA)).toEqual(tea);
});

/** A file in which one value is another. */
function replaced(file: Json, pointer: string, value: Json): Json {
  const copy = structuredClone(file);
  const above = at(copy, pointer.slice(0, pointer.lastIndexOf('/'))) as { [key: string]: Json };
  above[pointer.slice(pointer.lastIndexOf('/') + 1)] = value;
  return copy;
}

test('S-437 names, tags and status are written as they are read', async () => {
  const { user, savedJson } = await open();
  await user.click(cell('0:0'));
  await user.keyboard('Cup{Enter}');
  await user.click(cell('0:6'));
  await user.keyboard('clay, "red, warm"{Enter}');
  await waitFor(() => expect(words('0:6')).toBe('clay, "red, warm"'));
  await user.click(cell('0:5'));
  paste('draft');
  await waitFor(() => expect(words('0:5')).toBe('Draft'));
  paste('gone');
  expect(await screen.findByText(/Write one of these: Draft, /, { selector: '[id]' })).toBeInTheDocument();
  expect(await savedJson(MUG)).toMatchObject({
    title: 'Cup',
    name: 'Cup',
    tags: ['clay', 'red, warm'],
    status: 'Draft',
  });
});

test('S-439 what the shop counts is counted by the shop, refused by it at the cell, and taken back', async () => {
  let left = 12;
  const sent: unknown[] = [];
  const record = () => ({ sku: 'MUG', unlimited: false, qtyInStock: left });
  const answers = [
    http.get(`${INVENTORY}/stocks`, () =>
      HttpResponse.json({ items: { mug: { buildId: 'b', variants: [record()] } } }),
    ),
    http.get(`${INVENTORY}/stock/`, () => HttpResponse.json({ results: [record()] })),
    http.post(`${INVENTORY}/adjustments`, async ({ request }) => {
      const body = (await request.json()) as { quantity: number; expected: number };
      sent.push(body);
      if (body.expected !== left) return HttpResponse.json({ error: 'It changed meanwhile.' }, { status: 409 });
      const before = left;
      left = body.quantity;
      return HttpResponse.json({ ...record(), before, change: left - before });
    }),
  ];
  const { user, session, mock } = await open({ answers });
  const file = mock.json(MUG);
  await waitFor(() => expect(words('0:4')).toBe('12'));
  await user.click(cell('0:4'));
  await user.keyboard('9{Enter}');
  await waitFor(() => expect(words('0:4')).toBe('9'));
  expect(sent).toEqual([{ itemId: 'mug', sku: 'MUG', quantity: 9, expected: 12, cause: 'COUNTED', reason: '' }]);
  await user.click(await screen.findByRole('button', { name: 'Take it back' }));
  expect(await screen.findByText('The counts are as they were.')).toBeInTheDocument();
  await waitFor(() => expect(words('0:4')).toBe('12'));
  // An order came in between.
  left = 11;
  await user.click(cell('0:4'));
  await user.keyboard('8{Enter}');
  await waitFor(() => expect(cell('0:4')).toHaveAccessibleDescription('It changed meanwhile.'));
  expect(words('0:4')).toBe('8');
  expect([session.$documents.get().past.length, mock.json(MUG)]).toEqual([0, file]);
});

test('S-440 of ten thousand products only those that are seen are drawn; they are found, filtered and put in order', async () => {
  const { user } = renderIn(<ProductTable />, {
    path: 'commerce',
    params: { table: 'products' },
    answers: [http.get('*/config/api/products', () => HttpResponse.json(MANY))],
  });
  const grid = await screen.findByRole('treegrid', { name: 'Products' });
  expect(grid).toHaveAttribute('aria-rowcount', '10001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  await user.click(cell('0:0'));
  await user.keyboard('{Control>}{End}{/Control}');
  expect(document.activeElement).toHaveAttribute('data-at', expect.stringMatching(/^9999:/));
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'P9998');
  await waitFor(() => expect(grid).toHaveAttribute('aria-rowcount', '2'));
  expect(words('0:0')).toBe('Product 9998');
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  await user.click(screen.getByRole('columnheader', { name: /^Price/ }));
  expect(screen.getByRole('columnheader', { name: /^Price/ })).toHaveAttribute('aria-sort', 'ascending');
  expect([words('0:2'), words('1:2')]).toEqual(['1.00', '1.00']);
  expect(screen.getByText('Products: 10000 of 10000')).toBeInTheDocument();
});

test('S-440 columns are chosen, and stay chosen', async () => {
  const { user, unmount } = await open();
  expect(screen.queryByRole('columnheader', { name: 'Barcode' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('switch', { name: 'Barcode' }));
  await user.click(screen.getByRole('switch', { name: 'Categories' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  unmount();
  await open();
  expect(screen.getByRole('columnheader', { name: 'Barcode' })).toBeInTheDocument();
  expect(screen.queryByRole('columnheader', { name: 'Categories' })).toBeNull();
});

test('S-437 words that stay are left where they are', () => {
  const edits = (text: string) => {
    const set = setWords(OFFERED, 'tag', text);
    return 'edits' in set ? set.edits.map(({ op, pointer }) => `${op} ${pointer}`) : set.tooLong;
  };
  expect(edits('rye, oat, new')).toEqual(['insert /tags/2']);
  expect(edits('oat')).toEqual(['remove /tags/0']);
  expect(edits('oat, rye')).toEqual(['set /tags']);
  expect(edits('rye, oat')).toEqual([]);
  expect(edits('x'.repeat(51))).toBe('x'.repeat(51));
});
