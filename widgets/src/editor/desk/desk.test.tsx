import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { NO_CHANGES } from './edit.fixture.ts';
import { OrderDesk } from './OrderDesk.tsx';
import { COUNTS, DOLLARS, FAULTS, ONE, PREVIEW, ROWS } from './sample.fixture.ts';

const shop = (seen: { url: string; body: unknown }[] = []) => [
  http.get('*/api/commerce/desk/counts', () => HttpResponse.json(COUNTS)),
  http.get('*/api/commerce/desk/views', () => HttpResponse.json({ views: [] })),
  http.get('*/api/commerce/desk/carriers', () => HttpResponse.json({ carriers: ['DHL', 'UPS'] })),
  http.get('*/api/commerce/desk/orders', ({ request }) => {
    seen.push({ url: new URL(request.url).search, body: null });
    return HttpResponse.json({
      orders: ROWS,
      nextCursor: null,
      isPartial: request.url.includes('text=a'),
      amounts: [DOLLARS],
    });
  }),
  http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json(ONE)),
  http.get('*/api/commerce/desk/orders/:id/changes', () => HttpResponse.json(NO_CHANGES)),
  http.get('*/api/commerce/desk/selection', ({ request }) => {
    seen.push({ url: new URL(request.url).search, body: null });
    return HttpResponse.json({ orders: ['o2', 'o1'], isMore: false });
  }),
  http.post('*/refund-preview', () => HttpResponse.json(PREVIEW)),
  http.put('*/api/commerce/*', async ({ request }) => {
    seen.push({ url: new URL(request.url).pathname, body: await request.json() });
    return HttpResponse.json(ONE);
  }),
  http.post('*/api/commerce/*', async ({ request }) => {
    seen.push({ url: new URL(request.url).pathname, body: await request.json() });
    return HttpResponse.json(ONE);
  }),
];

describe('the desk', () => {
  test('S-695 an order says from which locations its pieces were taken', async () => {
    const at = { itemId: 'bread', sku: 'bread' };
    const takenFrom = [
      { ...at, locationId: 'main', name: 'Shop floor', pieces: 2 },
      { ...at, locationId: 'w', name: 'Warehouse', pieces: 1 },
    ];
    const order = http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json({ ...ONE, takenFrom }));
    const { user } = renderIn(<OrderDesk />, { answers: [order, ...shop()] });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    expect(await screen.findByText(/Taken from Shop floor: 2, Warehouse: 1/)).toBeVisible();
  });

  test('S-881 lists stand with their counts, and words are looked for', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const { user } = renderIn(<OrderDesk />, { answers: shop(seen) });
    expect(await screen.findByRole('button', { name: /#1002/ })).toHaveTextContent('Partly sent');
    await user.click(await screen.findByRole('button', { name: 'Sent 10000+' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'lee');
    await waitFor(() => expect(seen.at(-1)?.url).toBe('?view=SENT&text=lee'));
  });

  test('S-881 j, k, Enter, / and Esc work the list', async () => {
    const { user } = renderIn(<OrderDesk />, { answers: shop() });
    const first = await screen.findByRole('button', { name: /#1002/ });
    act(() => first.focus());
    await user.keyboard('j');
    expect(screen.getByRole('button', { name: /#1001/ })).toHaveFocus();
    await user.keyboard('k');
    expect(first).toHaveFocus();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    await user.keyboard('jk');
    expect(screen.getByRole('searchbox')).toHaveValue('jk');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    act(() => first.focus());
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: /#1002/ });
    await user.keyboard('{Escape}');
    await screen.findByRole('searchbox');
    // The list goes on where it was left.
    expect(screen.getByRole('button', { name: /#1002/ })).toHaveFocus();
  });

  test('S-999 Escape leaves a field, with what was typed, before it leaves the order', async () => {
    const { user } = renderIn(<OrderDesk />, { answers: shop() });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await user.type(note, 'They called.{Escape}');
    expect(note).toHaveValue('They called.');
    expect(note).not.toHaveFocus();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: /#1002/ })).toHaveFocus();
    // It stands there when the order is opened again, until it is kept.
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('They called.');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus());
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    await user.keyboard('{Escape}{Escape}');
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('');
  });

  test('S-882 a part is sent with its carrier, the address stands whole', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const { user } = renderIn(<OrderDesk />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    expect(await screen.findByText(/1 Main Street/)).toHaveTextContent('Ann Lee 1 Main Street New York, NY 10001');
    expect(screen.getByText(/Writing: Happy birthday/)).toBeInTheDocument();
    const pieces = screen.getByRole('textbox', { name: 'Bread: pieces of 2' });
    await user.clear(pieces);
    await user.type(pieces, '1');
    await user.type(screen.getByRole('textbox', { name: 'Tracking number' }), 'JD01');
    await user.click(screen.getByRole('button', { name: 'It is sent' }));
    await waitFor(() =>
      expect(seen.filter(({ body }) => body).at(-1)).toEqual({
        url: '/api/commerce/desk/orders/o2/parcels',
        body: {
          lines: [{ position: 0, quantity: 1 }],
          notify: true,
          tracking: { carrier: '', trackingNumber: 'JD01', trackingUrl: '' },
        },
      }),
    );
  });

  test('S-818 the day and time, the message for a gift and the terms of an order stand at the desk', async () => {
    const window = { day: '2026-11-27', from: '10:00', to: '11:00' };
    const order = {
      ...ONE.order,
      deliveryLines: [],
      shippingOption: { id: 'oven', name: 'Collect', costCents: 0, window },
      buyer: { ...ONE.order.buyer, giftMessage: 'Happy birthday!', termsDigest: 'abc123' },
    };
    const one = http.get('*/api/commerce/desk/orders/o2', () => HttpResponse.json({ ...ONE, order }));
    const { user } = renderIn(<OrderDesk />, { answers: [one, ...shop([])] });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    expect(await screen.findByText('Collect · Friday, November 27, 2026, 10:00–11:00')).toBeInTheDocument();
    expect(screen.getByText('Happy birthday!')).toBeInTheDocument();
    expect(screen.getByText('abc123')).toBeInTheDocument();
  });

  test('S-882 an amount goes back in whole coins, and a refusal is said and keeps what was typed', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const refusal = http.post('*/api/commerce/orders/o2/refunds', async ({ request }) => {
      seen.push({ url: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json(
        { code: 'refund-too-large', message: 'That is more than is left of what was paid.' },
        { status: 400 },
      );
    });
    const { user } = renderIn(<OrderDesk />, { answers: [refusal, ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    const amount = await screen.findByRole('textbox', { name: 'Another amount in USD' });
    expect(screen.getByRole('button', { name: 'Refund' })).toBeDisabled();
    await user.type(amount, '12,5');
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'late');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('That is more than is left of what was paid.');
    expect(seen.filter(({ body }) => body).at(-1)).toEqual({
      url: '/api/commerce/orders/o2/refunds',
      body: { amountCents: 1250, reason: 'late', lines: [] },
    });
    expect(amount).toHaveValue('12,5');
  });

  test('S-881 where too many words begin as the last one it is said', async () => {
    const { user } = renderIn(<OrderDesk />, { answers: shop() });
    await screen.findByRole('button', { name: /#1002/ });
    expect(screen.queryByText(/type more letters/)).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'a');
    expect(await screen.findByText(/type more letters/)).toBeVisible();
  });

  test('S-762 an order that is paid by hand is marked as paid, sent or called off, and nothing of it is refunded', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const waiting = {
      ...ONE,
      parcels: [],
      order: { ...ONE.order, state: 'PENDING', payment: { provider: 'manual', status: 'started', reference: '' } },
    };
    const answer = http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json(waiting));
    const { user } = renderIn(<OrderDesk />, { answers: [answer, ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    await waitFor(() => expect(seen.map(({ url }) => url)).toContain('/api/commerce/orders/o2/payment'));
    expect(screen.getByRole('button', { name: 'It is sent' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Why it is cancelled' }), 'no oven');
    expect(screen.getByRole('button', { name: /Cancel/ })).toBeEnabled();
  });

  test('S-890 pieces and delivery are refunded, and before that it is told what goes where', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const { user } = renderIn(<OrderDesk />, { answers: shop(seen) });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    const pieces = await screen.findByRole('textbox', { name: 'Bread: refund' });
    await user.clear(pieces);
    await user.type(pieces, '2');
    await user.click(screen.getByRole('switch', { name: 'Delivery too: $6.00' }));
    expect(await screen.findByText(/\$6.00 go back/)).toHaveTextContent(
      '$6.00 go back. $5.00 the way it was paid. $1.00 to the gift cards that paid.',
    );
    expect(screen.getByRole('button', { name: 'Refund' })).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'broken');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(seen.filter(({ url }) => url.endsWith('/refunds')).at(-1)?.body).toEqual({
        lines: [{ position: 0, quantity: 2, restock: true }],
        deliveryCents: 600,
        reason: 'broken',
      }),
    );
  });

  test('S-717 money goes to a new gift card where that is wanted, and it is told before', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const told = http.post('*/api/commerce/orders/:id/refund-preview', async ({ request }) => {
      seen.push({ url: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json({
        ...{ lines: [], amountCents: 1250, moneyCents: 0, newCardCents: 1250, toCardsCents: 0, voidedCents: 0 },
      });
    });
    const { user } = renderIn(<OrderDesk />, { answers: [told, ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Another amount in USD' }), '12.50');
    await user.click(screen.getByRole('switch', { name: /to a new gift card, sent to/ }));
    expect(await screen.findByText(/to a new gift card, by letter/)).toHaveTextContent('$12.50 go back.');
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'too small');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    const body = { lines: [], amountCents: 1250, toCard: true };
    await waitFor(() =>
      expect(seen.filter(({ url }) => url.endsWith('/refunds')).at(-1)?.body).toEqual({ ...body, reason: 'too small' }),
    );
    expect(seen.filter(({ url }) => url.endsWith('/refund-preview')).at(-1)?.body).toEqual(body);
  });

  test('S-306 a refund whose answer never came is asked for again by the same key, the next one by another', async () => {
    const keys: (string | null)[] = [];
    const refund = http.post('*/api/commerce/orders/:id/refunds', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(ONE);
    });
    const { user } = renderIn(<OrderDesk />, { answers: [refund, ...shop()] });
    await user.click(await screen.findByRole('button', { name: /#1002/ }));
    const button = await screen.findByRole('button', { name: 'Refund' });
    const press = async (amount: string) => {
      if (amount) await user.type(screen.getByRole('textbox', { name: /Another amount/ }), amount);
      if (amount) await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'late');
      const before = keys.length;
      await user.click(button);
      await waitFor(() => expect(keys).toHaveLength(before + 1));
      await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    };
    await press('5');
    await press('');
    await press('5');
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('S-891 sums stand in the form of the shop, the address is changed and copied, tags are saved, letters sent again', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const last = () => seen.filter(({ body }) => body).at(-1);
    const unsent = {
      ...ONE,
      parcels: [],
      letters: [{ kind: 'confirmation', createdOn: 1, sentOn: null, isFailed: true }],
    };
    const answer = http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json(unsent));
    const { user } = renderIn(<OrderDesk />, { answers: [answer, ...shop(seen)] });
    expect(await screen.findByRole('button', { name: /#1002/ })).toHaveTextContent('$24.00');
    await user.click(screen.getByRole('button', { name: /#1002/ }));
    expect(await screen.findByText('Total $24.00')).toBeVisible();
    expect(screen.getByText(/pi_1/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change the address' }));
    const street = screen.getByRole('textbox', { name: 'Address' });
    await user.clear(street);
    await user.type(street, '2 Side Street');
    await user.click(screen.getByRole('button', { name: 'Save the address' }));
    await waitFor(() =>
      expect(last()).toEqual({
        url: '/api/commerce/desk/orders/o2/address',
        body: {
          name: 'Ann Lee',
          company: '',
          phone: '+12125550100',
          location: { ...ONE.order.shippingLocation, line1: '2 Side Street' },
        },
      }),
    );
    const tags = screen.getByRole('textbox', { name: 'Tags' });
    await user.clear(tags);
    await user.type(tags, 'Gift wrap, Fragile{Enter}');
    await waitFor(() => expect(last()?.body).toEqual({ tags: ['Gift wrap', 'Fragile'], was: ['Gift wrap'] }));
    expect(screen.getByText('Confirmation · failed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send again: Confirmation' }));
    await waitFor(() => expect(last()?.body).toEqual({ kind: 'confirmation' }));
  });

  test('S-892 all of a list are chosen and sent, and what is refused is said', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const sent = http.post('*/api/commerce/desk/parcels', async ({ request }) => {
      seen.push({ url: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json({
        orders: [
          { id: 'o2', refused: null },
          { id: 'o1', refused: 'This order is fulfilled or cancelled already.' },
        ],
      });
    });
    const { user } = renderIn(<OrderDesk />, { answers: [sent, ...shop(seen)] });
    const first = await screen.findByRole('button', { name: /#1002/ });
    act(() => first.focus());
    await user.keyboard('x');
    expect(await screen.findByText('1 order chosen')).toBeVisible();
    await user.keyboard('x');
    expect(screen.queryByText('1 order chosen')).toBeNull();
    await user.keyboard('e');
    await waitFor(() => expect(screen.getByRole('button', { name: 'It is sent' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Choose all of this list' }));
    await user.click(await screen.findByRole('button', { name: 'It is sent' }));
    expect(await screen.findByText('1 done.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('#1001: This order is fulfilled or cancelled already.');
    expect(seen.filter(({ body }) => body).at(-1)?.body).toEqual({ orders: ['o2', 'o1'], notify: true });
    act(() => screen.getByRole('button', { name: /#1002/ }).focus());
    await user.keyboard('?');
    expect(screen.getByText('down and up')).toBeVisible();
  });

  test('S-892 all that is chosen is what the words say, before the list shows it too', async () => {
    const seen: { url: string; body: unknown }[] = [];
    const { user } = renderIn(<OrderDesk />, { answers: shop(seen) });
    await screen.findByRole('button', { name: /#1002/ });
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'lee');
    seen.length = 0;
    // No pause: the list is still that of no words.
    act(() => screen.getByRole('button', { name: 'Choose all of this list' }).click());
    await screen.findByText('2 orders chosen');
    expect(seen[0]?.url).toBe('?view=TO_SEND&text=lee');
  });

  test('S-893 a file of tracking numbers is looked through, and its faults are told by line and column', async () => {
    const seen: { url: string; body: unknown }[] = [];
    let answer: object = FAULTS;
    const taken = http.post('*/api/commerce/desk/tracking', async ({ request }) => {
      seen.push({ url: '', body: await request.json() });
      return HttpResponse.json(answer);
    });
    const { user } = renderIn(<OrderDesk />, { answers: [taken, ...shop(seen)] });
    await user.click(await screen.findByRole('button', { name: 'Tracking numbers from a file' }));
    const upload = async (text: string) => {
      const input = document.querySelector<HTMLInputElement>('input[type="file"]');
      const file = new File([text], 'numbers.csv', { type: 'text/csv' });
      if (input) await user.upload(input, file);
    };
    await upload('order,tracking number');
    expect(await screen.findByText('Line 2, column order: There is no such order.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send these orders' })).toBeNull();
    answer = { isApplied: false, lines: FAULTS.lines.slice(1) };
    await upload('order,tracking number\n#1002,1Z1');
    await user.click(await screen.findByRole('button', { name: 'Send these orders' }));
    await waitFor(() =>
      expect(seen.filter(({ body }) => body).at(-1)?.body).toEqual({
        table: 'order,tracking number\n#1002,1Z1',
        apply: true,
        notify: true,
      }),
    );
  });

  test('S-892 chosen orders are printed, and what cannot be printed is said', async () => {
    URL.createObjectURL = () => 'blob:orders';
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    let asked = '';
    const printed = http.get('*/api/commerce/desk/print.pdf', ({ request }) => {
      asked = new URL(request.url).search;
      return new HttpResponse('%PDF-', { headers: { 'loggia-unknown-letters': '#1002', 'loggia-without-label': '' } });
    });
    const { user } = renderIn(<OrderDesk />, { answers: [printed, ...shop()] });
    await user.click(await screen.findByRole('checkbox', { name: 'Choose #1002' }));
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await user.click(screen.getByRole('switch', { name: 'Address labels' }));
    await user.click(screen.getByRole('button', { name: 'Make the file' }));
    expect(await screen.findByText('With letters that no font of the server has: #1002')).toBeVisible();
    expect(click).toHaveBeenCalledTimes(1);
    expect(asked).toBe('?orders=o2&sheets=picks%2Cslips%2Clabels&paper=a4');
  });
});
