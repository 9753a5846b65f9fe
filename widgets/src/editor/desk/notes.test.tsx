import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { $route } from '../state/route.ts';
import { renderIn } from '../test/render.tsx';
import { asked } from './asked.ts';
import { NO_CHANGES } from './edit.fixture.ts';
import { OrderDesk } from './OrderDesk.tsx';
import { OrderPage } from './OrderPage.tsx';
import { COUNTS, DOLLARS, MENTIONED, ONE, ROWS } from './sample.fixture.ts';

const STAFF = { colleagues: [{ id: 'b1', name: 'ben@shop.example' }] };

/** A shop with one order; what was sent to it. */
function shop(more: object = {}) {
  const sent: [string, unknown][] = [];
  const hear = async ({ request }: { request: Request }) => {
    sent.push([new URL(request.url).pathname, await request.json()]);
  };
  const answers = [
    http.get('*/api/commerce/desk/orders', () =>
      HttpResponse.json({ orders: ROWS, nextCursor: null, isPartial: false, amounts: [DOLLARS] }),
    ),
    http.get('*/api/commerce/desk/counts', () => HttpResponse.json(COUNTS)),
    http.get('*/api/commerce/desk/views', () => HttpResponse.json({ views: [] })),
    http.get('*/api/commerce/desk/mentions', () => HttpResponse.json(MENTIONED)),
    http.get('*/api/commerce/desk/colleagues', () => HttpResponse.json(STAFF)),
    http.get('*/api/commerce/desk/carriers', () => HttpResponse.json({ carriers: [] })),
    http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json({ ...ONE, ...more })),
    http.get('*/api/commerce/desk/orders/:id/changes', () => HttpResponse.json(NO_CHANGES)),
    http.post('*/api/commerce/desk/orders/:id/notes', async (call) => {
      await hear(call);
      return HttpResponse.json(ONE);
    }),
    http.post('*/api/commerce/desk/mentions/opened', async (call) => {
      await hear(call);
      return HttpResponse.json({ ...MENTIONED, unread: 0 });
    }),
  ];
  return { sent, answers };
}

const note = (more: object) => ({ id: 'n9', author: 'ben@shop.example', text: 'Look.', createdOn: 1, ...more });

describe('S-775 notes of an order that name colleagues', () => {
  test('a chosen colleague is sent as an account; what the shop refuses stays in its field', async () => {
    const { sent, answers } = shop();
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers });
    const field = await screen.findByRole('textbox', { name: 'Note' });
    await user.type(field, 'Ask @be');
    await screen.findByRole('option', { name: 'ben@shop.example' });
    await user.keyboard('{Enter}today');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() =>
      expect(sent).toEqual([['/api/commerce/desk/orders/o2/notes', { text: 'Ask \uFFFC today', mentions: ['b1'] }]]),
    );
    await waitFor(() => expect(field).toHaveValue(''));
  });

  test('where it cannot be known who is named nothing is sent, and the text stays', async () => {
    const { sent, answers } = shop();
    const broken = http.get('*/api/commerce/desk/colleagues', () =>
      HttpResponse.json({ code: 'x', error: 'The shop has a fault.' }, { status: 500 }),
    );
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: [broken, ...answers] });
    const field = await screen.findByRole('textbox', { name: 'Note' });
    await user.type(field, 'Ask @ben@shop.example');
    await user.click(screen.getByRole('button', { name: 'Add the note' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect([sent, (field as HTMLTextAreaElement).value]).toEqual([[], 'Ask @ben@shop.example']);
    await user.clear(field);
  });

  test('notes that name who reads are opened once the order is shown, and no others', async () => {
    const { sent, answers } = shop({ notes: [note({ isUnread: true }), note({ id: 'n8', isUnread: false })] });
    renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers });
    await waitFor(() => expect(sent).toEqual([['/api/commerce/desk/mentions/opened', { notes: ['n9'] }]]));
  });

  test('Escape closes the list of people and not the order', async () => {
    let closed = 0;
    const { user } = renderIn(<OrderPage id="o2" onClose={() => (closed += 1)} />, { answers: shop().answers });
    const field = await screen.findByRole('textbox', { name: 'Note' });
    await user.type(field, '@');
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('listbox'), closed]).toEqual([null, 0]);
    expect(field).toHaveFocus();
    await user.clear(field);
  });
});

describe('S-776 mentions of you', () => {
  test('the list has how many are not opened, and leads to the order or the customer', async () => {
    const { user } = renderIn(<OrderDesk />, { answers: shop().answers });
    await user.click(await screen.findByRole('button', { name: 'Mentions of you (1)' }));
    const rows = within(screen.getByRole('list', { name: 'Mentions of you' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^#1002Ask @own@shop.example today.ben@shop.example · .*New$/),
      expect.stringMatching(/^Customer eve@shopper.example@own@shop.example knows.ben@shop.example · .*[^w]$/),
    ]);
    await user.click(within(rows[1] as HTMLElement).getByRole('button'));
    expect([asked.customer, $route.get()]).toEqual([
      'eve@shopper.example',
      { path: 'commerce', params: { tab: 'customers' } },
    ]);
    expect(window.location.href).not.toContain('eve');
    asked.customer = '';
    await user.click(within(rows[0] as HTMLElement).getByRole('button'));
    expect(await screen.findByRole('heading', { name: /#1002/ })).toBeInTheDocument();
  });

  test('who is named nowhere is told so', async () => {
    const none = http.get('*/api/commerce/desk/mentions', () => HttpResponse.json({ unread: 0, mentions: [] }));
    const { user } = renderIn(<OrderDesk />, { answers: [none, ...shop().answers] });
    await user.click(await screen.findByRole('button', { name: 'Mentions of you' }));
    expect(screen.getByText('No note names you yet.')).toBeInTheDocument();
  });
});

describe('S-779 the note on the customer of an order', () => {
  const customerNote = { email: 'ann@shopper.example', author: 'own@shop.example', text: 'No nuts!', createdOn: 1 };

  test('the newest stands on the order, and leads to the customer', async () => {
    const opened: string[] = [];
    const { answers } = shop({ customerNote });
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} onCustomer={(email) => opened.push(email)} />, {
      answers,
    });
    const line = await screen.findByRole('region', { name: 'Note on the customer' });
    expect(line).toHaveTextContent(/Note on the customer: No nuts! own@shop.example/);
    await user.click(within(line).getByRole('button', { name: 'See the customer' }));
    expect(opened).toEqual(['ann@shopper.example']);
  });

  test('an order of a customer without a note says nothing', async () => {
    renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: shop().answers });
    await screen.findByRole('textbox', { name: 'Note' });
    expect(screen.queryByRole('region', { name: 'Note on the customer' })).toBeNull();
  });
});
