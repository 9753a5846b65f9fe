import { render, screen, within } from '@testing-library/react';
import { cart, entry } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { CartPage } from '../cart/CartPage.tsx';
import { settle } from '../test/settle.ts';
import { openPage } from '../test/shop.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { addTexts, initTexts } from '../text/text.ts';
import Confirmed from './Confirmed.island.tsx';
import { Delivery } from './Delivery.tsx';
import { NOWHERE } from './details.ts';
import { Summary } from './Summary.tsx';

beforeEach(() => {
  initTexts();
  addTexts({ ...CART_TEXTS, ...CHECKOUT_TEXTS });
});

const discounts = [
  { id: 'three', name: 'Three for two', amountCents: 600 },
  { id: 'also', name: 'Three for two', amountCents: 100 },
  { id: 'post', name: 'Free post', amountCents: 500, ofDelivery: true },
];
const post = { id: 'post', name: 'Post', costCents: 0, fullCostCents: 500 };
const bought = {
  ...cart({ entries: [entry({ purchasePriceCents: 1800 })] }),
  discounts,
  discountCents: 1000,
  giftCardCents: 100,
  selectedShippingOption: post,
  shippingCostCents: 0,
  grandTotalCents: 800,
};
const rows = (root: HTMLElement) =>
  within(root)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

test('S-677 each discount stands by its name, those of delivery below its price, codes and cards apart', () => {
  render(<Summary cart={bought} />);
  expect(rows(screen.getByRole('complementary'))).toEqual([
    ['Subtotal', '$18.00'],
    ['Three for two', '-$6.00'],
    ['Three for two', '-$1.00'],
    ['Discount', '-$2.00'],
    ['Delivery', '$5.00'],
    ['Free post', '-$5.00'],
    ['Gift card', '-$1.00'],
    ['Total', '$8.00'],
  ]);
});

test('S-677 the cart names those of the goods', async () => {
  openPage();
  mockCart({ ...bought });
  render(<CartPage />);
  await settle();
  const lines = screen.getAllByText(/Three for two|Discount|Gift card/).map((name) => name.parentElement?.textContent);
  expect(lines).toEqual(['Three for two-$6.00', 'Three for two-$1.00', 'Discount-$2.00', 'Gift card-$1.00']);
  expect(screen.queryByText('Free post')).not.toBeInTheDocument();
});

test('S-677 S-682 the confirmation names discounts, and when and how it comes', () => {
  openPage();
  const money = (value: string) => ({ value, currency: 'USD' });
  const order = {
    id: '7',
    purchasedCartId: 'c',
    testMode: false,
    websiteId: 'site',
    items: [],
    grandTotal: money('8.00'),
    shippingTotal: money('0.00'),
    taxTotal: money('0.00'),
    discounts,
    delivery: { ...post, dates: { from: '2026-11-27', to: '2026-12-01' } },
  };
  render(<Confirmed receipt={{ order, email: 'ada@example.com' }} />);
  expect(rows(screen.getByRole('region'))).toEqual([
    ['Three for two', '-$6.00'],
    ['Three for two', '-$1.00'],
    ['Delivery', '$5.00'],
    ['Free post', '-$5.00'],
    ['Total', '$8.00'],
  ]);
  expect(screen.getByText('Arrives between Fri, Nov 27 and Tue, Dec 1').parentElement).toHaveTextContent(/^Post/);
});

const mill = { ...NOWHERE, country: 'PT', line1: '1 Mill Lane' };

test.each([
  [{ dates: { from: '2026-11-27', to: '2026-11-27' } }, ['Arrives on Fri, Nov 27']],
  [{ dates: { from: '2026-11-27', to: '2026-11-27' }, pickup: true }, ['Ready to collect from Fri, Nov 27']],
  [{ pickup: { address: mill, hours: 'Tu-Sa 8-13' } }, ['1 Mill Lane', 'Tu-Sa 8-13']],
  [{ pickup: { address: mill } }, ['1 Mill Lane']],
  [{ pickup: true }, []],
  [{}, []],
])('S-682 a way of delivery says when it comes, or where it is collected: %j', (says, lines) => {
  const { container } = render(<Delivery option={{ ...post, ...says }} />);
  expect([...container.querySelectorAll('small')].map((line) => line.textContent)).toEqual(lines);
});
