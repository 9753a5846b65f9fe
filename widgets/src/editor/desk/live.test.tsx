import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import type { Row } from './desk.ts';
import { OrderDesk } from './OrderDesk.tsx';
import { COUNTS, DOLLARS, ROWS } from './sample.fixture.ts';

/** A shop that says when something is new; what comes in is put before the rows. */
function liveShop() {
  const encoder = new TextEncoder();
  let rows: Row[] = ROWS;
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const asked: (string | null)[] = [];
  const say = (name: string, id: string) => stream?.enqueue(encoder.encode(`event: ${name}\nid: ${id}\ndata: {}\n\n`));
  const answers = [
    http.get('*/api/commerce/desk/events', ({ request }) => {
      asked.push(request.headers.get('last-event-id'));
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
        },
      });
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
    }),
    http.get('*/api/commerce/desk/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/views', () => HttpResponse.json({ views: [] })),
    http.get('*/api/commerce/desk/orders', () =>
      HttpResponse.json({ orders: rows, nextCursor: null, isPartial: false, amounts: [DOLLARS] }),
    ),
  ];
  const change = (next: Row[], id: string) => {
    rows = next;
    say('orders', id);
  };
  return { answers, asked, say, change, end: () => stream?.close(), isOpen: () => stream !== undefined };
}

const shownRows = () =>
  screen.getAllByRole('button', { name: /^#\d+/ }).map(({ textContent }) => textContent?.slice(0, 5));

describe('S-432 orders that come in', () => {
  test('are said and counted, and nothing that is read moves until they are asked for', async () => {
    const shop = liveShop();
    const { user } = renderIn(<OrderDesk />, { answers: shop.answers });
    await screen.findByRole('button', { name: /#1002/ });
    await waitFor(() => expect(shop.isOpen()).toBe(true));
    const [first, second] = ROWS as [Row, Row];
    const came = (n: number): Row => ({ ...second, id: `n${n}`, number: 1002 + n });
    // The newest is there, one was paid later than others, and another window has sent the first.
    act(() => shop.change([came(2), { ...first, state: 'SENT' }, came(1), second], 'b'));
    const button = await screen.findByRole('button', { name: '2 new orders: show them' });
    expect(button.closest('[role=status]')).not.toBeNull();
    expect(shownRows()).toEqual(['#1002', '#1001']);
    expect(screen.getByRole('button', { name: /#1002/ })).toHaveTextContent('Fulfilled');
    await user.click(button);
    await waitFor(() => expect(shownRows()).toEqual(['#1004', '#1002', '#1003', '#1001']));
    expect(screen.queryByRole('button', { name: /new order/ })).toBeNull();
  });

  test('are heard again where the stream broke, from the last that was heard', async () => {
    const shop = liveShop();
    renderIn(<OrderDesk />, { answers: shop.answers });
    await waitFor(() => expect(shop.isOpen()).toBe(true));
    act(() => {
      shop.say('hello', 'a');
      shop.end();
    });
    await waitFor(() => expect(shop.asked).toEqual([null, 'a']), { timeout: 4000 });
  });

  test('S-432 a press shows at once, and is taken back for what is refused', async () => {
    const shop = liveShop();
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const parcels = http.post('*/api/commerce/desk/parcels', async () => {
      await held;
      return HttpResponse.json({ orders: [{ id: 'o1', refused: 'It is called off.' }] });
    });
    const { user } = renderIn(<OrderDesk />, { answers: [parcels, ...shop.answers] });
    const row = await screen.findByRole('button', { name: /#1001/ });
    expect(row).toHaveTextContent('Paid');
    await user.click(screen.getByRole('checkbox', { name: /#1001/ }));
    await user.click(screen.getByRole('button', { name: 'It is sent' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /#1001/ })).toHaveTextContent('Fulfilled'));
    act(() => answer?.());
    expect(await screen.findByText(/It is called off/)).toBeVisible();
    expect(screen.getByRole('button', { name: /#1001/ })).toHaveTextContent('Paid');
  });
});
