import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { cart, entry } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import { place } from '../platform/go.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import CheckoutPage from './CheckoutPage.island.tsx';
import { NOWHERE } from './details.ts';

type Handler = (event: object) => unknown;
const on = jest.fn<void, [string, Handler]>();
const wallet = { on, mount: jest.fn(), destroy: jest.fn() };
const update = jest.fn();
const elements = {
  submit: jest.fn(),
  create: jest.fn((kind: string) => (kind === 'payment' ? { mount: jest.fn(), destroy: jest.fn() } : wallet)),
  update,
};
const stripe = { elements: jest.fn(() => elements), createConfirmationToken: jest.fn(), handleNextAction: jest.fn() };
let went: jest.SpyInstance;

beforeEach(() => {
  went = jest.spyOn(place, 'assign').mockImplementation(() => undefined);
  jest.clearAllMocks();
  elements.submit.mockResolvedValue({});
  stripe.createConfirmationToken.mockResolvedValue({ confirmationToken: { id: 'ctoken_wallet' } });
  (window as unknown as { Stripe?: unknown }).Stripe = () => stripe;
});
afterEach(() => {
  delete (window as unknown as { Stripe?: unknown }).Stripe;
});

/** What Stripe's script tells, and what it is answered. */
async function tell(name: string, event: object = {}) {
  const answers = { resolve: jest.fn<void, [unknown]>(), reject: jest.fn(), paymentFailed: jest.fn() };
  const handler = on.mock.calls.find(([known]) => known === name)?.[1];
  await act(async () => {
    await handler?.({ ...event, ...answers });
  });
  await settle(50);
  return answers;
}

async function open(holds: Parameters<typeof mockCart>[0], over: Parameters<typeof openPage>[1] = {}) {
  openPage([], over);
  mockCart(holds);
  server.use(
    http.get('*/api/commerce/payment-settings', () =>
      HttpResponse.json({ provider: 'stripe', publishableKey: 'pk_1', testMode: true }),
    ),
  );
  const { container } = render(<CheckoutPage />);
  await settle(100);
  return container;
}
const parcel = { entries: [entry()], shippingLocation: null };
const city = { city: 'New York', state: 'NY', country: 'US', postal_code: '10001' };
const order = {
  billingDetails: { name: 'Ada B', email: 'ada@example.com', phone: '' },
  shippingAddress: { name: 'Ada Lovelace', address: { ...city, line1: '1 Main Street', line2: '' } },
};
const rates = [
  { id: 'post', displayName: 'Post', amount: 500 },
  { id: 'courier', displayName: 'Courier', amount: 1200 },
];
const bought = (seen: ReturnType<typeof watchRequests>) => seen.filter(({ path }) => path === '/api/commerce/checkout');

test('S-420 a wallet shows our ways of delivery and our total, and exactly that is taken', async () => {
  const page = await open(parcel);
  await tell('ready', { availablePaymentMethods: { applePay: true } });
  expect(screen.getByRole('heading', { name: 'Express checkout' })).toBeInTheDocument();
  expect(await axe(page)).toHaveNoViolations();
  const asks = (await tell('click')).resolve.mock.lastCall?.[0];
  expect(asks).toMatchObject({ emailRequired: true, shippingAddressRequired: true, shippingRates: rates });
  const at = await tell('shippingaddresschange', { address: city });
  expect(at.resolve).toHaveBeenCalledWith({ shippingRates: rates });
  expect(update).toHaveBeenLastCalledWith({ amount: 600 + 500 });
  const by = await tell('shippingratechange', { shippingRate: { id: 'courier' } });
  expect(by.resolve).toHaveBeenCalledTimes(1);
  expect(update).toHaveBeenLastCalledWith({ amount: 600 + 1200 });
  const seen = watchRequests();
  const paid = await tell('confirm', order);
  expect(paid.paymentFailed).not.toHaveBeenCalled();
  expect(bought(seen)).toHaveLength(1);
  expect(bought(seen)[0]?.body).toMatchObject({
    email: 'ada@example.com',
    paymentToken: 'ctoken_wallet',
    totalCents: 1800,
    cartDigest: 'mock-1800',
    shippingOptionId: 'courier',
    shippingLocation: { line1: '1 Main Street', region: 'NY', postalCode: '10001' },
    buyer: { name: 'Ada Lovelace' },
  });
  expect(went).toHaveBeenCalledWith(expect.stringMatching(/^\/checkout\/confirmed/));
});

test('S-420 where nothing goes to, the wallet asks for another place and stays', async () => {
  await open(parcel);
  await tell('click');
  server.use(
    http.put('*/api/commerce/shopping-cart/shipping-location', () =>
      HttpResponse.json({ error: 'Nothing is delivered there.', code: 'country-missing' }, { status: 400 }),
    ),
  );
  const at = await tell('shippingaddresschange', { address: { country: 'AQ' } });
  expect(at.reject).toHaveBeenCalledTimes(1);
  expect(at.resolve).not.toHaveBeenCalled();
  expect(wallet.destroy).not.toHaveBeenCalled();
});

test('S-420 when the whole address changes the total, nothing is charged and the new total is said', async () => {
  await open(parcel);
  await tell('click');
  await tell('shippingaddresschange', { address: city });
  // Meanwhile the same costs more.
  mockCart({
    entries: [entry({ purchasePriceCents: 900 })],
    selectedShippingOption: { id: 'post', name: 'Post', costCents: 500 },
  });
  const seen = watchRequests();
  const paid = await tell('confirm', order);
  expect(paid.paymentFailed).toHaveBeenCalledWith({ reason: 'invalid_shipping_address' });
  expect(stripe.createConfirmationToken).not.toHaveBeenCalled();
  expect(bought(seen)).toEqual([]);
  expect(screen.getByText(/\$14\.00/, { selector: '[role=alert]' })).toBeInTheDocument();
});

test('S-420 what the form would refuse the wallet is told, before any money moves', async () => {
  await open({ entries: [entry({ productType: 2, purchasePriceCents: 700 })] });
  const asks = (await tell('click')).resolve.mock.lastCall?.[0];
  expect(asks).toEqual({
    emailRequired: true,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    billingAddressRequired: false,
  });
  const seen = watchRequests();
  const paid = await tell('confirm', { billingDetails: { email: '' } });
  expect(paid.paymentFailed).toHaveBeenCalledWith({ reason: 'fail' });
  expect(bought(seen)).toEqual([]);
});

const unasked = { asksPhone: false, asksBillingAddress: false, giftMessage: false, terms: null };

test.each<[string, Parameters<typeof mockCart>[0], Parameters<typeof openPage>[1]]>([
  ['nothing to pay', { entries: [entry({ productType: 2 })], grandTotalCents: 0 }, {}],
  [
    'a place of tax that nobody named',
    { entries: [entry({ productType: 2 })], asksCountry: true, taxPending: true },
    {},
  ],
])('S-420 there are no wallets where there is %s', async (_, holds, over) => {
  server.use(
    http.put('*/api/commerce/shopping-cart/shipping-location', () =>
      HttpResponse.json({ error: 'Select a state.', code: 'region-missing' }, { status: 400 }),
    ),
  );
  await open(holds, over);
  expect(wallet.mount).not.toHaveBeenCalled();
});

const digital = { entries: [entry({ productType: 2, purchasePriceCents: 700 })] };
const asks = (checkout: object) => ({ storeSettings: { checkout: { ...unasked, ...checkout } } });

test('S-507 terms are agreed to above the wallets: before that none opens, and what was agreed to goes with the order', async () => {
  const terms = { page: '/terms', digest: 'd1', translated: [] };
  const page = await open(digital, asks({ terms }));
  await tell('ready', { availablePaymentMethods: { applePay: true } });
  const wallets = within(screen.getByRole('region', { name: 'Express checkout' }));
  const box = await wallets.findByRole('checkbox');
  expect(box).not.toBeChecked();
  expect((await tell('click')).resolve).not.toHaveBeenCalled();
  expect(wallets.getByText('Please agree to the terms of the shop.')).toBeInTheDocument();
  expect(box).toHaveFocus();
  expect(await axe(page)).toHaveNoViolations();
  await userEvent.click(box);
  expect(wallets.queryByText('Please agree to the terms of the shop.')).toBeNull();
  expect((await tell('click')).resolve).toHaveBeenCalledTimes(1);
  const seen = watchRequests();
  await tell('confirm', { billingDetails: { email: 'ada@example.com' } });
  expect(bought(seen)[0]?.body).toMatchObject({ totalCents: 700, buyer: { termsDigest: 'd1' } });
});

test('S-508 where the shop asks for a billing address the wallet does, and what was written in the form is kept', async () => {
  await open(digital, asks({ asksBillingAddress: true }));
  await userEvent.type(screen.getByLabelText(/^Note/), 'By the garden gate');
  const asked = (await tell('click')).resolve.mock.lastCall?.[0];
  expect(asked).toMatchObject({ billingAddressRequired: true, shippingAddressRequired: false });
  const seen = watchRequests();
  await tell('confirm', {
    billingDetails: { name: 'Ada B', email: 'ada@example.com', address: { ...city, line1: '1 Main Street' } },
  });
  const address = { country: 'US', region: 'NY', city: 'New York', postalCode: '10001', line1: '1 Main Street' };
  expect(bought(seen)[0]?.body).toMatchObject({
    buyer: { note: 'By the garden gate', billing: { name: 'Ada B', address } },
  });
});

const point = {
  ...NOWHERE,
  country: 'US',
  region: 'CA',
  city: 'Los Angeles',
  postalCode: '90012',
  line1: '1 Oven Way',
};
const oven = { id: 'oven', name: 'Collect', costCents: 0, asksWindow: true, pickup: { address: point } };

test('S-509 a day and a time are chosen in the form, and what is collected needs no address', async () => {
  const held = { shippingOptions: [oven], selectedShippingOption: oven, shippingLocation: { ...point, line1: '' } };
  await open({ entries: [entry()], ...held });
  expect((await tell('click')).resolve).not.toHaveBeenCalled();
  expect(screen.getByText('Please choose a day and a time.', { selector: '[role=alert]' })).toBeInTheDocument();
  await userEvent.selectOptions(await screen.findByLabelText('Day'), 'Saturday, November 28');
  await userEvent.selectOptions(screen.getByLabelText('Time'), '10:00');
  const asked = (await tell('click')).resolve.mock.lastCall?.[0];
  expect(asked).toMatchObject({ shippingAddressRequired: false, billingAddressRequired: true });
  expect(screen.queryByText('Please choose a day and a time.')).toBeNull();
  const seen = watchRequests();
  await tell('confirm', { billingDetails: { name: 'Ada B', email: 'ada@example.com', address: city } });
  expect(seen.filter(({ path }) => path.endsWith('/shipping-location'))).toEqual([]);
  expect(bought(seen)[0]?.body).toMatchObject({
    shippingOptionId: 'oven',
    window: { day: '2026-11-28', from: '10:00', to: '11:00' },
    buyer: { name: 'Ada B' },
  });
  expect(bought(seen)[0]?.body).not.toHaveProperty('shippingLocation');
});

test('S-509 a time that was chosen for one way of delivery is not sent with another', async () => {
  const courier = { id: 'courier', name: 'Courier', costCents: 1200, asksWindow: true };
  const post = { id: 'post', name: 'Post', costCents: 500 };
  const held = { entries: [entry()], shippingOptions: [post, courier], selectedShippingOption: courier };
  await open({ ...held, shippingLocation: { ...NOWHERE, country: 'US', region: 'NY', postalCode: '10001' } });
  const before = (await tell('click')).resolve.mock.lastCall?.[0];
  expect(before).toMatchObject({ shippingRates: [{ id: 'post' }] });
  await userEvent.selectOptions(await screen.findByLabelText('Day'), 'Saturday, November 28');
  await userEvent.selectOptions(screen.getByLabelText('Time'), '10:00');
  const after = (await tell('click')).resolve.mock.lastCall?.[0];
  expect(after).toMatchObject({ shippingRates: [{ id: 'courier' }, { id: 'post' }] });
  await tell('shippingratechange', { shippingRate: { id: 'post' } });
  const seen = watchRequests();
  await tell('confirm', order);
  expect(bought(seen)[0]?.body).toMatchObject({ shippingOptionId: 'post', window: null });
});

test('S-509 where the tax is that of the buyer, an address elsewhere that changes it charges nothing', async () => {
  const french = { ...digital, asksCountry: true, shippingLocation: { ...NOWHERE, country: 'FR' } };
  await open(french);
  const asked = (await tell('click')).resolve.mock.lastCall?.[0];
  expect(asked).toMatchObject({ billingAddressRequired: true });
  const dearer = { ...french, shippingLocation: { ...NOWHERE, country: 'DE' }, grandTotalCents: 833 };
  mockCart(dearer);
  server.use(
    http.put('*/api/commerce/shopping-cart/shipping-location', () => HttpResponse.json({ shoppingCart: cart(dearer) })),
  );
  const billingDetails = { name: 'Ada B', email: 'ada@example.com', address: { ...city, state: '', country: 'DE' } };
  const seen = watchRequests();
  const paid = await tell('confirm', { billingDetails });
  expect(paid.paymentFailed).toHaveBeenCalledWith({ reason: 'invalid_billing_address' });
  expect(bought(seen)).toEqual([]);
  expect(screen.getByText(/\$8\.33/, { selector: '[role=alert]' })).toBeInTheDocument();
  await tell('click');
  await tell('confirm', { billingDetails });
  expect(bought(seen)[0]?.body).toMatchObject({ totalCents: 833, shippingLocation: { country: 'DE' } });
});
