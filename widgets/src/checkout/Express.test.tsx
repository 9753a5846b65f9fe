import { act, render, screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { HttpResponse, http } from 'msw';
import { entry } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import { place } from '../platform/go.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import CheckoutPage from './CheckoutPage.island.tsx';

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
  expect(asks).toEqual({ emailRequired: true, phoneNumberRequired: false, shippingAddressRequired: false });
  const seen = watchRequests();
  const paid = await tell('confirm', { billingDetails: { email: '' } });
  expect(paid.paymentFailed).toHaveBeenCalledWith({ reason: 'fail' });
  expect(bought(seen)).toEqual([]);
});

const unasked = { asksPhone: false, asksBillingAddress: false, giftMessage: false };

test.each<[string, Parameters<typeof mockCart>[0], Parameters<typeof openPage>[1]]>([
  ['nothing to pay', { entries: [entry({ productType: 2 })], grandTotalCents: 0 }, {}],
  [
    'terms to agree to',
    { entries: [entry({ productType: 2 })] },
    { storeSettings: { checkout: { ...unasked, terms: { page: '/terms', digest: 'a', translated: [] } } } },
  ],
  ['a place of tax', { entries: [entry({ productType: 2 })], asksCountry: true }, {}],
])('S-420 there are no wallets where there is %s', async (_, holds, over) => {
  await open(holds, over);
  expect(wallet.mount).not.toHaveBeenCalled();
});
