import { screen, within } from '@testing-library/react';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { useOpened } from '../state/context.ts';
import { renderIn } from '../test/render.tsx';
import { ProductFields } from './ProductFields.tsx';

const MUG = 'content/shop/mug.json';
const INVENTORY = '*/api/commerce/inventory';

function Product() {
  return useOpened(MUG).is === 'ready' ? <ProductFields path={MUG} /> : null;
}

type Sent = { quantity?: number; change?: number; expected?: number; reason: string };

/** A shop that counts the mug: the file says 3. Answers what was sent to it. */
function counts(first: number): { sent: Sent[]; sell: (pieces: number) => void; answers: RequestHandler[] } {
  let left = first;
  const sent: Sent[] = [];
  const ledger = [{ change: first, reason: 'import', note: null as string | null, orderId: null, createdOn: 0 }];
  const record = () => ({ sku: 'MUG', unlimited: false, qtyInStock: left });
  const answers = [
    http.get(`${INVENTORY}/stocks`, ({ request }) => {
      const id = new URL(request.url).searchParams.get('itemIds') ?? '';
      return HttpResponse.json({ items: { [id]: { buildId: 'b', variants: [] } } });
    }),
    http.get(`${INVENTORY}/stock/`, () => HttpResponse.json({ results: [record()] })),
    http.get(`${INVENTORY}/changes`, () =>
      HttpResponse.json({ changes: [...ledger].reverse(), hasNextPage: false, nextPageCursor: null }),
    ),
    http.post(`${INVENTORY}/adjustments`, async ({ request }) => {
      const body = (await request.json()) as Sent;
      sent.push(body);
      if (body.expected !== undefined && body.expected !== left)
        return HttpResponse.json({ error: 'The stock changed meanwhile.', code: 'stock-changed' }, { status: 409 });
      const change = body.change ?? (body.quantity ?? 0) - left;
      left += change;
      ledger.push({ change, reason: 'adjustment', note: body.reason, orderId: null, createdOn: 1 });
      return HttpResponse.json(record());
    }),
  ];
  const sell = (pieces: number) => {
    left -= pieces;
  };
  return { sent, sell, answers };
}

test('S-739 the shop’s count stands beside the file’s, is changed by so many, and the ledger says why', async () => {
  const { sent, answers } = counts(12);
  const { user } = renderIn(<Product />, { path: 'website/pages', answers });
  expect(await screen.findByRole('status', { name: 'In stock' })).toHaveTextContent('12');
  expect(screen.getByText(/^The file says 3/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add or take away' }));
  const box = screen.getByRole('textbox', { name: /^By how many/ });
  await user.clear(box);
  await user.type(box, '6{Tab}');
  expect(screen.getByText('Then there are 18.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save the count' }));
  expect(await screen.findByText('18')).toBeInTheDocument();
  expect(sent).toEqual([expect.objectContaining({ change: 6, reason: 'Delivered' })]);
  await user.click(screen.getByRole('button', { name: 'What changed it' }));
  const ledger = within(await screen.findByRole('list', { name: 'What changed it' }));
  expect(ledger.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^\+6 Adjusted · Delivered · /),
    expect.stringMatching(/^\+12 First count · /),
  ]);
});

test('S-739 a count in whose time an order came is refused, and the new number is shown', async () => {
  const { sent, sell, answers } = counts(12);
  const { user } = renderIn(<Product />, { path: 'website/pages', answers });
  await user.click(await screen.findByRole('button', { name: 'Count anew' }));
  sell(2);
  await user.click(screen.getByRole('button', { name: 'Save the count' }));
  expect(await screen.findByText('The stock changed meanwhile.')).toBeInTheDocument();
  expect(await screen.findByText('10')).toBeInTheDocument();
  expect(sent).toEqual([expect.objectContaining({ quantity: 12, expected: 12 })]);
});
