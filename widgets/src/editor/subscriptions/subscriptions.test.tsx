import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { standing } from '../books/text.ts';
import { renderIn } from '../test/render.tsx';
import { OneSubscription, Subscriptions } from './Subscriptions.tsx';
import { ACTIVE, PAST_DUE, PAUSED, type Seen, shop } from './sample.fixture.ts';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

/** What was done with a subscription, of all that was asked. */
const done = (seen: Seen) => seen.filter(({ path }) => !path.endsWith('/search'));
const row = (email: string) => screen.findByRole('article', { name: new RegExp(email) });

describe('S-708 subscriptions at the desk', () => {
  test('each says what it is and how it stands, and offers what can be done with it', async () => {
    renderIn(<Subscriptions />, { answers: shop() });
    const ann = await row(ACTIVE.email);
    expect(within(ann).getByText('2 × Bread box, 30.00 USD each time')).toBeInTheDocument();
    expect(within(ann).getByText('Goes to 1 Main Street, 10001, New York, NY')).toBeInTheDocument();
    const offered = (of: HTMLElement) =>
      within(of)
        .getAllByRole('button')
        .map((button) => button.textContent);
    const rest = ['Change number or address', 'End it'];
    expect(offered(ann)).toEqual(['Order #1001', 'Pause', 'Leave the next one out', ...rest]);
    expect(offered(await row(PAST_DUE.email))).toEqual(['Order #1001', 'Try the payment again', ...rest]);
    const cid = await row(PAUSED.email);
    expect(offered(cid)).toEqual(['Order #1001', 'Go on', ...rest]);
    expect(within(cid).getByText(/Paused since/)).toBeInTheDocument();
  });

  test('is paused with a letter or without one, and says what became of it', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Subscriptions />, { answers: shop(seen) });
    const ann = within(await row(ACTIVE.email));
    await user.click(ann.getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(ann.getByRole('status')).toHaveTextContent('Paused: nothing is charged'));
    await user.click(screen.getByText('The subscriber gets a letter of what you change'));
    await user.click(ann.getByRole('button', { name: 'Leave the next one out' }));
    await waitFor(() =>
      expect(done(seen)).toEqual([
        { path: '/api/commerce/subscriptions/s1/changes', body: { change: { action: 'pause' }, notify: true } },
        { path: '/api/commerce/subscriptions/s1/changes', body: { change: { action: 'skip' }, notify: false } },
      ]),
    );
  });

  test('number and address are saved with one letter; nothing is asked where nothing was changed', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Subscriptions />, { answers: shop(seen, [ACTIVE], ACTIVE) });
    const ann = within(await row(ACTIVE.email));
    await user.click(ann.getByRole('button', { name: 'Change number or address' }));
    await user.click(ann.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(ann.queryByLabelText('City')).toBeNull());
    expect(done(seen)).toEqual([]);
    await user.click(ann.getByRole('button', { name: 'Change number or address' }));
    await user.clear(ann.getByLabelText('City'));
    await user.type(ann.getByLabelText('City'), 'Albany');
    await user.clear(ann.getByLabelText('How many each time'));
    await user.type(ann.getByLabelText('How many each time'), '5');
    await user.tab();
    await user.click(ann.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(ann.getByRole('status')).toHaveTextContent('Saved.'));
    const location = { ...ACTIVE.shippingLocation, city: 'Albany' };
    expect(done(seen).map(({ body }) => body)).toEqual([
      { change: { action: 'address', location }, notify: false },
      { change: { action: 'quantity', quantity: 5 }, notify: true },
    ]);
  });

  test('a refusal is said in the server’s words, and what was typed stays', async () => {
    const refusal = http.post('*/api/commerce/subscriptions/s1/changes', () =>
      HttpResponse.json({ code: 'subscription-unchanged', error: 'A payment is being made.' }, { status: 409 }),
    );
    const { user } = renderIn(<Subscriptions />, { answers: [refusal, ...shop([], [ACTIVE])] });
    const ann = within(await row(ACTIVE.email));
    await user.click(ann.getByRole('button', { name: 'Change number or address' }));
    await user.type(ann.getByLabelText('City'), ' City');
    await user.click(ann.getByRole('button', { name: 'Save' }));
    expect(await ann.findByText('A payment is being made.')).toBeInTheDocument();
    expect(ann.getByLabelText('City')).toHaveValue('New York City');
  });

  test('one is tried again, and one is ended after a question', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Subscriptions />, { answers: shop(seen) });
    await user.click(within(await row(PAST_DUE.email)).getByRole('button', { name: 'Try the payment again' }));
    await waitFor(() => expect(done(seen).at(-1)?.path).toBe('/api/commerce/subscriptions/s2/resumption'));
    await user.click(within(await row(ACTIVE.email)).getByRole('button', { name: 'End it' }));
    const window = await screen.findByRole('alertdialog');
    await user.click(within(window).getByRole('button', { name: 'End it' }));
    await waitFor(() => expect(done(seen).at(-1)?.path).toBe('/api/commerce/subscriptions/s1/cancellation'));
  });

  test('one by itself is changed, leads to its order, and back', async () => {
    const [onOrder, onClose] = [jest.fn(), jest.fn()];
    const seen: Seen = [];
    const { user } = renderIn(<OneSubscription id="s3" onOrder={onOrder} onClose={onClose} />, { answers: shop(seen) });
    const cid = within(await row(PAUSED.email));
    await user.click(cid.getByRole('button', { name: 'Go on' }));
    await waitFor(() =>
      expect(done(seen)).toEqual([
        { path: '/api/commerce/subscriptions/s3/changes', body: { change: { action: 'resume' }, notify: true } },
      ]),
    );
    await user.click(cid.getByRole('button', { name: 'Order #1001' }));
    expect(onOrder).toHaveBeenCalledWith('o1');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(onClose).toHaveBeenCalled();
  });

  test('is found by words and by how it stands', async () => {
    const seen: Seen = [];
    const { user } = renderIn(<Subscriptions />, { answers: shop(seen) });
    await row(ACTIVE.email);
    await user.type(screen.getByLabelText('Search'), ' ann ');
    await waitFor(() => expect(seen.at(-1)?.body).toEqual({ text: 'ann', status: '', cursor: '' }));
    await user.click(screen.getByRole('button', { name: /Which/ }));
    await user.click(await screen.findByRole('option', { name: 'Paused' }));
    await waitFor(() => expect(seen.at(-1)?.body).toEqual({ text: 'ann', status: 'paused', cursor: '' }));
  });

  test('each language says each, with the same values filled in', () => {
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [language, words] of Object.entries(WORDS))
      for (const [key, text] of Object.entries(EN))
        expect([language, key, holes(words[key as keyof typeof EN])]).toEqual([language, key, holes(text)]);
    expect(standing('unheard')).toBe('unheard');
  });
});
