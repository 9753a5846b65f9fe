import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import type { Whole } from './desk.ts';
import { NO_CHANGES } from './edit.fixture.ts';
import { OrderDesk } from './OrderDesk.tsx';
import { OrderPage } from './OrderPage.tsx';
import { REASONS } from './returns.ts';
import { DOLLARS, ONE, PREVIEW, RETURN, ROWS } from './sample.fixture.ts';

type Seen = { url: string; body: unknown }[];

const shop = (one: Whole, seen: Seen, refusal?: { code: string; message: string }) => [
  http.get('*/api/commerce/desk/carriers', () => HttpResponse.json({ carriers: [] })),
  http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json(one)),
  http.get('*/api/commerce/desk/orders/:id/changes', () => HttpResponse.json(NO_CHANGES)),
  http.post('*/api/commerce/desk/returns/:id/preview', async ({ request }) => {
    seen.push({ url: 'preview', body: await request.json() });
    return HttpResponse.json({ ...PREVIEW, amountCents: 450, moneyCents: 450, toCardsCents: 0 });
  }),
  http.post('*/api/commerce/*', async ({ request }) => {
    seen.push({ url: new URL(request.url).pathname, body: await request.json() });
    return refusal ? HttpResponse.json(refusal, { status: 409 }) : HttpResponse.json(one);
  }),
];

const render = (returns: Whole['returns'], seen: Seen = [], refusal?: { code: string; message: string }) =>
  renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: shop({ ...ONE, returns }, seen, refusal) });

describe('returns at the desk', () => {
  test('S-497 what is asked for is read with its reason and accepted, or declined with a reason', async () => {
    const seen: Seen = [];
    const { user } = render([RETURN], seen);
    const one = within(await screen.findByRole('article', { name: /Return of/ }));
    expect(one.getByText('Asked for')).toBeVisible();
    expect(one.getByText('1 × Bread (Size: large) · Came damaged')).toBeVisible();
    expect(one.getByText(/It was in pieces/)).toBeVisible();
    expect(one.getByRole('button', { name: 'Decline the return' })).toBeDisabled();
    await user.type(one.getByRole('textbox', { name: 'What the shopper is told' }), ' Too long ago. ');
    await user.click(one.getByRole('button', { name: 'Decline the return' }));
    await waitFor(() =>
      expect(seen.at(-1)).toEqual({
        url: '/api/commerce/desk/returns/r1/decision',
        body: { verdict: 'DECLINE', answer: 'Too long ago.' },
      }),
    );
    await user.click(one.getByRole('button', { name: 'Accept the return' }));
    await waitFor(() => expect(seen.at(-1)?.body).toEqual({ verdict: 'ACCEPT', answer: 'Too long ago.' }));
  });

  test('S-497 what came is received with a fee, and before that it is told what goes back; a refusal keeps what was typed', async () => {
    const seen: Seen = [];
    const two = { ...RETURN.lines[0], position: 0, quantity: 2, received: 0, restocked: 0, reason: 'damaged' as const };
    const refusal = { code: 'return-decided', message: 'This return was decided meanwhile.' };
    const { user } = render([{ ...RETURN, state: 'ACCEPTED', answer: 'To 1 Mill Lane.', lines: [two] }], seen, refusal);
    const one = within(await screen.findByRole('article', { name: /Return of/ }));
    expect(one.getByText(/To 1 Mill Lane/)).toBeVisible();
    const came = one.getByRole('textbox', { name: 'Bread (Size: large): how many came of 2' });
    expect(came).toHaveValue('2');
    await user.clear(came);
    await user.type(came, '1{Enter}');
    await user.click(one.getByRole('switch', { name: 'Bread (Size: large): back into stock' }));
    await user.type(one.getByRole('textbox', { name: 'Fee to keep in USD' }), 'x');
    expect(one.getByRole('button', { name: 'Received: refund' })).toBeDisabled();
    await user.clear(one.getByRole('textbox', { name: 'Fee to keep in USD' }));
    await user.type(one.getByRole('textbox', { name: 'Fee to keep in USD' }), '1,50');
    expect(await one.findByText(/\$4.50 go back/)).toBeVisible();
    const body = { lines: [{ position: 0, quantity: 1, restock: false }], feeCents: 150 };
    expect(seen.filter(({ url }) => url === 'preview').at(-1)?.body).toEqual(body);
    await user.click(one.getByRole('button', { name: 'Received: refund' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This return was decided meanwhile.');
    expect(seen.filter(({ url }) => url.endsWith('/receipt'))).toEqual([
      { url: '/api/commerce/desk/returns/r1/receipt', body },
    ]);
    expect(one.getByRole('textbox', { name: 'Fee to keep in USD' })).toHaveValue('1,50');
  });

  test('S-497 one whose goods did not come is declined with a reason, and one that has ended is only read', async () => {
    const seen: Seen = [];
    const ended = {
      ...RETURN,
      id: 'r0',
      state: 'REFUNDED' as const,
      byStaff: true,
      feeCents: 150,
      lines: [{ position: 0, quantity: 2, received: 2, restocked: 1, reason: 'unsaid' as const }],
    };
    const { user } = render([ended, { ...RETURN, state: 'ACCEPTED', createdOn: RETURN.createdOn + 86_400_000 }], seen);
    const [first, second] = (await screen.findAllByRole('article')).map((one) => within(one));
    expect(first?.getByText('Received and refunded')).toBeVisible();
    expect(first?.getByText(/2 came, 1 back into stock/)).toBeVisible();
    expect(first?.getByText('Fee kept: $1.50')).toBeVisible();
    expect(first?.queryByRole('button')).toBeNull();
    if (!second) throw new Error('there is one more');
    await user.click(second.getByRole('button', { name: 'Nothing came' }));
    await user.type(second.getByRole('textbox', { name: 'Why it is declined' }), 'Lost.');
    await user.click(second.getByRole('button', { name: 'Decline the return' }));
    await waitFor(() =>
      expect(seen.find(({ url }) => url.endsWith('/decision'))?.body).toEqual({ verdict: 'DECLINE', answer: 'Lost.' }),
    );
  });

  test('S-497 the staff begin a return with a reason, a note and an answer', async () => {
    const seen: Seen = [];
    const { user } = render([], seen);
    const begin = await screen.findByRole('button', { name: 'Begin a return' });
    expect(begin).toHaveAttribute('aria-expanded', 'false');
    act(() => begin.focus());
    await user.keyboard('{Enter}');
    const form = within(screen.getByRole('group', { name: 'Begin a return' }));
    expect(form.getByRole('button', { name: 'Begin this return' })).toBeDisabled();
    const pieces = form.getByRole('textbox', { name: 'Bread (Size: large): comes back, of 1' });
    await user.clear(pieces);
    await user.type(pieces, '1{Enter}');
    await user.click(form.getByRole('button', { name: /reason/ }));
    expect((await screen.findAllByRole('option')).length).toBe(REASONS.length);
    await user.click(screen.getByRole('option', { name: 'Wrong item sent' }));
    await user.type(form.getByRole('textbox', { name: 'Note on the return' }), 'She called.');
    await user.type(form.getByRole('textbox', { name: 'What the shopper is told' }), 'To 1 Mill Lane.');
    await user.click(form.getByRole('button', { name: 'Begin this return' }));
    await waitFor(() =>
      expect(seen.at(-1)).toEqual({
        url: '/api/commerce/desk/orders/o2/returns',
        body: {
          lines: [{ position: 0, quantity: 1, reason: 'wrong-item' }],
          note: 'She called.',
          answer: 'To 1 Mill Lane.',
          notify: true,
        },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Begin a return' })).toBeNull());
  });

  test('S-497 where nothing came back and nothing can, there is nothing of returns', async () => {
    const answers = shop({ ...ONE, returnable: [] }, []);
    renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers });
    await screen.findByRole('heading', { name: /#1002/ });
    expect(screen.queryByRole('button', { name: 'Begin a return' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Returns' })).toBeNull();
  });

  test('S-498 the list of orders with an open return has their table, and its rows say so', async () => {
    const asked: string[] = [];
    URL.createObjectURL = () => 'blob:returns';
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const answers = [
      http.get('*/api/commerce/desk/counts', () =>
        HttpResponse.json({ views: [{ view: 'RETURNS', orders: 1, isMore: false }] }),
      ),
      http.get('*/api/commerce/desk/views', () => HttpResponse.json({ views: [] })),
      http.get('*/api/commerce/desk/orders', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ orders: ROWS, nextCursor: null, isPartial: false, amounts: [DOLLARS] });
      }),
      http.get('*/api/commerce/desk/returns.csv', () => {
        asked.push('returns.csv');
        return HttpResponse.text('order\r\n');
      }),
    ];
    const { user } = renderIn(<OrderDesk />, { answers });
    const [open, without] = [
      await screen.findByRole('button', { name: /#1002/ }),
      screen.getByRole('button', { name: /#1001/ }),
    ];
    expect(open).toHaveTextContent('Return');
    expect(without).not.toHaveTextContent('Return');
    expect(screen.queryByRole('button', { name: 'Returns as CSV' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Returns 1' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?view=RETURNS&text='));
    await user.click(await screen.findByRole('button', { name: 'Returns as CSV' }));
    await waitFor(() => expect(asked).toContain('returns.csv'));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    click.mockRestore();
  });
});
