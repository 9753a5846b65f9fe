import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { cart, entry } from '../../mock-api/data.ts';
import { place } from '../platform/go.ts';
import { syncCart } from '../state/cartStore.ts';
import { mountOn } from '../test/island.tsx';
import { openPage } from '../test/shop.ts';
import { initTexts } from '../text/text.ts';
import * as indicator from './CartIndicator.island.tsx';
import { read } from './CartPill.island.tsx';
import { CartPill, spokenLabel } from './CartPill.tsx';

const withItems = (quantity: number, purchasePriceCents = 100) =>
  act(() => {
    syncCart(cart({ entries: [entry({ quantity, purchasePriceCents })] }));
  });
const pill = () => screen.queryByRole('link');

beforeEach(() => openPage());

test('W-060 W-062 W-063 hidden while empty, then an icon, the count and the subtotal', () => {
  const { container } = render(<CartPill />);
  expect(pill()).not.toBeInTheDocument();
  withItems(1, 1250);
  expect(pill()).toHaveTextContent('1 item$12.50');
  expect(container.querySelector('a svg')).toHaveAttribute('aria-hidden', 'true');
  act(() => {
    syncCart(cart());
  });
  expect(pill()).not.toBeInTheDocument();
});

test.each([
  ['W-061 W-065', 1, '1 item', 'One item in cart'],
  ['W-061 W-066', 3, '3 items', '3 items in cart'],
  ['W-064 W-066', 100, '100 items', '100 items in cart'],
  ['W-064 W-067', 101, '100+ items', 'More than 100 items in cart'],
])('%s a total of %i', (_ids, total, shown, spoken) => {
  render(<CartPill />);
  withItems(total);
  expect(pill()).toHaveTextContent(shown);
  expect(pill()).toHaveAccessibleName(spoken);
  expect(spokenLabel(total)).toBe(spoken);
});

test('S-730 it counts in the digits of the page', () => {
  initTexts({}, 'ar-EG');
  render(<CartPill />);
  withItems(12);
  expect(pill()).toHaveTextContent(/^١٢/);
});

test('W-065 one item is one where the locale has no singular and the words are English', () => {
  initTexts({}, 'ja-JP');
  render(<CartPill />);
  withItems(1);
  expect(pill()).toHaveTextContent(/^1 item\D/);
  expect(pill()).toHaveAccessibleName('One item in cart');
});

test('a change is said once, the cart a page opens with is not', () => {
  render(<CartPill />);
  withItems(2);
  expect(screen.getByRole('status')).toHaveTextContent('');
  withItems(3);
  expect(screen.getByRole('status')).toHaveTextContent('3 items in cart');
});

test('W-068 links to the cart, from a part of the page that has a name', () => {
  render(<CartPill />);
  withItems(2);
  expect(pill()).toHaveAttribute('href', '/cart');
  expect(screen.getByRole('navigation', { name: 'Shopping Cart' })).toContainElement(pill());
});

test('W-069 inside an editor frame the frame’s URL is set instead', async () => {
  const setFrameUrl = jest.fn();
  Object.assign(window, { loggiaEditor: { setFrameUrl } });
  const went = jest.spyOn(place, 'assign').mockImplementation(() => undefined);
  render(<CartPill />);
  withItems(2);
  await userEvent.click(screen.getByRole('link'));
  expect(setFrameUrl).toHaveBeenCalledWith('/cart');
  expect(went).not.toHaveBeenCalled();
  // While one edits, the editor's script stops clicks on links before anything else sees them.
  const stop = (event: Event) => event.preventDefault();
  document.addEventListener('click', stop, { capture: true, once: true });
  await userEvent.click(screen.getByRole('link'));
  expect(setFrameUrl).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(window, 'loggiaEditor');
});

test.each([
  ['/', true],
  ['/cart', false],
  ['/checkout', false],
  ['/checkout/confirmed', false],
  ['/cartography', true],
])('W-075 on %s the pill stands: %s', (path, stands) => {
  window.history.pushState(null, '', path);
  expect(read(document.createElement('div')) !== null).toBe(stands);
  window.history.pushState(null, '', '/');
});

test('W-073 W-074 a header’s count and subtotal follow every change and know their first sync', () => {
  const el = mountOn('<span class="sqs-cart-quantity">0</span>', indicator);
  expect(el).toHaveAttribute('data-cart-initialized', 'false');
  expect(el).toHaveTextContent('0');
  withItems(4);
  expect(el).toHaveAttribute('data-cart-initialized', 'true');
  expect(el).toHaveTextContent('4');
  const subtotal = mountOn(
    '<span class="sqs-cart-subtotal"><span class="sqs-money-native">0.00</span></span>',
    indicator,
  );
  withItems(2, 1050);
  expect(subtotal).toHaveTextContent('$21.00');
});

test('W-233 the pill has no accessibility violation', async () => {
  const { container } = render(<CartPill />);
  withItems(2);
  expect(await axe(container)).toHaveNoViolations();
});
