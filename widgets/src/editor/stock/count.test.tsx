import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { CountMode } from './CountMode.tsx';
import { ROWS } from './sample.fixture.ts';

type Sent = { quantity: number; expected: number; sku: string; reason: string; key: string | null };

/** A shop with 18 loaves and a mug; `loses` takes the answers of the first so many counts away. */
function shop(sent: Sent[], { loses = 0, sold = 0 } = {}) {
  const left = new Map(ROWS.map(({ sku, available }) => [sku, available]));
  left.set('bread', 18 - sold);
  const known = new Map<string, object>();
  let lost = loses;
  return [
    http.get('*/config/api/products', () =>
      HttpResponse.json({
        products: [
          {
            path: 'content/shop/mug.json',
            id: 'mug',
            url: '/shop/mug',
            json: { structuredContent: { variants: [{ sku: 'mug-l', barcode: '4006381333931' }] } },
          },
        ],
        total: 1,
      }),
    ),
    http.get('*/api/commerce/desk/stock', ({ request }) => {
      const text = new URL(request.url).searchParams.get('text') ?? '';
      const variants = ROWS.filter(({ sku, title }) => `${sku} ${title}`.toLowerCase().includes(text.toLowerCase()));
      return HttpResponse.json({ variants, nextPageCursor: null });
    }),
    http.get('*/api/commerce/inventory/stock/', () =>
      HttpResponse.json({ results: [...left].map(([sku, qtyInStock]) => ({ sku, unlimited: false, qtyInStock })) }),
    ),
    http.post('*/api/commerce/inventory/adjustments', async ({ request }) => {
      const body = (await request.json()) as Omit<Sent, 'key'>;
      const key = request.headers.get('idempotency-key');
      sent.push({ ...body, key });
      const before = left.get(body.sku) ?? 0;
      const earlier = known.get(key ?? '');
      if (!earlier && before !== body.expected)
        return HttpResponse.json({ error: 'The stock changed meanwhile.', code: 'stock-changed' }, { status: 409 });
      const answer = earlier ?? { sku: body.sku, unlimited: false, qtyInStock: body.quantity, before };
      known.set(key ?? '', answer);
      if (!earlier) left.set(body.sku, body.quantity);
      lost -= 1;
      return lost >= 0 ? HttpResponse.error() : HttpResponse.json(answer);
    }),
  ];
}

const scan = () => screen.getByRole('textbox', { name: 'Scan or search' });
const item = (name: string) =>
  within(screen.getByRole('textbox', { name: `Counted: ${name}` }).closest('li') as HTMLElement);

beforeEach(() => window.localStorage.clear());

test('S-443 what a scanner types is found, counted, kept over a reload, and saved with its reason', async () => {
  const sent: Sent[] = [];
  const answers = shop(sent);
  const { user, unmount } = renderIn(<CountMode onEnd={() => undefined} />, { answers });
  expect(scan()).toHaveFocus();
  // A barcode of the site's files, with the Enter that scanners type.
  await user.type(scan(), '4006381333931{Enter}');
  const mug = await screen.findByRole('textbox', { name: 'Counted: Mug, Large' });
  await waitFor(() => expect(mug).toHaveFocus());
  await user.type(mug, '3');
  expect(item('Mug, Large').getByText('More than the shop says: 2')).toBeInTheDocument();
  await user.type(scan(), 'bread{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Counted: Bread' }), '16');
  expect(item('Bread').getByText('Fewer than the shop says: 2')).toBeInTheDocument();
  await user.type(scan(), 'nobody{Enter}');
  expect(await screen.findByText(/^Nothing of the shop has this number/)).toBeInTheDocument();
  unmount();
  const again = renderIn(<CountMode onEnd={() => undefined} />, { answers });
  expect(await axe(again.container)).toHaveNoViolations();
  expect(screen.getByRole('textbox', { name: 'Counted: Mug, Large' })).toHaveValue('3');
  await again.user.type(screen.getByRole('textbox', { name: 'Note for the ledger' }), 'November');
  await again.user.click(screen.getByRole('button', { name: 'Save what was counted (2)' }));
  expect(await screen.findByText('Saved counts: 2.')).toBeInTheDocument();
  expect(sent.map(({ sku, quantity, expected, reason }) => [sku, quantity, expected, reason])).toEqual([
    ['bread', 16, 18, 'November'],
    ['mug-l', 3, 1, 'November'],
  ]);
  expect(screen.getByText('Nothing is counted yet.')).toBeInTheDocument();
  expect(window.localStorage.getItem('loggia.editor.count')).toBeNull();
});

test('S-443 a count whose answer is lost is sent again with its key, and counts once', async () => {
  const sent: Sent[] = [];
  const { user } = renderIn(<CountMode onEnd={() => undefined} />, { answers: shop(sent, { loses: 1 }) });
  await user.type(scan(), 'bread{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Counted: Bread' }), '16');
  await user.click(screen.getByRole('button', { name: 'Save what was counted (1)' }));
  expect(await screen.findByText(/^Not saved: 1/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save what was counted (1)' }));
  expect(await screen.findByText('Saved counts: 1.')).toBeInTheDocument();
  expect([sent[0]?.key, new Set(sent.map(({ key }) => key)).size]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    1,
  ]);
});

test('S-443 what was sold while it was counted is said, and counted against what there is now', async () => {
  const sent: Sent[] = [];
  const { user } = renderIn(<CountMode onEnd={() => undefined} />, { answers: shop(sent, { sold: 1 }) });
  await user.type(scan(), 'bread{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Counted: Bread' }), '16');
  await user.click(screen.getByRole('button', { name: 'Save what was counted (1)' }));
  expect(await screen.findByText('The stock changed meanwhile.')).toBeInTheDocument();
  expect(item('Bread').getByText(/The shop says 17/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save what was counted (1)' }));
  expect(await screen.findByText('Saved counts: 1.')).toBeInTheDocument();
  expect(sent.map(({ expected }) => expected)).toEqual([18, 17]);
  // What never runs out is not counted.
  await user.type(scan(), 'lesson{Enter}');
  expect(await screen.findByText('Lesson never runs out: it is not counted.')).toBeInTheDocument();
});

test('S-443 where the browser reads barcodes the camera scans, and is let go', async () => {
  const stop = jest.fn();
  class Reader {
    detect = () => Promise.resolve([{ rawValue: '4006381333931' }]);
  }
  Object.assign(globalThis, { BarcodeDetector: Reader });
  const getUserMedia = jest.fn().mockResolvedValue({ getTracks: () => [{ stop }] });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const { user } = renderIn(<CountMode onEnd={() => undefined} />, { answers: shop([]) });
  await user.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  expect(await screen.findByRole('textbox', { name: 'Counted: Mug, Large' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stop the camera' }));
  expect(stop).toHaveBeenCalled();
  getUserMedia.mockRejectedValue(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Scan with the camera' }));
  expect(await screen.findByText(/^The camera cannot be used/)).toBeInTheDocument();
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
  Reflect.deleteProperty(navigator, 'mediaDevices');
});
