import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { StockDesk } from './StockDesk.tsx';
import { COUNTS, LEDGER, ROWS, TABLE } from './sample.fixture.ts';
import { wishOf } from './stock.ts';

type Seen = { url: string; body: unknown }[];

/** A shop with 18 loaves; `refuses` says no to each change. */
function shop(seen: Seen = [], refuses = false) {
  let bread = 18;
  const made: typeof LEDGER.changes = [];
  const [line] = LEDGER.changes;
  return [
    http.get('*/api/commerce/desk/stock/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/stock', ({ request }) => {
      seen.push({ url: new URL(request.url).search, body: null });
      const variants = ROWS.map((row) => (row.sku === 'bread' ? { ...row, available: bread } : row));
      return HttpResponse.json({ variants, nextPageCursor: null });
    }),
    http.get('*/api/commerce/inventory/changes', () =>
      HttpResponse.json({ ...LEDGER, changes: [...made, ...LEDGER.changes] }),
    ),
    http.put('*/api/commerce/desk/stock/low', async ({ request }) => {
      seen.push({ url: 'low', body: await request.json() });
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/commerce/inventory/adjustments', async ({ request }) => {
      const body = (await request.json()) as { change?: number; quantity?: number };
      seen.push({ url: 'adjust', body });
      await delay(50);
      if (refuses)
        return HttpResponse.json(
          { error: 'There are not as many to take away.', code: 'stock-below-zero' },
          { status: 400 },
        );
      const before = bread;
      bread = body.quantity ?? bread + (body.change ?? 0);
      if (line) made.unshift({ ...line, change: bread - before, note: 'just now' });
      return HttpResponse.json({ sku: 'bread', unlimited: false, qtyInStock: bread, before, change: bread - before });
    }),
    http.post('*/api/commerce/desk/stock/tables', async ({ request }) => {
      const body = (await request.json()) as { table: string; preview?: boolean };
      seen.push({ url: 'table', body });
      if (body.table.includes('nobody')) {
        const fault = {
          line: 2,
          column: 'sku',
          code: 'sku-unknown',
          message: 'The shop sells no variant with this SKU.',
        };
        return HttpResponse.json({ ...TABLE, changes: [], faults: [fault] });
      }
      return HttpResponse.json({ ...TABLE, isDone: !body.preview });
    }),
  ];
}

const bread = () => screen.getByRole('status', { name: 'In stock: Bread' });

/** A table as it is chosen. */
const csv = (text: string): File => new File([text], 'stock.csv', { type: 'text/csv' });

describe('stock', () => {
  test('S-906 what is left stands beside each variant, in lists that are counted and found by words', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(seen) });
    const rows = within(await screen.findByRole('region', { name: 'Stock' }));
    expect(await rows.findByText(/bread · 2 held by unpaid orders/)).toBeVisible();
    const [first, mug, cake, lesson] = rows.getAllByRole('listitem').map((row) => row.textContent);
    expect(first).toContain('18');
    expect(mug).toContain('Low');
    expect(cake).toContain('Sold out');
    expect(lesson).toContain('Not counted');
    expect(rows.queryByRole('button', { name: 'Change the stock of Lesson' })).toBeNull();
    expect(await rows.findByRole('button', { name: 'All 10000+' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(rows.getByRole('button', { name: 'Low 1' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'mug');
    await waitFor(() => expect(seen.at(-1)?.url).toBe('?view=LOW&text=mug'));
  });

  test('S-906 a change is seen at once, said with what was there, and stands in the ledger', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: 'Change the stock of Bread' }));
    expect(await screen.findByText(/Received · van 7 · own@shop.example/)).toBeVisible();
    expect(screen.getByText(/Order #1001/)).toBeVisible();
    await user.type(screen.getByLabelText('Change, or what was counted'), '+6');
    expect(screen.getByText('Then there are 24.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save the count' }));
    expect(bread()).toHaveTextContent('24');
    expect(await screen.findByText('There were 18, now there are 24.')).toBeVisible();
    expect(await screen.findByText(/Received · just now/)).toBeVisible();
    await user.type(screen.getByLabelText('Change, or what was counted'), '10');
    await user.click(screen.getByRole('button', { name: 'Save the count' }));
    expect(await screen.findByText('There were 24, now there are 10.')).toBeVisible();
    expect(seen.filter(({ url }) => url === 'adjust').map(({ body }) => body)).toEqual([
      { itemId: 'bread', sku: 'bread', change: 6, cause: 'RECEIVED', reason: '' },
      { itemId: 'bread', sku: 'bread', quantity: 10, cause: 'COUNTED', reason: '' },
    ]);
  });

  test('S-906 a change that is refused is taken back, said, and what was typed stays', async () => {
    const { user } = renderIn(<StockDesk />, { answers: shop([], true) });
    await user.click(await screen.findByRole('button', { name: 'Change the stock of Bread' }));
    const field = screen.getByLabelText('Change, or what was counted');
    await user.type(field, '-30');
    expect(screen.getByRole('button', { name: 'Save the count' })).toBeDisabled();
    await user.clear(field);
    await user.type(field, '-3');
    await user.click(screen.getByRole('button', { name: 'Save the count' }));
    expect(bread()).toHaveTextContent('15');
    expect(await screen.findByText('There are not as many to take away.')).toBeVisible();
    expect(bread()).toHaveTextContent('18');
    expect(field).toHaveValue('-3');
  });

  test('S-906 from how many on a variant is low is said of the shop and of one', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(seen) });
    const field = await screen.findByLabelText('Low stock from');
    await user.clear(field);
    await user.type(field, '5');
    await user.click(screen.getByRole('button', { name: 'Save the number' }));
    await waitFor(() => expect(seen).toContainEqual({ url: 'low', body: { lowAt: 5 } }));
  });

  test('S-907 a table is looked at before it is taken over, and a fault says its line and column', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(seen) });
    const input = await screen.findByLabelText(/Take over a table/);
    await user.upload(input, csv('sku,count\nnobody,1\n'));
    expect(await screen.findByText('Line 2, sku: The shop sells no variant with this SKU.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Take it over' })).toBeNull();
    await user.upload(input, csv('sku,count\nbread,12\n'));
    expect(await screen.findByText('Bread (bread): 18 → 12')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Take it over' }));
    expect(await screen.findByText(/^Changed 1 variants/)).toBeVisible();
    expect(seen.filter(({ url }) => url === 'table').map(({ body }) => body)).toEqual([
      { table: 'sku,count\nnobody,1\n', preview: true },
      { table: 'sku,count\nbread,12\n', preview: true },
      { table: 'sku,count\nbread,12\n', again: false },
    ]);
  });

  test('S-906 what is typed is a change with a sign, else a count', () => {
    expect([' +6', '-2', '−2', '10', '0', '1.5', 'x', '', '99999999'].map(wishOf)).toEqual([
      { change: 6 },
      { change: -2 },
      { change: -2 },
      { quantity: 10 },
      { quantity: 0 },
      null,
      null,
      null,
      null,
    ]);
  });
});
