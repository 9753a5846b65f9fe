import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { NO_CHANGES } from './edit.fixture.ts';
import { OrderPage } from './OrderPage.tsx';
import { ONE } from './sample.fixture.ts';

/** The order after one loaf was given back. */
const GIVEN_BACK = { ...ONE, lines: ONE.lines.map((line, index) => (index === 0 ? { ...line, refunded: 1 } : line)) };

/** A shop whose answers to what is sent come when the test says so. */
function slowShop() {
  let answer = () => {};
  const sent: unknown[] = [];
  const hold = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    await new Promise<void>((done) => {
      answer = done;
    });
    return HttpResponse.json(ONE);
  };
  const answers = [
    http.get('*/api/commerce/desk/carriers', () => HttpResponse.json({ carriers: ['DHL', 'UPS'] })),
    http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json(ONE)),
    http.get('*/api/commerce/desk/orders/:id/changes', () => HttpResponse.json(NO_CHANGES)),
    http.post('*/refund-preview', () => HttpResponse.json({ amountCents: 600, moneyCents: 600 })),
    http.put('*/api/commerce/*', hold),
    http.post('*/api/commerce/*', hold),
  ];
  return { answers, sent, answer: () => answer() };
}

// An answer that is late finds what is typed for the next time already.
describe('S-747 what is typed while an answer is on its way stays', () => {
  test.each([
    ['Tracking number', /It is sent/],
    ['Note', /Add the note/],
    ['Tags', /Save the tags/],
  ])('%s', async (name, button) => {
    const shop = slowShop();
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: shop.answers });
    const field = await screen.findByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, 'first');
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(shop.sent).toHaveLength(1));
    await user.clear(field);
    await user.type(field, 'second');
    shop.answer();
    await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeEnabled());
    expect(field).toHaveValue('second');
    // And it is what goes next, after which nothing of it is left.
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(shop.sent).toHaveLength(2));
    expect(JSON.stringify(shop.sent)).toMatch(/first.*second/);
    shop.answer();
    await waitFor(() => expect(field).not.toHaveValue('second'));
  });

  test('S-749 tags that are typed meanwhile go on from those that were stored', async () => {
    const shop = slowShop();
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: shop.answers });
    const field = await screen.findByRole('textbox', { name: 'Tags' });
    await user.type(field, ', Fragile{Enter}');
    await waitFor(() => expect(shop.sent).toEqual([{ tags: ['Gift wrap', 'Fragile'], was: ['Gift wrap'] }]));
    await user.clear(field);
    await user.type(field, 'Late');
    shop.answer();
    await waitFor(() => expect(screen.getByRole('button', { name: /Save the tags/ })).toBeEnabled());
    await user.type(field, '{Enter}');
    await waitFor(() => expect(shop.sent[1]).toEqual({ tags: ['Late'], was: ['Gift wrap', 'Fragile'] }));
    shop.answer();
  });

  test('the reason of the next refund', async () => {
    const shop = slowShop();
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, { answers: shop.answers });
    await user.type(await screen.findByRole('textbox', { name: /Another amount/ }), '6');
    const reason = screen.getByRole('textbox', { name: 'Reason' });
    await user.type(reason, 'Squashed.');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(shop.sent).toHaveLength(1));
    await user.clear(reason);
    await user.type(reason, 'Late.');
    shop.answer();
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Another amount/ })).toHaveValue(''));
    expect(reason).toHaveValue('Late.');
  });

  test('the next refund, when the order is there before what else is read again', async () => {
    let isDone = false;
    const { user } = renderIn(<OrderPage id="o2" onClose={() => {}} />, {
      answers: [
        http.get('*/api/commerce/desk/orders/:id', () => HttpResponse.json(isDone ? GIVEN_BACK : ONE)),
        // What was changed of the order comes late, or never.
        http.get('*/api/commerce/desk/orders/:id/changes', () =>
          isDone ? new Promise<never>(() => {}) : HttpResponse.json(NO_CHANGES),
        ),
        http.post('*/api/commerce/orders/:id/refunds', () => {
          isDone = true;
          return HttpResponse.json(ONE);
        }),
        ...slowShop().answers,
      ],
    });
    await user.type(await screen.findByRole('textbox', { name: /Another amount/ }), '6');
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Squashed.');
    await user.click(screen.getByRole('button', { name: 'Refund' }));
    await screen.findByText(/1 refunded/);
    // What was sent is gone from the form, so that the same can be typed for the next.
    expect(screen.getByRole('textbox', { name: /Another amount/ })).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
  });
});
