import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { server } from '../../mock-api/server.ts';
import { at } from './core/json.ts';
import { renamed } from './store/selling/Consent.tsx';
import { limited } from './store/selling/Rates.tsx';
import { SellingSettings } from './store/selling/SellingSettings.tsx';
import { percentOf } from './store/selling/Taxes.tsx';
import { renderIn } from './test/render.tsx';

const SITE = 'site.json';
/** Lists of all countries are long: whether each of their nodes is shown is not asked. */
beforeAll(() => configure({ defaultHidden: true }));
afterAll(() => configure({ defaultHidden: false }));

/** Chooses from a list that opens. */
async function pick(user: { click: (element: Element) => Promise<void> }, button: HTMLElement, option: string) {
  await user.click(button);
  const list = await screen.findByRole('listbox');
  await user.click(within(list).getByText(option));
}

const open = (part: string) => renderIn(<SellingSettings part={part} />, { path: 'commerce' });

describe('delivery', () => {
  test('S-970 a way is added with where it goes and what it costs, and only its values are written', async () => {
    const { user, mock, savedJson } = open('delivery');
    expect(await screen.findByText(/Nothing is delivered yet/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add a way of delivery' }));
    const list = screen.getByRole('list', { name: 'Delivery' });
    const cost = within(list).getByRole('textbox', { name: 'Price (USD)' });
    await user.clear(cost);
    await user.type(cost, '7,50');
    await pick(user, within(list).getByRole('button', { name: /Countries$/ }), 'Germany');
    const before = mock.json(SITE);
    const saved = await savedJson(SITE);
    expect(at(saved, '/shippingOptions')).toEqual([
      { id: 'parcel', name: 'Parcel', costCents: 750, countries: ['US', 'DE'] },
    ]);
    expect(at(saved, '/navigation')).toEqual(at(before, '/navigation'));
    expect(mock.changes.every((change) => 'edits' in change)).toBe(true);
  });

  test('S-970 prices go by weight, amount or pieces', async () => {
    const { user, savedJson } = open('delivery');
    await user.click(await screen.findByRole('button', { name: 'Add a way of delivery' }));
    await user.click(screen.getByRole('button', { name: 'Add a price' }));
    const rate = screen.getByRole('list', { name: 'Prices by weight, amount or pieces' });
    await pick(user, within(rate).getByRole('button', { name: /Limited by$/ }), 'pieces');
    const limit = await within(rate).findByRole('textbox', { name: 'Up to (pieces)' });
    await user.clear(limit);
    await user.type(limit, '3');
    await user.tab();
    expect(at(await savedJson(SITE), '/shippingOptions/0/rates')).toEqual([{ upToItems: 3, costCents: 500 }]);
    expect(limited({ class: 'bulky', upToGrams: 1, costCents: 2 }, 'any')).toEqual({ class: 'bulky', costCents: 2 });
  });

  test('S-970 a zone is named, and who uses it follows its name', async () => {
    const { user, savedJson } = open('delivery');
    await user.click(await screen.findByRole('button', { name: 'Add a way of delivery' }));
    await user.click(screen.getByRole('button', { name: 'Add a zone' }));
    await pick(user, screen.getByRole('button', { name: /Zones$/ }), 'zone');
    const name = screen.getByRole('textbox', { name: 'Name of the zone' });
    await user.type(name, '-eu');
    const saved = await savedJson(SITE);
    expect(at(saved, '/shippingZones')).toEqual([{ id: 'zone-eu', countries: ['US'] }]);
    expect(at(saved, '/shippingOptions/0/zones')).toEqual(['zone-eu']);
  });

  test('S-970 collecting is a way, with or without an address', async () => {
    const { user, savedJson } = open('delivery');
    await user.click(await screen.findByRole('button', { name: 'Add collecting' }));
    expect(at(await savedJson(SITE), '/shippingOptions/0')).toEqual({
      id: 'collect',
      name: 'Collect',
      costCents: 0,
      pickup: true,
    });
  });

  test('S-971 what check says of a value stands at its field', async () => {
    const message = 'An amount is not below 0.';
    const fault = { severity: 'error', code: 'delivery', message, file: SITE, line: 1, column: 1, length: 1 };
    const { user, session } = open('delivery');
    await user.click(await screen.findByRole('button', { name: 'Add a way of delivery' }));
    act(() => session.$diagnostics.set([{ ...fault, severity: 'error', pointer: '/shippingOptions/0/costCents' }]));
    const cost = screen.getByRole('textbox', { name: 'Price (USD)' });
    await waitFor(() => expect(cost).toHaveAccessibleDescription(message));
  });

  test('S-969 a shopper’s cart in a country is shown, and where nothing is delivered', async () => {
    const { user } = open('delivery');
    const preview = await screen.findByRole('region', { name: 'What a shopper sees' });
    expect(await within(preview).findByText('Sales tax 4 %')).toBeInTheDocument();
    expect(within(preview).getByText('19.56 USD')).toBeInTheDocument();
    await pick(user, within(preview).getByRole('button', { name: /Shopper in$/ }), 'France');
    expect(await within(preview).findByText(/cannot be ordered from France/)).toBeInTheDocument();
  });
});

describe('taxes', () => {
  test('S-972 a rule is written as text, with a point, and an empty region is none', async () => {
    const { user, savedJson } = open('taxes');
    await user.click(await screen.findByRole('button', { name: 'Add a tax' }));
    const rate = screen.getByRole('textbox', { name: 'Percent' });
    await user.clear(rate);
    await user.type(rate, '6,625');
    const region = screen.getByRole('textbox', { name: /State or province \(empty/ });
    await user.type(region, 'NJ');
    expect(at(await savedJson(SITE), '/taxRules')).toEqual([{ country: 'US', rate: '6.625', region: 'NJ' }]);
    await user.clear(region);
    expect(at(await savedJson(SITE), '/taxRules')).toEqual([{ country: 'US', rate: '6.625' }]);
    await user.clear(rate);
    await user.type(rate, 'a lot');
    expect(screen.getByText(/Write a percentage between 0 and 100/)).toBeInTheDocument();
  });

  test.each([
    ['19', '19'],
    ['6,625', '6.625'],
    [' 007 ', '7'],
    ['100', '100'],
    ['100.0', '100.0'],
    ['100.1', undefined],
    ['101', undefined],
    ['-1', undefined],
    ['1.23456', undefined],
    ['', undefined],
    ['1e2', undefined],
  ])('S-972 %j percent is %j', (typed, wanted) => expect(percentOf(typed)).toBe(wanted));
});

describe('payment', () => {
  test.each([
    ['test', 'Test: no money moves, and orders are marked as tests.'],
    ['stripe', 'Cards: Stripe'],
    ['manual', 'Nobody takes cards: the shop has only the ways below.'],
  ])('S-973 what the server decides is said: %s', async (provider, words) => {
    const settings = { provider, testMode: provider === 'test', publishableKey: 'pk_live_1' };
    const { container } = renderIn(<SellingSettings part="payment" />, {
      path: 'commerce',
      answers: [http.get('*/api/commerce/payment-settings', () => HttpResponse.json(settings))],
    });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(container).not.toHaveTextContent('pk_live_1');
  });

  test('S-973 a way by hand has all that an order needs', async () => {
    const { user, savedJson } = open('payment');
    await user.click(await screen.findByRole('button', { name: 'Add a way of paying' }));
    await user.type(screen.getByRole('textbox', { name: 'How it is paid' }), 'IBAN DE02');
    expect(at(await savedJson(SITE), '/websiteSettings/orderSettings/manualPayments')).toEqual([
      { id: 'transfer', kind: 'transfer', name: 'Bank transfer', instructions: 'IBAN DE02' },
    ]);
  });
});

test('S-974 the seller and what the checkout asks', async () => {
  const { user, savedJson } = open('seller');
  await user.type(await screen.findByRole('textbox', { name: 'Name of the seller' }), 'Corner Ltd');
  await user.click(screen.getByRole('tab', { name: 'Checkout' }));
  await user.click(await screen.findByRole('switch', { name: 'Always ask for a phone number' }));
  const saved = await savedJson(SITE);
  expect(at(saved, '/seller')).toEqual({ name: 'Corner Ltd' });
  expect(at(saved, '/websiteSettings/storeSettings/checkout')).toEqual({ asksPhone: true });
});

test('S-970 without an answer of the server nothing is said to be wrong with the settings', async () => {
  server.use(http.get('*/config/api/offer', () => new HttpResponse(null, { status: 500 })));
  open('taxes');
  expect(await screen.findByText('Nothing is taxed yet.')).toBeInTheDocument();
});

describe('day and time', () => {
  test('S-391 hours, notice and closed days are written, and taken away again', async () => {
    const { user, savedJson } = open('delivery');
    await user.click(await screen.findByRole('button', { name: 'Add collecting' }));
    const asks = screen.getByRole('switch', { name: 'Shoppers choose a day and a time' });
    await user.click(asks);
    const hours = screen.getByRole('list', { name: 'Hours' });
    await pick(user, within(hours).getByRole('button', { name: /On$/ }), 'Saturday');
    await user.click(within(hours).getByRole('button', { name: 'Remove Monday' }));
    await user.click(screen.getByRole('button', { name: 'Add a closed day' }));
    const closed = screen.getByRole('textbox', { name: 'Closed day 1' });
    await user.clear(closed);
    await user.type(closed, '2026-12-31');
    const places = screen.getByRole('textbox', { name: /Orders that one time takes/ });
    await user.clear(places);
    await user.type(places, '4');
    await user.tab();
    expect(at(await savedJson(SITE), '/shippingOptions/0/windows')).toEqual({
      hours: [{ weekdays: [2, 3, 4, 5, 6], from: '09:00', to: '17:00' }],
      minutes: 60,
      noticeDays: 1,
      closedDays: ['2026-12-31'],
      places: 4,
    });
    // Any number is said by no number: a time that takes no order stops the site.
    await user.clear(places);
    await user.type(places, '0');
    await user.tab();
    expect(at(await savedJson(SITE), '/shippingOptions/0/windows')).not.toHaveProperty('places');
    await user.click(asks);
    expect(at(await savedJson(SITE), '/shippingOptions/0')).not.toHaveProperty('windows');
  });
});

describe('consent', () => {
  test('S-392 hosts are named and sorted by what they are for; one that is there already is not written', async () => {
    const { user, savedJson } = open('consent');
    const add = await screen.findByRole('button', { name: 'Add a host' });
    await user.click(add);
    const list = screen.getByRole('list', { name: 'What others are for' });
    const host = within(list).getByRole('textbox', { name: 'Host' });
    await user.clear(host);
    await user.type(host, 'Stats.example');
    await pick(user, within(list).getByRole('button', { name: /It is for$/ }), 'statistics');
    await user.click(add);
    const second = within(list).getAllByRole('textbox', { name: 'Host' })[1] as HTMLElement;
    await user.clear(second);
    await user.type(second, 'stats.example');
    await user.tab();
    expect(second).toHaveAccessibleDescription('This host is in the list already.');
    expect(second).toHaveValue('stats.example');
    expect(at(await savedJson(SITE), '/consent')).toEqual({
      hosts: { 'stats.example': 'statistics', 'maps.example.com': 'preferences' },
    });
    const words = screen.getByRole('textbox', { name: /What stands above the buttons/ });
    await user.type(words, 'Ask');
    expect(at(await savedJson(SITE), '/consent/text')).toBe('Ask');
    await user.clear(words);
    expect(at(await savedJson(SITE), '/consent')).not.toHaveProperty('text');
    expect(renamed({ a: 1, b: 2, c: 3 }, 'b', 'd')).toEqual({ a: 1, d: 2, c: 3 });
  });
});

describe('safety', () => {
  test('S-393 what nobody filled in is not in the file', async () => {
    const { user, savedJson } = open('safety');
    const maker = await screen.findByRole('group', { name: 'Who made it' });
    const name = within(maker).getByRole('textbox', { name: 'Name' });
    await user.type(name, 'Kiln');
    await pick(user, within(maker).getByRole('button', { name: /Country$/ }), 'United Kingdom');
    expect(at(await savedJson(SITE), '/productSafety')).toEqual({ manufacturer: { name: 'Kiln', country: 'GB' } });
    await user.clear(name);
    await pick(user, within(maker).getByRole('button', { name: /Country$/ }), 'Not said');
    expect(await savedJson(SITE)).not.toHaveProperty('productSafety');
  });
});
