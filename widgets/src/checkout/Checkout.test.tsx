import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { cart, entry, giftCard } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import { place } from '../platform/go.ts';
import { keepPlan } from '../state/plan.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import CheckoutPage from './CheckoutPage.island.tsx';
import Confirmed, { read as readConfirmed } from './Confirmed.island.tsx';
import { NOWHERE } from './details.ts';
import { GiftCardPage } from './GiftCardPage.tsx';
import { lastReceipt } from './receipt.ts';
import SubscriptionPage, { planText, read as readSubscription } from './SubscriptionPage.island.tsx';

const BUY = '/api/commerce/checkout';
let went: jest.SpyInstance;
beforeEach(() => {
  went = jest.spyOn(place, 'assign').mockImplementation(() => undefined);
  sessionStorage.clear();
});
const open = async (holds: Parameters<typeof mockCart>[0]) => {
  openPage();
  mockCart(holds);
  render(<CheckoutPage />);
  await settle(50);
};
const fill = async (label: RegExp | string, value: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), value);
};
/** Fills in who buys and where it goes, and waits for the ways of delivery. */
const address = async () => {
  await fill(/^Email/, 'ada@example.com');
  await userEvent.selectOptions(screen.getByLabelText(/^Country/), 'US');
  await fill(/^Full name/, 'Ada Lovelace');
  await fill(/^Address/, '1 Main Street');
  await fill(/^City/, 'Albany');
  await userEvent.selectOptions(screen.getByLabelText(/^State/), 'New York');
  await fill(/^ZIP code/, '12207');
  await userEvent.tab();
  await settle(50);
};
const pay = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  await settle(50);
};
const shipped = { entries: [entry({ quantity: 2 })] };

// Article 8(2) of Directive 2011/83/EU: nothing but the words of the law, which the build gives a page of a shop in the EU.
test('S-727 the button that buys says the words of the page alone', async () => {
  openPage([], { localizedStrings: { checkoutPay: 'Zahlungspflichtig bestellen' } });
  mockCart(shipped);
  render(<CheckoutPage />);
  await settle(50);
  const button = screen.getByRole('button', { name: 'Zahlungspflichtig bestellen' });
  expect(button).toHaveAttribute('type', 'submit');
  expect(button.textContent).toBe('Zahlungspflichtig bestellen');
  // What is to be paid stands beside it.
  expect(screen.getByRole('complementary')).toHaveTextContent(/\$\d+\.\d\d$/);
});

test('W-093 K-040 e-mail, address, delivery, card, totals; then the confirmation with the order', async () => {
  window.loggiaTold = [];
  await open(shipped);
  await address();
  await userEvent.click(screen.getByRole('radio', { name: /Post/ }));
  await settle(50);
  expect(within(screen.getByRole('complementary', { name: 'Your order' })).getByText('$17.00')).toBeInTheDocument();
  await fill('Card number', '4242424242424242');
  const seen = watchRequests();
  await pay();
  const bought = seen.find(({ path }) => path === BUY);
  expect(bought?.body).toMatchObject({
    email: 'ada@example.com',
    paymentToken: 'test-pass',
    shippingOptionId: 'post',
    buyer: { name: 'Ada Lovelace' },
    shippingLocation: { country: 'US', line1: '1 Main Street', city: 'Albany', region: 'NY', postalCode: '12207' },
  });
  expect(bought?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(went).toHaveBeenCalledWith(expect.stringMatching(/^\/checkout\/confirmed\?order=order-/));
  expect(lastReceipt()?.email).toBe('ada@example.com');
  expect(window.loggiaTold.filter(([name]) => name === 'loggia:order')).toEqual([
    ['loggia:order', lastReceipt()?.order],
  ]);
});

test('S-403 a delivery that is chosen while the address is on its way stays chosen, in whatever order answers come', async () => {
  await open(shipped);
  await address();
  // The next answer to an address is slow, and knows nothing of what is chosen meanwhile.
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls: string[] = [];
  server.use(
    http.put('*/api/commerce/shopping-cart/shipping-location', async () => {
      calls.push('location');
      await slow;
    }),
    http.put('*/api/commerce/shopping-cart/shipping-option', () => {
      calls.push('option');
    }),
  );
  await fill(/^City/, 'Troy');
  await userEvent.tab();
  await settle(50);
  const post = screen.getByRole('radio', { name: /Post/ });
  await userEvent.click(post);
  expect(post).toBeChecked();
  expect(calls).toEqual(['location']);
  answer();
  for (let turn = 0; turn < 10; turn += 1) {
    await settle(5);
    expect(screen.getByRole('radio', { name: /Post/ })).toBeChecked();
  }
  await settle(50);
  expect(calls).toEqual(['location', 'option']);
  expect(within(screen.getByRole('complementary', { name: 'Your order' })).getByText('$17.00')).toBeInTheDocument();
});

test('W-085 below the minimum the checkout says so before anything is filled in', async () => {
  const least = 'To check out, your order subtotal must be $60.00 or more.';
  openPage([], { storeSettings: { minimumOrderSubtotalCents: 6000 } });
  mockCart(shipped);
  const { unmount } = render(<CheckoutPage />);
  await settle(50);
  expect(screen.getByText(least)).toBeInTheDocument();
  unmount();
  await open(shipped);
  expect(screen.queryByText(/^To check out/)).toBeNull();
});

test('W-093 nothing to ship asks for no address', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  expect(screen.queryByLabelText(/^Address/)).not.toBeInTheDocument();
  expect(screen.queryByText('Delivery')).not.toBeInTheDocument();
});

test('S-020 what is not shipped asks for the country when the tax depends on it', async () => {
  await open({ entries: [entry({ productType: 2 })], asksCountry: true });
  expect(screen.getByRole('group', { name: 'Your country, for the tax' })).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Address/)).not.toBeInTheDocument();
  await fill(/^Email/, 'ada@example.com');
  await userEvent.selectOptions(screen.getByLabelText(/^Country/), 'FR');
  await userEvent.tab();
  await settle(50);
  await fill('Card number', '4242424242424242');
  const seen = watchRequests();
  await pay();
  expect(seen.find(({ path }) => path === BUY)?.body).toMatchObject({
    shippingLocation: { country: 'FR' },
    totalCents: expect.any(Number) as number,
  });
});

test('S-630 each country has its own form, and the regions of a list', async () => {
  await open(shipped);
  await userEvent.selectOptions(screen.getByLabelText(/^Country/), 'US');
  await settle(50);
  expect(screen.getByLabelText(/^State/).tagName).toBe('SELECT');
  await userEvent.selectOptions(screen.getByLabelText(/^Country/), 'GB');
  await settle(50);
  expect(screen.queryByLabelText(/^State/)).toBeNull();
  expect(screen.getByLabelText(/^Town or city/)).toHaveAttribute('autocomplete', 'shipping address-level2');
  await userEvent.selectOptions(screen.getByLabelText(/^Country/), 'JP');
  await settle(50);
  const order = screen.getAllByRole<HTMLInputElement>('textbox').map(({ autocomplete }) => autocomplete);
  expect(order.indexOf('shipping postal-code')).toBeLessThan(order.indexOf('shipping address-line1'));
  expect(screen.getByLabelText(/^Prefecture/)).toBeInTheDocument();
});

test('S-632 S-633 what is wrong is said at its field, by the page and by the server', async () => {
  await open(shipped);
  await address();
  await userEvent.click(screen.getByRole('radio', { name: /Post/ }));
  await userEvent.clear(screen.getByLabelText(/^Full name/));
  await fill(/^ZIP code/, 'SW1A 1AA');
  const seen = watchRequests();
  await pay();
  expect(screen.getByLabelText(/^Full name/)).toHaveAccessibleDescription("Please enter the recipient's name.");
  expect(screen.getByLabelText(/^ZIP code/)).toHaveAccessibleDescription('This is not a postal code of the country.');
  expect(seen.filter(({ path }) => path === BUY)).toEqual([]);
  await fill(/^Full name/, 'Ada');
  await fill(/^ZIP code/, '12207');
  server.use(
    http.post('*/api/commerce/checkout', () => {
      const codes = { vatId: 'vat-id-invalid', 'billing.line1': 'shipping-location-missing' };
      return HttpResponse.json(
        { error: 'No.', code: 'vat-id-invalid', errors: { vatId: 'x' }, codes },
        { status: 400 },
      );
    }),
  );
  await pay();
  expect(screen.getByLabelText(/^VAT number/)).toHaveAccessibleDescription(/^This is not a VAT number/);
});

test('S-636 who pays may be another than who receives', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  await fill(/^Email/, 'ada@example.com');
  await userEvent.click(screen.getByText('Invoice: billing address, VAT number'));
  await fill(/^VAT number/, 'FR40303265045');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add a billing address' }));
  await settle(50);
  const payer = within(screen.getByRole('group', { name: 'Billing address' }));
  const seen = watchRequests();
  await pay();
  expect(payer.getByLabelText(/^Name/)).toHaveAccessibleDescription('Please enter the name of who pays.');
  await userEvent.type(payer.getByLabelText(/^Company/), 'Crumbs SARL');
  await userEvent.selectOptions(payer.getByLabelText(/^Country/), 'GB');
  await settle(50);
  await userEvent.type(payer.getByLabelText(/^Address/), '1 High Street');
  await userEvent.type(payer.getByLabelText(/^Town or city/), 'Bath');
  await userEvent.type(payer.getByLabelText(/^Postcode/), 'BA1 1AA');
  await userEvent.type(screen.getByLabelText(/^Note/), 'Ring twice.');
  await pay();
  expect(seen.find(({ path }) => path === BUY)?.body).toMatchObject({
    buyer: {
      vatId: 'FR40303265045',
      note: 'Ring twice.',
      billing: { company: 'Crumbs SARL', address: { country: 'GB', line1: '1 High Street', postalCode: 'BA1 1AA' } },
    },
  });
});

test('S-634 S-638 a courier asks for a phone number, and collecting for no address', async () => {
  const place = { ...NOWHERE, country: 'US', region: 'NY', city: 'Troy', postalCode: '12180', line1: '2 Shop Street' };
  const courier = { id: 'courier', name: 'Courier', costCents: 1200, asksPhone: true };
  await open({ ...shipped, shippingOptions: [courier], selectedShippingOption: courier, shippingLocation: place });
  expect(screen.getByLabelText(/^Phone/)).toBeRequired();
  expect(screen.getByLabelText(/^Address/)).toBeInTheDocument();
});

test('S-638 collecting needs a name and no address', async () => {
  const place = { ...NOWHERE, country: 'US', region: 'NY', city: 'Troy', postalCode: '12180', line1: '2 Shop Street' };
  const shop = { id: 'shop', name: 'Collect it', costCents: 0, pickup: { address: place } };
  await open({
    ...shipped,
    shippingOptions: [shop],
    selectedShippingOption: shop,
    shippingLocation: { ...place, line1: '' },
  });
  expect(screen.queryByLabelText(/^Address/)).toBeNull();
  expect(screen.getByText('2 Shop Street, 12180 Troy')).toBeInTheDocument();
  await fill(/^Email/, 'ada@example.com');
  await fill(/^Full name/, 'Ada');
  const seen = watchRequests();
  await pay();
  const bought = seen.find(({ path }) => path === BUY)?.body as { shippingLocation?: unknown; buyer: unknown };
  expect([bought.shippingLocation, bought.buyer]).toMatchObject([undefined, { name: 'Ada' }]);
});

test('what is missing is said on its field before any request', async () => {
  await open(shipped);
  const seen = watchRequests();
  await pay();
  expect(screen.getByLabelText(/^Email/)).toHaveAccessibleDescription('Required');
  expect(screen.getByLabelText(/^Email/)).toHaveFocus();
  expect(screen.getByLabelText(/^City/)).toHaveAccessibleDescription('Required');
  expect(seen.filter(({ path }) => path === BUY)).toEqual([]);
});

test('a declined card says so and can be tried again, as another purchase', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  const keys: (string | null)[] = [];
  server.use(
    http.post('*/api/commerce/checkout', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.json({ error: 'Declined.', code: 'payment-refused' }, { status: 400 });
    }),
  );
  await fill(/^Email/, 'ada@example.com');
  await pay();
  expect(screen.getByText('Declined.')).toBeInTheDocument();
  await pay();
  expect(new Set(keys).size).toBe(2);
});

test('a purchase whose answer is lost is asked for again as the same purchase', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  const keys: (string | null)[] = [];
  server.use(
    http.post('*/api/commerce/checkout', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.error();
    }),
  );
  await fill(/^Email/, 'ada@example.com');
  await pay();
  expect(screen.getByText('Please check your internet connection.')).toBeInTheDocument();
  await pay();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a changed price is shown and must be paid knowingly', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  await fill(/^Email/, 'ada@example.com');
  server.use(
    http.post(
      '*/api/commerce/checkout',
      () => HttpResponse.json({ error: 'x', code: 'price-changed' }, { status: 400 }),
      { once: true },
    ),
  );
  mockCart({ entries: [entry({ productType: 2, purchasePriceCents: 900 })] });
  const seen = watchRequests();
  await pay();
  expect(screen.getByText('The total changed to $9.00. Please look at it and pay again.')).toBeInTheDocument();
  await pay();
  expect(
    seen.filter(({ path }) => path === BUY).map(({ body }) => (body as { acceptPrices: boolean }).acceptPrices),
  ).toEqual([false, true]);
});

test('S-609 a total that changed since it was shown is shown beside it, and paid only when it is agreed to', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  await fill(/^Email/, 'ada@example.com');
  // Another tab, or the shop, changes what it comes to.
  mockCart({ entries: [entry({ productType: 2, purchasePriceCents: 900 })] });
  const seen = watchRequests();
  const bought = () => seen.filter(({ path }) => path === BUY).map(({ body }) => body);
  await pay();
  expect(bought()).toMatchObject([{ totalCents: 600, cartDigest: 'mock-600' }]);
  expect(lastReceipt()).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The total was $6.00 and is now $9.00. A price changed. Nothing was charged. Please look at it and pay again.',
  );
  const summary = within(screen.getByRole('complementary', { name: 'Your order' }));
  expect(summary.getByText('$6.00').tagName).toBe('DEL');
  await userEvent.click(screen.getByRole('button', { name: 'Pay $9.00' }));
  await settle(50);
  expect(bought()[1]).toMatchObject({ totalCents: 900, cartDigest: 'mock-900' });
  expect(went).toHaveBeenCalledTimes(1);
});

test('S-609 a change that leaves the total as it was is said, too', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  await fill(/^Email/, 'ada@example.com');
  mockCart({ entries: [entry({ productType: 2 })], digest: 'another' });
  await pay();
  expect(screen.getByRole('alert')).toHaveTextContent('The total is $6.00. A price changed. Nothing was charged.');
  expect(document.querySelector('del')).toBeNull();
  await pay();
  expect(went).toHaveBeenCalledTimes(1);
});

test('an empty cart has nothing to check out', async () => {
  await open({});
  expect(screen.getByText('You have nothing in your shopping cart.')).toBeInTheDocument();
});

test('S-655 a checkout that is loaded anew after the payment leads to the order', async () => {
  const page = '/api/plain/order?order=7&key=1.x';
  server.use(http.get('*/api/commerce/shopping-cart/order', () => HttpResponse.json({ orderPage: page })));
  await open({});
  expect(went).toHaveBeenCalledWith(page);
  went.mockClear();
  await open({ entries: [entry({ productType: 2 })] });
  expect(went).not.toHaveBeenCalled();
});

test('S-651 S-652 the confirmation names the number and leads to the page of the order', () => {
  openPage();
  const nothing = { value: '0.00', currency: 'USD' };
  const order = {
    id: '7',
    number: 1042,
    orderPage: '/api/plain/order?order=7&key=1.x',
    purchasedCartId: 'c',
    testMode: false,
    websiteId: 'w',
    items: [],
    grandTotal: nothing,
    shippingTotal: nothing,
    taxTotal: nothing,
  };
  render(<Confirmed receipt={{ order, email: 'ada@example.com' }} />);
  expect(screen.getByText('Order #1042')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute('href', order.orderPage);
});

test('W-093 the confirmation shows the order this tab made, and no other', () => {
  openPage();
  expect(readConfirmed()).toEqual({ receipt: null });
  const money = (value: string) => ({ value, currency: 'USD' });
  const order = {
    id: '7',
    purchasedCartId: 'c',
    testMode: true,
    websiteId: 'w',
    items: [{ sku: 'A', productName: 'Rye Loaf', quantity: 2, unitPrice: money('6.00') }],
    grandTotal: money('12.00'),
    shippingTotal: money('0.00'),
    taxTotal: money('0.00'),
  };
  const deliveryLines = ['Ada Lovelace', '1 Main Street', 'UNITED STATES'];
  render(<Confirmed receipt={{ order: { ...order, deliveryLines }, email: 'ada@example.com' }} />);
  expect(screen.getByRole('region', { name: 'Delivery' })).toHaveTextContent('Ada Lovelace1 Main StreetUNITED STATES');
  expect(screen.getByText('Order 7')).toBeInTheDocument();
  expect(screen.getByText('We have sent a confirmation to ada@example.com.')).toBeInTheDocument();
  expect(screen.getByText('2 × Rye Loaf')).toBeInTheDocument();
});

test('W-094 the subscription page opens the cart of its token and says how often it is paid', async () => {
  openPage();
  keepPlan('t1', { billingPeriod: { value: 2, unit: 'WEEK' }, numBillingCycles: 0 });
  window.history.pushState(null, '', '/checkout/subscription?cartToken=t1');
  const tokens: (string | null)[] = [];
  server.use(
    http.get('*/api/commerce/shopping-cart', ({ request }) => {
      tokens.push(new URL(request.url).searchParams.get('cartToken'));
      return HttpResponse.json(cart({ id: 's1', entries: [entry({ productType: 3, purchasePriceCents: 1400 })] }));
    }),
  );
  const props = readSubscription(document.body);
  if (!props) throw new Error('the subscription page mounts');
  render(<SubscriptionPage {...props} />);
  await settle(50);
  expect(tokens).toEqual(['t1']);
  expect(screen.getByText('$14.00 every 2 weeks')).toBeInTheDocument();
  expect(planText('$5.00', { billingPeriod: { value: 1, unit: 'MONTH' }, numBillingCycles: 12 })).toBe(
    '$5.00 every month for 1 year',
  );
  await fill(/^Email/, 'ada@example.com');
  const seen = watchRequests();
  await pay();
  expect(seen.find(({ path }) => path === BUY)?.body).toMatchObject({ cartToken: 't1' });
  window.history.pushState(null, '', '/');
});

test('W-095 the gift-card page asks whom it is for, then leads to the payment', async () => {
  openPage([giftCard()]);
  render(<GiftCardPage itemId="gift" sku="G50" product={giftCard()} />);
  expect(screen.getByText(/\$50\.00/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
  expect(screen.getAllByText('Required')).toHaveLength(2);
  await fill(/name/, 'Grace');
  await fill(/email/, 'grace@example.com');
  await fill(/^Message/, 'Enjoy');
  const seen = watchRequests();
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
  await settle();
  expect(seen[0]?.body).toMatchObject({ itemId: 'gift', sku: 'G50', quantity: 1 });
  const added = seen[0]?.body as { additionalFields: string } | undefined;
  expect(JSON.parse(added?.additionalFields ?? '')).toEqual({
    recipientName: 'Grace',
    recipientEmail: 'grace@example.com',
    message: 'Enjoy',
    deliverOn: '',
  });
  expect(went).toHaveBeenCalledWith('/checkout');
});

describe('paid through Stripe', () => {
  const fields = { mount: jest.fn(), destroy: jest.fn() };
  const buttons = { ...fields, mount: jest.fn(), on: jest.fn() };
  const elements = {
    submit: jest.fn(),
    create: jest.fn((kind: string) => (kind === 'payment' ? fields : buttons)),
    update: jest.fn(),
  };
  const stripe = { elements: jest.fn(() => elements), createConfirmationToken: jest.fn(), handleNextAction: jest.fn() };
  const opener = jest.fn(() => stripe);
  const order = { id: 'order-9', testMode: true, items: [], grandTotal: { value: '7.00', currency: 'USD' } };
  beforeEach(() => {
    jest.clearAllMocks();
    (window as unknown as { Stripe?: unknown }).Stripe = opener;
    elements.submit.mockResolvedValue({});
    stripe.createConfirmationToken.mockResolvedValue({ confirmationToken: { id: 'ctoken_1' } });
    stripe.handleNextAction.mockResolvedValue({});
    server.use(
      http.get('*/api/commerce/payment-settings', () =>
        HttpResponse.json({ provider: 'stripe', publishableKey: 'pk_1', testMode: true }),
      ),
    );
  });
  afterEach(() => {
    delete (window as unknown as { Stripe?: unknown }).Stripe;
  });
  const start = async () => {
    await open({ entries: [entry({ productType: 2, purchasePriceCents: 700 })] });
    await settle(50);
    await fill(/^Email/, 'ada@example.com');
  };

  test('A-046 its own fields stand in the page; the server gets their token', async () => {
    await start();
    expect(opener).toHaveBeenCalledWith('pk_1');
    expect(stripe.elements).toHaveBeenCalledWith({ mode: 'payment', amount: 700, currency: 'usd' });
    expect(fields.mount).toHaveBeenCalledTimes(1);
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    const seen = watchRequests();
    await pay();
    expect(seen.find(({ path }) => path === BUY)?.body).toMatchObject({ paymentToken: 'ctoken_1' });
    expect(went).toHaveBeenCalledWith(expect.stringMatching(/^\/checkout\/confirmed/));
  });

  test.each([
    ['#a6a6a6', { theme: 'night' }],
    ['#a7a7a7', undefined],
  ])('W-013 N-061 on a background of %s its fields look as %j', async (colour, appearance) => {
    document.body.style.backgroundColor = colour;
    await start();
    document.body.style.backgroundColor = '';
    const options = { mode: 'payment', amount: 700, currency: 'usd', ...(appearance ? { appearance } : {}) };
    expect(stripe.elements).toHaveBeenCalledWith(options);
  });

  test('A-046 what the fields find wrong is said, and nothing is sent', async () => {
    await start();
    elements.submit.mockResolvedValue({ error: { message: 'Your card number is incomplete.' } });
    const seen = watchRequests();
    await pay();
    expect(screen.getByText('Your card number is incomplete.')).toBeInTheDocument();
    expect(seen.filter(({ path }) => path === BUY)).toEqual([]);
  });

  test('A-046 when the bank asks, the shopper answers and the same purchase goes on', async () => {
    await start();
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/commerce/checkout', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1
          ? HttpResponse.json({ orderId: 'order-9', clientSecret: 'pi_1_secret' }, { status: 202 })
          : HttpResponse.json(order);
      }),
    );
    await pay();
    expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret' });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(went).toHaveBeenCalledWith('/checkout/confirmed?order=order-9');
  });

  test('A-046 a question that was not answered can be tried again, as another purchase', async () => {
    await start();
    stripe.handleNextAction.mockResolvedValue({ error: { message: 'The bank refused.' } });
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/commerce/checkout', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.json({ orderId: 'order-9', clientSecret: 'pi_1_secret' }, { status: 202 });
      }),
    );
    await pay();
    expect(screen.getByText('The bank refused.')).toBeInTheDocument();
    await pay();
    expect(new Set(keys).size).toBe(2);
  });
});

test('A-046 no script of a payment provider is loaded that the owner did not choose', async () => {
  await open({ entries: [entry({ productType: 2 })] });
  await settle(50);
  expect(screen.getByLabelText('Card number')).toBeInTheDocument();
  expect(document.querySelector('script[src*="stripe"]')).toBeNull();
});

const WAYS = [
  { id: 'transfer', kind: 'transfer', name: 'Bank transfer' },
  { id: 'counter', kind: 'collection', name: 'When I collect it' },
  { id: 'door', kind: 'delivery', name: 'Cash on delivery' },
];
const payBy = (provider: string) =>
  server.use(
    http.get('*/api/commerce/payment-settings', () => HttpResponse.json({ provider, testMode: false, manual: WAYS })),
  );

test('S-768 ways of paying by hand stand beside the card, as the delivery allows; the chosen one is sent without a card', async () => {
  payBy('test');
  await open(shipped);
  await address();
  await userEvent.click(screen.getByRole('radio', { name: /Post/ }));
  await settle(50);
  expect(screen.getByRole('radio', { name: 'Pay online' })).toBeChecked();
  expect(screen.queryByRole('radio', { name: 'When I collect it' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Cash on delivery' }));
  expect(screen.queryByLabelText('Card number')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Bank transfer' }));
  const seen = watchRequests();
  await pay();
  const bought = seen.find(({ path }) => path === BUY);
  expect(bought?.body).toMatchObject({ paymentMethod: 'transfer', paymentToken: '' });
});

test('S-807 PayPal stands beside the card and leads to its page', async () => {
  server.use(
    http.get('*/api/commerce/payment-settings', () =>
      HttpResponse.json({ provider: 'test', testMode: false, pages: [{ id: 'provider:paypal', name: 'PayPal' }] }),
    ),
  );
  await open(shipped);
  await address();
  await userEvent.click(screen.getByRole('radio', { name: /Post/ }));
  await settle(50);
  expect(screen.getByRole('radio', { name: 'Pay online' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'PayPal' }));
  expect(screen.queryByLabelText('Card number')).toBeNull();
  const redirectUrl = 'https://www.paypal.example/checkoutnow?token=1';
  server.use(
    http.post('*/api/commerce/checkout', () =>
      HttpResponse.json({ orderId: 'o', redirectUrl, orderPage: '/o' }, { status: 202 }),
    ),
  );
  const seen = watchRequests();
  await pay();
  const bought = seen.find(({ path }) => path === BUY);
  expect(bought?.body).toMatchObject({ paymentMethod: 'provider:paypal', paymentToken: '' });
  expect(went).toHaveBeenCalledWith(redirectUrl);
});

test('S-769 a shop without a provider shows its own ways alone, the first one chosen', async () => {
  payBy('manual');
  await open(shipped);
  await settle(50);
  expect(screen.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
  expect(screen.queryByRole('radio', { name: 'Pay online' })).toBeNull();
  expect(screen.queryByLabelText('Card number')).toBeNull();
});

test('S-761 the confirmation says how a transfer is made', () => {
  openPage();
  const nothing = { value: '0.00', currency: 'USD' };
  const order = {
    ...{ id: '7', number: 1001, orderPage: '', purchasedCartId: 'c', testMode: false, websiteId: 'w', items: [] },
    ...{ grandTotal: nothing, shippingTotal: nothing, taxTotal: nothing },
    toPay: { name: 'Bank transfer', instructions: 'Send it to <us>.', reference: '#1001', until: 1 },
  };
  render(<Confirmed receipt={{ order, email: 'ada@example.com' }} />);
  const section = screen.getByRole('region', { name: 'How to pay: Bank transfer' });
  expect(section).toHaveTextContent('Send it to <us>.');
  expect(section).toHaveTextContent('Reference: #1001');
});

test('S-770 a way of paying at a bank leads to the bank', async () => {
  await open(shipped);
  await address();
  await userEvent.click(screen.getByRole('radio', { name: /Post/ }));
  await settle(50);
  const redirectUrl = 'https://bank.example/pay';
  server.use(
    http.post('*/api/commerce/checkout', () =>
      HttpResponse.json({ orderId: 'o', clientSecret: 's', redirectUrl, orderPage: '/o' }, { status: 202 }),
    ),
  );
  await pay();
  expect(went).toHaveBeenCalledWith(redirectUrl);
});
