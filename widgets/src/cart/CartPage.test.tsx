import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { entry, field, form, product } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { server } from '../../mock-api/server.ts';
import { start } from '../islands/loader.ts';
import { place } from '../platform/go.ts';
import { loadCart } from '../state/cartStore.ts';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import * as island from './CartPage.island.tsx';
import { CartPage } from './CartPage.tsx';

const two = [
  entry({ id: 'e1', title: 'Rye Loaf', purchasePriceCents: 1050 }),
  entry({
    id: 'e2',
    title: 'Bun',
    purchasePriceCents: 500,
    chosenVariant: { sku: 'B', attributes: { Size: 'Small' } },
  }),
];
const open = async (over: Parameters<typeof openPage>[1] = {}, entries = two) => {
  openPage([], over);
  mockCart({ entries });
  render(<CartPage />);
  await settle();
};
const box = (title: string) => screen.getByRole('spinbutton', { name: `Quantity of ${title}` });
const setQuantity = async (title: string, quantity: string) => {
  await userEvent.clear(box(title));
  await userEvent.type(box(title), `${quantity}{Enter}`);
  await settle();
};

test('W-076 the cart page stands on its root element, and nothing happens without one', async () => {
  openPage();
  mockCart({ entries: two });
  const el = mountOn('<div data-widget="cart-page"><h1>Shopping Cart</h1><p>Loading your cart…</p></div>', island);
  await settle();
  expect(within(el).getByRole('table')).toBeInTheDocument();
  const seen = watchRequests();
  document.body.innerHTML = '<main></main>';
  start({}, () => Promise.reject(new Error('not asked for')));
  expect([document.body.innerHTML, seen]).toEqual(['<main></main>', []]);
});

test('without a connection the page says so, and reads the cart again when it is back', async () => {
  await open();
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('You are offline. Changes can be made once the connection is back.')).toBeInTheDocument();
  mockCart({ entries: [entry({ title: 'From elsewhere' })] });
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await settle();
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument();
  expect(screen.getByRole('row', { name: /From elsewhere/ })).toBeInTheDocument();
});

test('W-077 W-078 a table of item, quantity and price, and the subtotal', async () => {
  await open();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Item', 'Quantity', 'Price']);
  expect(screen.getAllByRole('row')).toHaveLength(3);
  expect(screen.getByRole('row', { name: /Bun/ })).toHaveTextContent('Size: Small');
  expect(screen.getByText('$15.50')).toBeInTheDocument();
});

test('W-079 W-080 W-081 Checkout leads to the checkout, Continue Shopping where the setting says', async () => {
  const went = jest.spyOn(place, 'assign').mockImplementation(() => undefined);
  await open({ storeSettings: { continueShoppingUrl: '/shop' } });
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/shop');
  await userEvent.click(screen.getByRole('button', { name: 'Checkout' }));
  expect(went).toHaveBeenCalledWith('/checkout');
});

test('W-081 W-091 an empty cart says so, with the link to /', async () => {
  await open({}, []);
  expect(screen.getByText('You have nothing in your shopping cart.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
});

test('a quantity is changed, and the subtotal is the server’s', async () => {
  await open();
  const seen = watchRequests();
  await setQuantity('Bun', '4');
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'PUT', body: { quantity: 4 } });
  expect(screen.getByText('$30.50')).toBeInTheDocument();
});

test('W-083 W-084 quantity 0 asks; no keeps the old quantity', async () => {
  await open();
  await userEvent.clear(box('Bun'));
  await userEvent.type(box('Bun'), '0{Enter}');
  expect(screen.getByRole('alertdialog', { name: 'Remove this item from your cart?' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(box('Bun')).toHaveValue(1);
});

test('W-083 quantity 0 asks; yes removes with the removal call', async () => {
  await open();
  const seen = watchRequests();
  await userEvent.clear(box('Bun'));
  await userEvent.type(box('Bun'), '0{Enter}');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await settle();
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /api/commerce/shopping-cart/entries/e2',
  ]);
  expect(screen.queryByRole('row', { name: /Bun/ })).not.toBeInTheDocument();
});

test('W-085 below the minimum the checkout says how much it must be, and nobody goes anywhere', async () => {
  const went = jest.spyOn(place, 'assign').mockImplementation(() => undefined);
  await open({ storeSettings: { minimumOrderSubtotalCents: 2000 } });
  await userEvent.click(screen.getByRole('button', { name: 'Checkout' }));
  expect(screen.getByText('To check out, your order subtotal must be $20.00 or more.')).toBeInTheDocument();
  expect(went).not.toHaveBeenCalled();
});

test('W-086 a refused quantity says so and comes back', async () => {
  await open();
  server.use(http.put('*/entries/:id', () => HttpResponse.json({ error: 'no' }, { status: 400 })));
  await setQuantity('Bun', '9');
  expect(screen.getByText('Unable to update quantity')).toBeInTheDocument();
  expect(box('Bun')).toHaveValue(1);
});

test('W-087 a refused removal says so and keeps the row', async () => {
  await open();
  server.use(http.delete('*/entries/:id', () => HttpResponse.json({}, { status: 500 })));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Bun' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await settle();
  expect(screen.getByText('Unable to remove item')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /Bun/ })).toBeInTheDocument();
});

test('W-090 without an answer it is the connection', async () => {
  await open();
  server.use(http.put('*/entries/:id', () => HttpResponse.error()));
  await setQuantity('Bun', '3');
  expect(screen.getByText('Please check your internet connection.')).toBeInTheDocument();
});

test('a cart that cannot be read can be asked for again', async () => {
  openPage();
  server.use(http.get('*/api/commerce/shopping-cart', () => HttpResponse.error(), { once: true }));
  render(<CartPage />);
  await settle();
  expect(screen.getByText('Please check your internet connection.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await settle();
  expect(screen.getByText('You have nothing in your shopping cart.')).toBeInTheDocument();
});

test('S-307 a cart that somebody else on the page could read ends the fault of not having it', async () => {
  openPage();
  server.use(http.get('*/api/commerce/shopping-cart', () => HttpResponse.error(), { once: true }));
  render(<CartPage />);
  await settle();
  expect(screen.getByText('Please check your internet connection.')).toBeInTheDocument();
  mockCart({ entries: two });
  await act(() => loadCart()); // as the count in the header does
  expect(screen.getByRole('row', { name: /Rye Loaf/ })).toBeInTheDocument();
  expect(screen.queryByText('Please check your internet connection.')).toBeNull();
});

const cakeWords = form({
  id: 'words',
  name: 'Words',
  buttonText: 'Save',
  fields: [field({ id: 'text', type: 'text', title: 'Words' })],
});
const withWords = [entry({ id: 'e1', title: 'Cake', itemId: 'cake', additionalFields: '{"text":"Hello"}' })];
const openWithForm = async () => {
  openPage([{ product: product({ id: 'cake' }), additionalFieldsForm: cakeWords }]);
  mockCart({ entries: withWords });
  render(<CartPage />);
  await settle();
};

test('W-082 W-092 details are edited in the lightbox, sent whole, and the entry is replaced', async () => {
  await openWithForm();
  await userEvent.click(screen.getByRole('button', { name: 'Edit details of Cake' }));
  await settle();
  const words = await screen.findByRole('textbox', { name: 'Words' });
  expect(words).toHaveValue('Hello');
  await userEvent.clear(words);
  await userEvent.type(words, 'Goodbye');
  const seen = watchRequests();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await settle();
  expect(seen[0]).toMatchObject({
    method: 'PUT',
    path: '/api/commerce/shopping-cart/entries/e1/additionalFields',
    body: { itemId: 'cake', sku: 'LOAF', additionalFields: '{"text":"Goodbye"}' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Edit details of Cake' }));
  expect(await screen.findByRole('textbox', { name: 'Words' })).toHaveValue('Goodbye');
});

test('W-088 a form that cannot be fetched says so', async () => {
  await open({}, withWords);
  server.use(http.get('*/api/commerce/products/cake/form', () => HttpResponse.json({}, { status: 404 })));
  await userEvent.click(screen.getByRole('button', { name: 'Edit details of Cake' }));
  await settle();
  expect(screen.getByText('Unable to open form')).toBeInTheDocument();
});

test('W-089 details that cannot be saved say so', async () => {
  await openWithForm();
  server.use(http.put('*/additionalFields', () => HttpResponse.json({}, { status: 500 })));
  await userEvent.click(screen.getByRole('button', { name: 'Edit details of Cake' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await settle();
  expect(screen.getByText('Unable to update form')).toBeInTheDocument();
});

test('a code that counts takes off, one that does not says why', async () => {
  await open();
  const code = screen.getByLabelText('Coupon or gift card code');
  await userEvent.type(code, 'FRESH{Enter}');
  await settle();
  expect(screen.getAllByText('-$2.00').length).toBeGreaterThan(0);
  await userEvent.type(code, 'NOPE{Enter}');
  await settle();
  expect(screen.getByText('That code is not valid.')).toBeInTheDocument();
});

test('S-738 the error of a code goes with the next one, and a code that nobody gave out is not listed', async () => {
  await open();
  const code = screen.getByLabelText('Coupon or gift card code');
  await userEvent.type(code, 'NOPE{Enter}');
  await settle();
  expect(screen.getByText('That code is not valid.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove code NOPE' })).not.toBeInTheDocument();
  await userEvent.type(code, 'FRESH{Enter}');
  await settle();
  expect(screen.queryByText('That code is not valid.')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove code FRESH' })).toBeInTheDocument();
});

test('S-738 a code that may yet count stays, with what it waits for', async () => {
  openPage();
  const problem = { code: 'coupon-below-minimum', subtotal: '$20.00' } as const;
  const waiting = { code: 'MIN', discountCents: 0, isGiftCard: false, problem };
  mockCart({ entries: two, coupons: [waiting], invalidCoupons: [waiting] });
  render(<CartPage />);
  await settle();
  const item = screen.getByText('MIN').closest('li') as HTMLElement;
  expect(item).toHaveTextContent('That code needs an order subtotal of $20.00 or more.');
});

test('S-736 an entry has a picture, the way to its product, and the price of one where there are more', async () => {
  await open({}, [entry({ id: 'e1', itemId: 'loaf', title: 'Rye Loaf', quantity: 3, purchasePriceCents: 600 })]);
  const link = screen.getByRole('link', { name: 'Rye Loaf' });
  expect(link).toHaveAttribute('href', '/shop/loaf');
  expect(link.querySelector('img')).toHaveAttribute('src', '/pictures/loaf.svg');
  expect(screen.getByText('$6.00 each')).toBeInTheDocument();
});

test('S-736 without the call for pictures the cart is there all the same', async () => {
  server.use(http.get('*/api/commerce/products/cards', () => HttpResponse.error()));
  await open();
  expect(screen.getByRole('row', { name: /Rye Loaf/ })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Rye Loaf' })).not.toBeInTheDocument();
});

test('S-737 a quantity above the stock says how many there are', async () => {
  await open();
  const few = { error: 'Sorry, we do not have enough.', code: 'not-enough-stock', available: 3 };
  server.use(http.put('*/entries/:id', () => HttpResponse.json(few, { status: 400 })));
  await setQuantity('Bun', '9');
  expect(screen.getByText('Unable to update quantity. Only 3 left.')).toBeInTheDocument();
  expect(box('Bun')).toHaveValue(1);
});

const estimateIn = async (country: string, region = '') => {
  if (!screen.queryByRole('form', { name: 'Estimate delivery and tax' })) {
    await userEvent.click(screen.getByText('Estimate delivery and tax'));
    await screen.findByRole('form', { name: 'Estimate delivery and tax' });
  }
  await userEvent.selectOptions(screen.getByLabelText('Country'), country);
  if (region) await userEvent.type(screen.getByLabelText('State or region'), region);
  await userEvent.click(screen.getByRole('button', { name: 'Estimate' }));
  await settle();
};

test('S-735 delivery and tax are estimated for a place, and forgotten when the cart is another one', async () => {
  await open();
  const seen = watchRequests();
  await estimateIn('DE');
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/commerce/shopping-cart/estimate']);
  const form = screen.getByRole('form', { name: 'Estimate delivery and tax' });
  expect(form).toHaveTextContent('Estimated total$22.05');
  await setQuantity('Bun', '2');
  expect(form).not.toHaveTextContent('Estimated total');
});

test('S-735 a place that tells too little is said at its field; one that nothing reaches is said', async () => {
  await open();
  await estimateIn('US');
  expect(screen.getByLabelText('State or region')).toHaveAccessibleDescription('Please enter your state or region.');
  await estimateIn('US', 'NY');
  expect(screen.getByLabelText('State or region')).toBeValid();
  expect(screen.getByText('Estimated total')).toBeInTheDocument();
  await estimateIn('AX');
  expect(screen.queryByText('Estimated total')).not.toBeInTheDocument();
  expect(screen.getByText('We do not deliver to that address yet.')).toBeInTheDocument();
});

test('a change in another tab is read afresh', async () => {
  await open();
  mockCart({ entries: [entry({ title: 'From elsewhere' })] });
  const other = new BroadcastChannel('loggia-cart');
  other.postMessage('changed');
  expect(await screen.findByRole('row', { name: /From elsewhere/ })).toBeInTheDocument();
  other.close();
});
