import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { AddressForm } from './AddressForm.tsx';
import { AddressSums } from './AddressSums.tsx';
import { CHANGES, ELSEWHERE } from './edit.fixture.ts';
import { DOLLARS, ONE } from './sample.fixture.ts';

type Seen = { what: string; body: unknown };
const refusal = (code: string, more: object = {}) => ({ code, error: `Refused: ${code}.`, ...more });

/** A shop that tells of a change of the address what it is given, and refuses to make it as often as it is said. */
const shop = (seen: Seen[], told: object[], refused: object[] = []) => [
  http.put('*/address', async ({ request }) => {
    seen.push({ what: 'PUT', body: await request.json() });
    return HttpResponse.json(refusal('address-other-place'), { status: 409 });
  }),
  http.post('*/change-preview', async ({ request }) => {
    seen.push({ what: 'TELL', body: await request.json() });
    const next = told.length > 1 ? told.shift() : told[0];
    return next && 'code' in next ? HttpResponse.json(next, { status: 400 }) : HttpResponse.json(next);
  }),
  http.post('*/changes', async ({ request }) => {
    seen.push({ what: 'CHANGE', body: await request.json() });
    const next = refused.shift();
    return next ? HttpResponse.json(next, { status: 409 }) : HttpResponse.json(CHANGES);
  }),
];

const form = (answers: ReturnType<typeof shop>) => {
  const close = jest.fn();
  return { close, ...renderIn(<AddressForm whole={ONE} onClose={close} />, { answers }) };
};

describe('S-995 another address of an order', () => {
  test('the total before and after is told before it is changed, and the difference is paid as it is chosen', async () => {
    const seen: Seen[] = [];
    const { user, close } = form(shop(seen, [ELSEWHERE, { ...ELSEWHERE, digest: 'd4' }]));
    const city = screen.getByRole('textbox', { name: 'City' });
    await user.clear(city);
    await user.type(city, 'Paris');
    await user.click(screen.getByRole('button', { name: 'Save the address' }));
    const sums = await screen.findByLabelText('What it comes to');
    expect(sums).toHaveTextContent('Delivery: Air$5.00 → $15.00');
    expect(sums).toHaveTextContent('Taxes$0.96 → $2.40');
    expect(sums).toHaveTextContent('Before$17.96');
    expect(sums).toHaveTextContent('Afterwards$29.40');
    expect(sums).toHaveTextContent('The shopper owes$11.44');
    expect(close).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: /The difference/ }));
    await user.click(await screen.findByRole('option', { name: /money is received/ }));
    await waitFor(() => expect(seen.filter(({ what }) => what === 'TELL')).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Send it there' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(seen.at(-1)).toMatchObject({
      what: 'CHANGE',
      body: { digest: 'd4', edit: { payment: 'RECEIVED', address: { location: { city: 'Paris' } } } },
    });
  });

  test('without a difference it is changed at once', async () => {
    const seen: Seen[] = [];
    const even = { ...ELSEWHERE, afterCents: 1796, differenceCents: 0, addedCents: 0 };
    const { user, close } = form(shop(seen, [even]));
    await user.click(screen.getByRole('button', { name: 'Save the address' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(seen.map(({ what }) => what)).toEqual(['PUT', 'TELL', 'CHANGE']);
  });

  test('where the shop does not deliver is said at the field, and what was typed stays', async () => {
    const errors = { country: 'The shop does not deliver to this country.' };
    const { user, close } = form(shop([], [refusal('country-not-reached', { errors })]));
    const city = screen.getByRole('textbox', { name: 'City' });
    await user.clear(city);
    await user.type(city, 'Oslo');
    await user.click(screen.getByRole('button', { name: 'Save the address' }));
    expect(await screen.findByText('The shop does not deliver to this country.')).toBeInTheDocument();
    expect(city).toHaveValue('Oslo');
    expect(close).not.toHaveBeenCalled();
  });

  test('when somebody changed the order meanwhile the new sums stand beside the refusal', async () => {
    const seen: Seen[] = [];
    const newer = { ...ELSEWHERE, digest: 'd5', beforeCents: 1696, afterCents: 2840 };
    const { user, close } = form(shop(seen, [ELSEWHERE, newer], [refusal('change-outdated')]));
    await user.click(screen.getByRole('button', { name: 'Save the address' }));
    await user.click(await screen.findByRole('button', { name: 'Send it there' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Refused: change-outdated.');
    await waitFor(() => expect(screen.getByLabelText('What it comes to')).toHaveTextContent('Before$16.96'));
    await user.click(screen.getByRole('button', { name: 'Send it there' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(seen.at(-1)).toMatchObject({ what: 'CHANGE', body: { digest: 'd5' } });
  });

  test('what goes back and another tax within the prices are said', () => {
    const place = { ...ELSEWHERE.place, hasOtherIncludedTax: true } as NonNullable<typeof ELSEWHERE.place>;
    const told = { ...ELSEWHERE, place, differenceCents: -600, moneyCents: 500, toCardsCents: 100 };
    renderIn(<AddressSums told={told} amounts={DOLLARS} />, { answers: [] });
    expect(screen.getByLabelText('What it comes to')).toHaveTextContent('Goes back$6.00');
    expect(screen.getByText(/\$5.00 the way it was paid/)).toHaveTextContent('The prices hold another tax there');
  });
});
