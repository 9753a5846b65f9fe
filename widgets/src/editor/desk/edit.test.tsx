import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { setEditorLanguage } from '../text/text.ts';
import { ChangesOf } from './ChangesOf.tsx';
import { EditOrder } from './EditOrder.tsx';
import { EditSums } from './EditSums.tsx';
import { CHANGES, FOUND, TOLD } from './edit.fixture.ts';
import { e, heldOf } from './edit.ts';
import { DOLLARS, ONE } from './sample.fixture.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

type Seen = { method: string; url: string; body: unknown };

const shop = (seen: Seen[], answer = () => HttpResponse.json(CHANGES)) => [
  http.get('*/api/commerce/desk/stock', () => HttpResponse.json(FOUND)),
  http.get('*/changes', () => HttpResponse.json(CHANGES)),
  http.post('*/change-preview', async ({ request }) => {
    seen.push({ method: 'TELL', url: '', body: await request.json() });
    return HttpResponse.json(TOLD);
  }),
  http.post('*/api/commerce/desk/orders/*', async ({ request }) => {
    seen.push({ method: 'POST', url: new URL(request.url).pathname, body: await request.json() });
    return answer();
  }),
  http.delete('*/changes/:change', ({ request }) => {
    seen.push({ method: 'DELETE', url: new URL(request.url).pathname, body: null });
    return HttpResponse.json(CHANGES);
  }),
];

describe('S-363 a change of an order', () => {
  test('it is made by the keyboard alone, as it was told', async () => {
    const seen: Seen[] = [];
    const close = jest.fn();
    const { user } = renderIn(<EditOrder whole={ONE} onClose={close} />, { answers: shop(seen) });
    const press = (button: HTMLElement) => {
      act(() => button.focus());
      return user.keyboard('{Enter}');
    };
    expect(screen.getByRole('button', { name: 'Change the order' })).toBeDisabled();
    const bread = screen.getByRole('textbox', { name: 'Bread: pieces' });
    expect(bread).toHaveValue('3');
    expect(screen.getByText('1 are sent and stay.')).toBeInTheDocument();
    await user.clear(bread);
    await user.type(bread, '2{Enter}');
    await user.type(screen.getByRole('searchbox'), 'mug');
    await screen.findByRole('button', { name: /Mug, Small/ });
    await user.keyboard('{Enter}');
    const sums = await screen.findByLabelText('What it comes to');
    expect(sums).toHaveTextContent('Before$24.00');
    expect(sums).toHaveTextContent('1 × Bread taken out');
    expect(sums).toHaveTextContent('Afterwards$37.00');
    expect(sums).toHaveTextContent('The shopper owes$13.00');
    expect(screen.getByText(/\$19.00 are to be paid. Once they are, \$6.00 go back./)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change the order' })).toBeEnabled());
    await press(screen.getByRole('button', { name: 'Change the order' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(seen.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      url: '/api/commerce/desk/orders/o2/changes',
      body: {
        edit: {
          lines: [{ position: 0, quantity: 2 }],
          added: [{ itemId: 'mug', sku: 'mug-s', quantity: 1 }],
          chargeDelivery: false,
          payment: 'LINK',
        },
        ...{ digest: 'd1', days: 7, notify: true, reason: '' },
      },
    });
  });

  test('a refusal is said and keeps what was typed, and the sums are told anew', async () => {
    const seen: Seen[] = [];
    const refusal = () =>
      HttpResponse.json({ code: 'change-outdated', message: 'This order was changed meanwhile.' }, { status: 409 });
    const close = jest.fn();
    const { user } = renderIn(<EditOrder whole={ONE} onClose={close} />, { answers: shop(seen, refusal) });
    const bread = screen.getByRole('textbox', { name: 'Bread: pieces' });
    await user.clear(bread);
    await user.type(bread, '2{Enter}');
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'By phone');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change the order' })).toBeEnabled());
    const before = seen.filter(({ method }) => method === 'TELL').length;
    await user.click(screen.getByRole('button', { name: 'Change the order' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This order was changed meanwhile.');
    expect(bread).toHaveValue('2');
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('By phone');
    expect(close).not.toHaveBeenCalled();
    await waitFor(() => expect(seen.filter(({ method }) => method === 'TELL').length).toBeGreaterThan(before));
  });

  test('more of what the order holds is a count of its line', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<EditOrder whole={ONE} onClose={() => undefined} />, { answers: shop(seen) });
    await user.type(screen.getByRole('searchbox'), 'bre');
    await user.click(await screen.findByRole('button', { name: /^Bread bread/ }));
    expect(screen.getByRole('textbox', { name: 'Bread: pieces' })).toHaveValue('4');
    expect(screen.queryByRole('button', { name: 'Do not add Bread' })).not.toBeInTheDocument();
  });

  test('one that waits has its link, and is noted as paid or withdrawn after a question', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<ChangesOf id="o2" amounts={DOLLARS} />, { answers: shop(seen) });
    expect(await screen.findByText(/1 × Bread taken out/)).toHaveTextContent('$30.00 → $24.00');
    expect(screen.getByLabelText('Link to pay')).toHaveValue(CHANGES.changes[1]?.link);
    await user.click(screen.getByRole('button', { name: 'Its money is received' }));
    await user.click(await screen.findByRole('button', { name: 'Its money is received' }));
    await waitFor(() =>
      expect(seen.at(-1)).toEqual({
        ...{ method: 'POST', body: {} },
        url: '/api/commerce/desk/orders/o2/changes/c2/payment',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Withdraw the change' }));
    await user.click(await screen.findByRole('button', { name: 'Withdraw the change' }));
    await waitFor(() =>
      expect(seen.at(-1)).toEqual({
        ...{ method: 'DELETE', body: null },
        url: '/api/commerce/desk/orders/o2/changes/c2',
      }),
    );
  });

  test('what lacks and what goes back is said', () => {
    const told = { ...TOLD, differenceCents: -600, isInStock: false };
    renderIn(<EditSums told={told} amounts={DOLLARS} isLater={false} />, { answers: [] });
    expect(screen.getByLabelText('What it comes to')).toHaveTextContent('Goes back$6.00');
    expect(screen.getByText(/There is not so much in stock./)).toBeInTheDocument();
  });

  test('what went back is out of what it holds, and what is sent stays', () => {
    const line = ONE.lines[0];
    if (!line) throw new Error('a line');
    expect(heldOf({ ...ONE, lines: [{ ...line, refunded: 1 }] })).toEqual([
      { position: 0, title: 'Bread', kept: 2, least: 1 },
    ]);
  });

  test('every language has every word', () => {
    for (const [language, words] of Object.entries(WORDS)) {
      expect(Object.keys(words).sort()).toEqual(Object.keys(EN).sort());
      setEditorLanguage(language, {});
      expect(e('apply')).toBe(words.apply);
    }
    setEditorLanguage('en', {});
  });
});
