import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import type { Whole } from './desk.ts';
import { Exchange } from './Exchange.tsx';
import { CHANGES, EXCHANGED, FOUND, NO_CHANGES } from './edit.fixture.ts';
import { OrderPage } from './OrderPage.tsx';
import { ONE, PREVIEW, RETURN } from './sample.fixture.ts';

type Seen = { what: string; body: unknown };

const shop = (seen: Seen[], answer = () => HttpResponse.json<object>(CHANGES)) => [
  http.get('*/api/commerce/desk/stock', () => HttpResponse.json(FOUND)),
  http.post('*/change-preview', async ({ request }) => {
    seen.push({ what: 'TELL', body: await request.json() });
    return HttpResponse.json(EXCHANGED);
  }),
  http.post('*/changes', async ({ request }) => {
    seen.push({ what: 'CHANGE', body: await request.json() });
    return answer();
  }),
];

describe('S-997 an exchange at the desk', () => {
  test('a return is exchanged in one step: what comes back, what goes out, one difference', async () => {
    const seen: Seen[] = [];
    const close = jest.fn();
    const one = { ...RETURN, state: 'ACCEPTED' as const };
    const { user } = renderIn(<Exchange whole={ONE} one={one} onClose={close} />, { answers: shop(seen) });
    expect(screen.getByRole('button', { name: 'Exchange' })).toBeDisabled();
    await user.type(screen.getByRole('searchbox'), 'mug');
    await user.click(await screen.findByRole('button', { name: /Mug, Small/ }));
    const sums = await screen.findByLabelText('What it comes to');
    expect(sums).toHaveTextContent('1 × Bread comes back');
    expect(sums).toHaveTextContent('1 × Mug goes out');
    expect(sums).toHaveTextContent('The shopper owes$13.50');
    await user.click(screen.getByRole('switch', { name: /Back into stock|back into stock/ }));
    await user.click(screen.getByRole('button', { name: /The difference/ }));
    await user.click(await screen.findByRole('option', { name: /not asked for/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Exchange' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Exchange' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(seen.find(({ what }) => what === 'CHANGE')).toEqual({
      what: 'CHANGE',
      body: {
        edit: {
          exchange: { returnId: 'r1', lines: [{ position: 0, quantity: 1, restock: false, reason: 'damaged' }] },
          added: [{ itemId: 'mug', sku: 'mug-s', quantity: 1 }],
          ...{ chargeDelivery: false, payment: 'WAIVED' },
        },
        ...{ digest: 'd6', days: 7, notify: true, reason: '' },
      },
    });
  });

  test('without a return the pieces are chosen; a refusal keeps what was typed', async () => {
    const seen: Seen[] = [];
    const refusal = () => HttpResponse.json<object>({ code: 'return-decided', error: 'Decided.' }, { status: 409 });
    const whole = { ...ONE, returnable: [{ position: 0, quantity: 2 }] };
    const close = jest.fn();
    const { user } = renderIn(<Exchange whole={whole} onClose={close} />, { answers: shop(seen, refusal) });
    const pieces = screen.getByRole('textbox', { name: /Bread/ });
    await user.clear(pieces);
    await user.type(pieces, '2{Enter}');
    await user.type(screen.getByRole('searchbox'), 'mug');
    await user.click(await screen.findByRole('button', { name: /Mug, Small/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Exchange' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Exchange' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Decided.');
    expect(pieces).toHaveValue('2');
    expect(seen.at(-1)?.what).not.toBe('PUT');
    expect(close).not.toHaveBeenCalled();
  });
});

describe('S-315 an exchange that waits to be paid', () => {
  const order = (returns: Whole['returns']) => [
    http.get('*/api/commerce/desk/carriers', () => HttpResponse.json({ carriers: [] })),
    http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json({ ...ONE, returns })),
    http.get('*/api/commerce/desk/orders/:id/changes', () => HttpResponse.json(NO_CHANGES)),
    http.post('*/preview', () => HttpResponse.json(PREVIEW)),
    http.get('*/api/commerce/desk/stock', () => HttpResponse.json(FOUND)),
  ];

  test.each(['REQUESTED', 'ACCEPTED'] as const)(
    'what is refused meanwhile is not offered at a return that is %s, and it is said why',
    async (state) => {
      const one = { ...RETURN, state, exchangeWaits: true };
      const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: order([one]) });
      const back = within(await screen.findByRole('article', { name: /Return of/ }));
      expect(back.getByText(/waits to be paid/)).toBeVisible();
      expect(back.queryAllByRole('button')).toEqual([]);
      const refund = within(screen.getByRole('group', { name: 'Refund' }));
      expect(refund.getByText(/nothing of this order is refunded/)).toBeVisible();
      await user.type(refund.getByRole('textbox', { name: /Another amount/ }), '1');
      await user.type(refund.getByRole('textbox', { name: 'Reason' }), 'Late');
      expect(refund.getByRole('button', { name: 'Refund' })).toBeDisabled();
    },
  );

  test('the focus goes back to what opened the form when it closes', async () => {
    const one = { ...RETURN, state: 'ACCEPTED' as const };
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: order([one]) });
    const back = within(await screen.findByRole('article', { name: /Return of/ }));
    await user.click(back.getByRole('button', { name: 'Exchange something' }));
    await user.click(await back.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(back.getByRole('button', { name: 'Exchange something' })).toHaveFocus());
    expect(back.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('once it is made the focus is on its return, whose button may be gone', async () => {
    const one = { ...RETURN, state: 'ACCEPTED' as const };
    const answers = [...shop([]), ...order([one])];
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers });
    const article = await screen.findByRole('article', { name: /Return of/ });
    const back = within(article);
    await user.click(back.getByRole('button', { name: 'Exchange something' }));
    await user.type(back.getByRole('searchbox'), 'mug');
    await user.click(await back.findByRole('button', { name: /Mug, Small/ }));
    await waitFor(() => expect(back.getByRole('button', { name: 'Exchange' })).toBeEnabled());
    await user.click(back.getByRole('button', { name: 'Exchange' }));
    await waitFor(() => expect(article).toHaveFocus());
  });
});
