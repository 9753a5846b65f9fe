import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../../test/render.tsx';
import { StockDesk } from '../StockDesk.tsx';
import { COUNTS, LEDGER } from '../sample.fixture.ts';
import { dayOf, type Location, levelOf, withLevel } from './locations.ts';
import { ON_ITS_WAY, PLACES, ROWS_AT } from './sample.fixture.ts';

type Seen = { url: string; body: unknown; key?: string | null }[];

/** A shop of these locations, which remembers what it was told; `refuses` says no to each change. */
function shop(places: Location[], seen: Seen = [], refuses = '') {
  let locations = [...places];
  const refusal = () => HttpResponse.json({ error: refuses, code: 'refused' }, { status: 409 });
  const noted = async (request: Request, url: string) => {
    const body = (await request.json()) as Record<string, unknown>;
    seen.push({ url, body, key: request.headers.get('idempotency-key') });
    return body;
  };
  return [
    http.get('*/api/commerce/desk/locations', () => HttpResponse.json({ locations })),
    http.post('*/api/commerce/desk/locations', async ({ request }) => {
      const { name, mainName } = await noted(request, 'add');
      const [main, other] = PLACES as [Location, Location];
      const first = locations.length === 0 ? [{ ...main, name: String(mainName) }] : [];
      locations = [...locations, ...first, { ...other, id: 'new', name: String(name) }];
      return HttpResponse.json(locations.at(-1));
    }),
    http.put('*/api/commerce/desk/locations', async ({ request }) => {
      const { ids } = (await noted(request, 'order')) as { ids: string[] };
      locations.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
      return HttpResponse.json({ locations });
    }),
    http.put('*/api/commerce/desk/locations/:id', async ({ request, params }) => {
      const change = await noted(request, `change ${String(params.id)}`);
      if (refuses) return refusal();
      locations = locations.map((one) => (one.id === params.id ? { ...one, ...change } : one));
      return HttpResponse.json(locations.find((one) => one.id === params.id));
    }),
    http.get('*/api/commerce/desk/stock/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/stock', ({ request }) => {
      seen.push({ url: new URL(request.url).search, body: null });
      const bare = ROWS_AT.map((row) => ({ ...row, locations: [], incoming: [] }));
      return HttpResponse.json({ variants: locations.length > 0 ? ROWS_AT : bare, nextPageCursor: null });
    }),
    http.get('*/api/commerce/inventory/changes', () => HttpResponse.json(LEDGER)),
    http.post('*/api/commerce/inventory/adjustments', async ({ request }) => {
      await noted(request, 'adjust');
      return HttpResponse.json({ sku: 'bread', unlimited: false, qtyInStock: 15, before: 13, change: 2, total: 20 });
    }),
    http.get('*/api/commerce/desk/transfers', ({ request }) => {
      const isOpen = new URL(request.url).searchParams.get('view') === 'OPEN';
      return HttpResponse.json({ transfers: isOpen ? [ON_ITS_WAY] : [], nextPageCursor: null });
    }),
    http.post('*/api/commerce/desk/transfers', async ({ request }) => {
      await noted(request, 'send');
      return refuses ? refusal() : HttpResponse.json(ON_ITS_WAY);
    }),
    http.post('*/api/commerce/desk/transfers/:id/:step', async ({ request, params }) => {
      await noted(request, String(params.step));
      return refuses ? refusal() : HttpResponse.json(ON_ITS_WAY);
    }),
  ];
}

const told = (seen: Seen, url: string) => seen.filter((one) => one.url === url).map(({ body }) => body);

describe('locations of stock', () => {
  test('S-696 a shop of one place shows nothing of locations but the way to a second', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop([], seen) });
    expect(await screen.findByRole('button', { name: 'Change the stock of Bread' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Transfers' })).toBeNull();
    expect(screen.queryByText('All locations')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Several locations' }));
    await user.type(screen.getByLabelText('Name of the new location'), 'Warehouse');
    expect(screen.getByRole('button', { name: 'Add a location' })).toBeDisabled();
    await user.type(screen.getByLabelText('Where your stock lies today'), 'Shop floor');
    await user.click(screen.getByRole('button', { name: 'Add a location' }));
    expect(await screen.findByText(/^Warehouse is added/)).toBeVisible();
    expect(told(seen, 'add')).toEqual([{ name: 'Warehouse', mainName: 'Shop floor' }]);
    expect(await screen.findByRole('button', { name: 'Transfers' })).toBeVisible();
    expect(screen.queryByLabelText('Where your stock lies today')).toBeNull();
  });

  test('S-696 locations are renamed, put in order, archived, and a refusal says why', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(PLACES, seen) });
    await user.click(await screen.findByRole('button', { name: 'Locations' }));
    const rows = within(screen.getByRole('region', { name: 'Locations' }));
    await user.click(rows.getByRole('button', { name: 'Rename Warehouse' }));
    const field = rows.getByLabelText('New name of Warehouse');
    await user.clear(field);
    await user.type(field, 'Depot{Enter}');
    expect(await rows.findByRole('button', { name: 'Rename Depot' })).toHaveFocus();
    await user.click(rows.getByRole('button', { name: 'Take from Depot earlier' }));
    await waitFor(() => expect(told(seen, 'order')).toEqual([{ ids: ['ware', 'main'] }]));
    expect(await rows.findByRole('button', { name: 'Take from Depot earlier' })).toBeDisabled();
    await waitFor(() => expect(rows.getByRole('button', { name: 'Take from Depot later' })).toHaveFocus());
    expect(rows.queryByRole('button', { name: 'Archive Shop floor' })).toBeNull();
    await user.click(rows.getByRole('button', { name: 'Archive Depot' }));
    expect(await rows.findByRole('button', { name: 'Use Depot again' })).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Use Van again' }));
    await waitFor(() => expect(told(seen, 'change van')).toEqual([{ isArchived: false }]));
  });

  test('S-696 what is refused is said in words', async () => {
    const { user } = renderIn(<StockDesk />, { answers: shop(PLACES, [], '12 pieces are there. Move them.') });
    await user.click(await screen.findByRole('button', { name: 'Locations' }));
    await user.click(screen.getByRole('button', { name: 'Archive Warehouse' }));
    expect(await screen.findByText('12 pieces are there. Move them.')).toBeVisible();
  });

  test('S-696 each variant says where its pieces lie and what is on the way, and is changed at one location', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(PLACES, seen) });
    expect(
      await screen.findByText(
        `Shop floor 5 · Warehouse 13 · 24 on the way to Warehouse, expected ${dayOf('2026-03-01')}`,
        {
          exact: false,
        },
      ),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Warehouse' }));
    await waitFor(() => expect(seen.at(-1)?.url).toBe('?view=ALL&text=&location=ware'));
    expect(await screen.findByRole('status', { name: 'In stock: Bread' })).toHaveTextContent('13');
    await user.click(screen.getByRole('button', { name: 'Change the stock of Bread' }));
    expect(screen.getByRole('button', { name: /Warehouse \(13\)/ })).toBeVisible();
    await user.type(screen.getByLabelText('Change, or what was counted'), '+2');
    expect(screen.getByText('Then there are 15.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save the count' }));
    expect(await screen.findByText('There were 13, now there are 15.')).toBeVisible();
    const body = { itemId: 'bread', sku: 'bread', locationId: 'ware', change: 2, cause: 'RECEIVED', reason: '' };
    expect(told(seen, 'adjust')).toEqual([body]);
  });

  test('S-696 a count is of the location that is chosen', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(PLACES, seen) });
    await user.click(await screen.findByRole('button', { name: 'Warehouse' }));
    await user.click(screen.getByRole('button', { name: 'Count' }));
    await user.type(await screen.findByRole('textbox', { name: 'Scan or search' }), 'bread{Enter}');
    expect(await screen.findByText('bread · The shop says 13')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Counted: Bread (Warehouse)' }), '12');
    await user.click(screen.getByRole('button', { name: 'Save what was counted (1)' }));
    expect(await screen.findByText('Saved counts: 1.')).toBeVisible();
    expect(told(seen, 'adjust')).toMatchObject([{ locationId: 'ware', quantity: 12, expected: 13 }]);
  });

  test('S-697 a transfer is put together by search, sent once, and kept as it is when it is refused', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(PLACES, seen, 'There are 5 of Bread.') });
    await user.click(await screen.findByRole('button', { name: 'Transfers' }));
    await user.click(screen.getByRole('button', { name: 'New transfer' }));
    expect(screen.getByRole('button', { name: 'Send on its way' })).toBeDisabled();
    await user.type(screen.getByLabelText('Add a variant'), 'bread{Enter}');
    const pieces = await screen.findByLabelText('Pieces of Bread');
    await waitFor(() => expect(pieces).toHaveFocus());
    expect(screen.getByText('bread · 5 there')).toBeVisible();
    await user.clear(pieces);
    await user.type(pieces, '6');
    await user.type(screen.getByLabelText('Reference'), 'PO 8');
    await user.click(screen.getByRole('button', { name: 'Send on its way' }));
    expect(await screen.findByText('There are 5 of Bread.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send on its way' }));
    await waitFor(() => expect(told(seen, 'send')).toHaveLength(2));
    expect(told(seen, 'send')[0]).toEqual({
      fromId: 'main',
      toId: 'ware',
      lines: [{ itemId: 'bread', sku: 'bread', quantity: 6 }],
      reference: 'PO 8',
      tracking: '',
      expectedOn: null,
      note: '',
    });
    const keys = seen.filter(({ url }) => url === 'send').map(({ key }) => key);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(screen.getByLabelText('Reference')).toHaveValue('PO 8');
  });

  test('S-697 what is on its way is received in parts, with what was lost, or cancelled after a question', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<StockDesk />, { answers: shop(PLACES, seen) });
    await user.click(await screen.findByRole('button', { name: 'Transfers' }));
    await user.click(await screen.findByRole('button', { name: 'Show A supplier to Warehouse (PO 7)' }));
    expect(screen.getByText('bread · 30 sent, 5 received · 1 lost or damaged')).toBeVisible();
    const received = screen.getByLabelText('Received of Bread, of 24');
    expect(received).toHaveValue('24');
    await user.clear(screen.getByLabelText('Lost or damaged of Bread'));
    await user.type(screen.getByLabelText('Lost or damaged of Bread'), '2');
    await user.tab();
    expect(await screen.findByText('Only 24 are on the way.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Receive' })).toBeDisabled();
    await user.clear(received);
    await user.type(received, '10');
    await user.tab();
    await user.click(screen.getByRole('button', { name: 'Receive' }));
    expect(await screen.findByText('Received 10 pieces.')).toBeVisible();
    expect(told(seen, 'receipt')).toEqual([{ lines: [{ itemId: 'bread', sku: 'bread', received: 10, lost: 2 }] }]);
    await user.click(screen.getByRole('button', { name: 'Cancel the transfer' }));
    expect(await screen.findByText('What did not arrive is not expected any more.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel it' }));
    await waitFor(() => expect(told(seen, 'cancellation')).toEqual([{}]));
    await user.click(screen.getByRole('button', { name: 'Ended' }));
    expect(await screen.findByText('No transfers here.')).toBeVisible();
  });

  test('S-696 what lies at one location changes the sum by as much', () => {
    const [bread, cake] = ROWS_AT as [(typeof ROWS_AT)[0], (typeof ROWS_AT)[0]];
    expect([levelOf(bread, 'ware'), levelOf(bread, ''), levelOf(cake, 'van')]).toEqual([13, 18, 0]);
    const after = withLevel(bread, 'ware', 10);
    expect([after.available, levelOf(after, 'ware'), levelOf(after, 'main')]).toEqual([15, 10, 5]);
  });
});
