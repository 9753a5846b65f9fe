import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { delay, HttpResponse, http } from 'msw';
import { cake, field, form, giftCard, product, variant } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import { place } from '../platform/go.ts';
import { $cart } from '../state/cartStore.ts';
import { choiceOf, choose } from '../state/product.ts';
import { writeCookie } from '../test/cookies.ts';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import * as island from './AddToCartButton.island.tsx';
import { AddToCartButton } from './AddToCartButton.tsx';

const ENTRIES = '*/api/commerce/shopping-cart/entries';
const button = () => screen.getByRole('button', { name: /Add|Grab|Subscribe|Buy|sold/ });
const bytes = (label: string, type = 1, id = 'loaf') =>
  `<div class="sqs-add-to-cart-button-wrapper" data-animation-role="button"><div class="sqs-add-to-cart-button sqs-suppress-edit-mode sqs-editable-button sqs-button-element--primary " role="button" tabindex="0" data-dynamic-strings data-collection-id="shop" data-item-id="${id}" data-product-type="${type}" data-use-custom-label="false" data-original-label="${label}" ><div class="sqs-add-to-cart-button-inner">${label}</div></div></div>`;
const answer = (status: number, body: object) =>
  server.use(http.post(ENTRIES, () => HttpResponse.json(body, { status })));
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

let user: ReturnType<typeof userEvent.setup>;
let went: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  went = jest.spyOn(place, 'assign').mockImplementation(() => undefined);
  writeCookie('crumb', 'c');
});
afterEach(() => jest.useRealTimers());

const press = async () => {
  await user.click(button());
  await settle();
};

test('W-022 W-030 a press sends itemId, sku, quantity and additionalFields as a JSON string, and the build of the prices it shows', async () => {
  openPage([{ product: product(), buildId: '5f0c' }]);
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  const seen = watchRequests();
  await press();
  const [sent] = seen.filter(({ path }) => path.endsWith('/entries'));
  expect(sent?.method).toBe('POST');
  expect(sent?.body).toEqual({ itemId: 'loaf', sku: 'LOAF', quantity: 1, additionalFields: '{}', buildId: '5f0c' });
  expect($cart.get().cart?.totalQuantity).toBe(1);
});

test('W-030 a variant without a sku is sent as null', async () => {
  openPage();
  render(<AddToCartButton product={product({ variants: [variant({ sku: '' })] })} label="Add To Cart" />);
  const seen = watchRequests();
  await press();
  expect(seen.find(({ path }) => path.endsWith('/entries'))?.body).toMatchObject({ sku: null });
});

test('W-024 W-026 W-039 Adding… for 1000 ms after the answer, Added! for 2000 ms, then its own label', async () => {
  openPage([product()]);
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  expect(button()).toHaveTextContent('Adding…');
  await later(999);
  expect(button()).toHaveTextContent('Adding…');
  await later(1);
  expect(button()).toHaveTextContent('Added!');
  expect(screen.getByRole('status')).toHaveTextContent('Rye Loaf was added to your cart.');
  await later(1999);
  expect(button()).toHaveTextContent('Added!');
  await later(1);
  expect(button()).toHaveTextContent('Add To Cart');
});

test('W-023 W-025 a slow answer keeps Adding…; the second counts from the answer', async () => {
  openPage([product()]);
  server.use(
    http.post(ENTRIES, async () => {
      await delay(3000);
      return HttpResponse.json({ shoppingCart: {}, newlyAdded: {} });
    }),
  );
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  await later(3000);
  await settle();
  expect(button()).toHaveTextContent('Adding…');
  await later(999);
  expect(button()).toHaveTextContent('Adding…');
  await later(1);
  expect(button()).toHaveTextContent('Added!');
});

test('W-028 W-029 presses while adding and added send nothing more', async () => {
  openPage([product()]);
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  const seen = watchRequests();
  await user.dblClick(button());
  await settle();
  await later(1000);
  await press();
  expect(seen.filter(({ path }) => path.endsWith('/entries'))).toHaveLength(1);
});

test('W-027 W-052 W-058 a refused add shows the server’s words under its title and is itself after 1000 ms', async () => {
  openPage([product()]);
  answer(400, { error: 'X' });
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  const alert = screen.getByRole('alertdialog', { name: 'Unable to Add Item' });
  expect(alert).toHaveTextContent('X');
  await later(999);
  expect(screen.getByRole('button', { name: 'Adding…' })).toBeInTheDocument();
  await later(1);
  expect(screen.getByRole('button', { name: 'Add To Cart' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test.each([
  ['W-055', 403, true, 'Your session has expired. Please reload the page and try again.'],
  ['W-056', 403, false, 'Please enable cookies in your browser, reload the page, and try again.'],
])('%s crumbFail with cookies %s', async (_id, status, cookieEnabled, text) => {
  openPage([product()]);
  jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(cookieEnabled);
  answer(status, { crumbFail: true });
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  expect(screen.getByRole('alertdialog')).toHaveTextContent(text);
});

test('W-057 429 asks for a few seconds', async () => {
  openPage([product()]);
  answer(429, { error: 'slow down' });
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Please try again in a few seconds.');
});

test('W-031 W-032 W-036 express checkout goes straight to the checkout', async () => {
  openPage([product()], { storeSettings: { expressCheckoutEnabled: true } });
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  expect(went).toHaveBeenCalledWith('/checkout');
});

test('W-032 without the setting the page stays', async () => {
  openPage([product()]);
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  expect(went).not.toHaveBeenCalled();
});

test('W-053 express checkout has a title of its own', async () => {
  openPage([product()], { storeSettings: { expressCheckoutEnabled: true } });
  answer(400, { error: 'X' });
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  expect(screen.getByRole('alertdialog', { name: 'Unable to Purchase Item' })).toBeInTheDocument();
});

test('W-033 W-034 W-036 a subscription posts qty and goes to its page with the token', async () => {
  const box = product({ isSubscribable: true });
  openPage([box]);
  render(<AddToCartButton product={box} label="Subscribe" />);
  const seen = watchRequests();
  await press();
  const [sent] = seen.filter(({ path }) => path === '/api/3/commerce/cart/subscription');
  expect(sent?.body).toEqual({ itemId: 'loaf', sku: 'LOAF', qty: 1, additionalFields: '{}' });
  expect(went).toHaveBeenCalledWith('/checkout/subscription?cartToken=t1');
});

test('W-059 a refused subscription shows the server’s words', async () => {
  const box = product({ isSubscribable: true });
  openPage([box]);
  server.use(http.post('*/cart/subscription', () => HttpResponse.json({ error: 'X' }, { status: 400 })));
  render(<AddToCartButton product={box} label="Subscribe" />);
  await press();
  expect(screen.getByRole('alertdialog')).toHaveTextContent('X');
});

test('W-035 W-036 a gift card goes to its page with item and denomination', async () => {
  openPage([giftCard()]);
  choose('gift', 'Value', '$50.00');
  render(<AddToCartButton product={giftCard()} label="Buy" />);
  await press();
  expect(went).toHaveBeenCalledWith('/gift-card?itemId=gift&sku=G50');
});

test('W-051 W-054 a gift card without a denomination asks for one under its own title', async () => {
  openPage([giftCard()]);
  render(<AddToCartButton product={giftCard()} label="Buy" />);
  const seen = watchRequests();
  await press();
  const alert = screen.getByRole('alertdialog', { name: 'Unable to purchase Gift Card' });
  expect(alert).toHaveTextContent('Select a denomination for the Gift Card');
  expect(went).not.toHaveBeenCalled();
  expect(seen.filter(({ path }) => !path.includes('census'))).toEqual([]);
});

test.each([
  ['W-045 W-047', {}, 'Please select the Size and Flavour options.'],
  ['W-044', { Size: 'Small' }, 'Please select the Flavour option.'],
  [
    'W-048',
    { Size: 'Large', Flavour: 'Orange' },
    'Sorry, that item variant is unavailable. Please select another variant.',
  ],
  ['W-049', { Size: 'Small', Flavour: 'Orange' }, 'Sorry, we do not have enough of that item available.'],
])('%s is refused before any request', async (_ids, chosen: Record<string, string>, text) => {
  openPage([cake()]);
  for (const [option, value] of Object.entries(chosen)) choose('cake', option, value);
  render(<AddToCartButton product={cake()} label="Add To Cart" />);
  const seen = watchRequests();
  await press();
  expect(screen.getByRole('alertdialog', { name: 'Unable to Add Item' })).toHaveTextContent(text);
  expect(seen.filter(({ path }) => !path.includes('census'))).toEqual([]);
});

test.each([
  ['abc', 'Quantity must be a number.'],
  ['1.5', 'Quantity must be a whole number'],
])('W-050 quantity %s is refused before any request', async (typed, text) => {
  openPage([product()]);
  choiceOf('loaf').setKey('quantity', typed);
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  const seen = watchRequests();
  await press();
  expect(screen.getByRole('alertdialog')).toHaveTextContent(text);
  expect(seen.filter(({ path }) => !path.includes('census'))).toEqual([]);
});

test('W-102 a sold-out product says so and sends nothing', async () => {
  const none = product({ variants: [variant({ qtyInStock: 0 })] });
  openPage([none]);
  render(<AddToCartButton product={none} label="Add To Cart" />);
  const seen = watchRequests();
  expect(button()).toHaveTextContent('sold out');
  expect(button()).toHaveAttribute('aria-disabled', 'true');
  await press();
  expect(seen).toEqual([]);
});

test('W-040 a press is counted, and a count that fails changes nothing', async () => {
  openPage([product()]);
  const seen = watchRequests();
  server.use(http.post('*/api/census/button-click', () => HttpResponse.error()));
  const counted = watchRequests();
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  expect([...seen, ...counted].some(({ path }) => path === '/api/census/button-click')).toBe(true);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

const asking = () => ({
  product: product(),
  additionalFieldsForm: form({
    id: 'words',
    name: 'Words',
    buttonText: '',
    fields: [field({ id: 'text', type: 'text', title: 'Words on it', required: true })],
  }),
});

test('W-037 W-038 W-127 W-137 a product with a form asks after the stock, then for the answers, then adds them', async () => {
  openPage([asking()]);
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  const seen = watchRequests();
  await press();
  await settle();
  const dialog = screen.getByRole('dialog', { name: 'Rye Loaf' });
  expect(dialog).toContainElement(screen.getByRole('form', { name: 'Words' }));
  expect(seen.filter(({ path }) => !path.includes('census')).map(({ path }) => path)).toEqual([
    '/api/commerce/inventory/stock/',
  ]);
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
  expect(screen.getByText('Required')).toBeInTheDocument();
  await user.type(screen.getByLabelText(/Words on it/), 'Happy birthday');
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
  await settle();
  const sent = seen.find(({ path }) => path.endsWith('/entries'));
  expect(sent?.body).toMatchObject({ additionalFields: '{"text":"Happy birthday"}' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect($cart.get().cart?.entries[0]?.additionalFields).toBe('{"text":"Happy birthday"}');
});

test('W-037 a product with a form and no stock beside the cart’s shows the stock alert', async () => {
  openPage([asking()]);
  server.use(
    http.get('*/inventory/stock/', () =>
      HttpResponse.json({ results: [{ sku: 'LOAF', unlimited: false, qtyInStock: 0 }] }),
    ),
  );
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  await settle();
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Sorry, we do not have enough of that item available.');
});

test('closing the form gives the button back', async () => {
  openPage([asking()]);
  render(<AddToCartButton product={product()} label="Add To Cart" />);
  await press();
  await settle();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(button()).toHaveTextContent('Add To Cart');
  expect(button()).not.toHaveAttribute('aria-disabled');
});

test('stands on the formatter’s bytes: a real button with their classes and data', () => {
  openPage([product()]);
  const el = mountOn(bytes('Grab'), island);
  const real = screen.getByRole('button', { name: 'Grab' });
  expect(real.tagName).toBe('BUTTON');
  expect(real).toHaveClass('sqs-add-to-cart-button', 'sqs-suppress-edit-mode', 'sqs-editable-button');
  expect(real).toHaveAttribute('data-item-id', 'loaf');
  expect(el).toHaveClass('sqs-add-to-cart-button-wrapper');
  expect(real.querySelector('.sqs-add-to-cart-button-inner')).toHaveTextContent('Grab');
});

test('W-021 W-039 the label is the markup’s, the product’s own, or the site’s word for it', () => {
  const labels = (html: string, over: Parameters<typeof product>[0], strings = {}) => {
    openPage([product(over)], { localizedStrings: strings });
    mountOn(html, island);
    return screen.getByRole('button').textContent;
  };
  const place = '<div data-widget="add-to-cart" data-item-id="loaf"></div>';
  expect(labels(bytes('Add To Cart'), {})).toBe('Add To Cart');
  expect(labels(place, {})).toBe('Add To Cart');
  expect(labels(place, { isSubscribable: true })).toBe('Subscribe');
  expect(labels(place, { useCustomAddButtonText: true, customAddButtonText: 'Grab' })).toBe('Grab');
  expect(labels(place, {}, { productAddToCartText: 'Kaufen' })).toBe('Kaufen');
});

test('sells from the markup alone where the page says nothing of the product', async () => {
  openPage();
  mountOn(bytes('Add To Cart', 2, 'song'), island);
  const seen = watchRequests();
  await press();
  expect(seen.find(({ path }) => path.endsWith('/entries'))?.body).toMatchObject({ itemId: 'song', sku: null });
});

test('W-233 has no accessibility violation', async () => {
  jest.useRealTimers();
  openPage([product()]);
  const { container } = render(<AddToCartButton product={product()} label="Add To Cart" />);
  expect(await axe(container)).toHaveNoViolations();
});
