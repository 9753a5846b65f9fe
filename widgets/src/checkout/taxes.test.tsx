import { render, screen, within } from '@testing-library/react';
import { cart, entry } from '../../mock-api/data.ts';
import { CART_TEXTS } from '../text/catalogue/cart.ts';
import { CHECKOUT_TEXTS } from '../text/catalogue/checkout.ts';
import { addTexts, initTexts } from '../text/text.ts';
import { Summary } from './Summary.tsx';

beforeEach(() => {
  initTexts();
  addTexts({ ...CART_TEXTS, ...CHECKOUT_TEXTS });
});

const rows = () =>
  within(screen.getByRole('complementary'))
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

test('S-622 a tax that prices hold stands below the total', () => {
  const taxes = [
    { name: 'MwSt.', rate: '19', included: true, netCents: 10000, taxCents: 1900 },
    { name: 'MwSt.', rate: '5.5', included: true, netCents: 0, taxCents: 0 },
  ];
  const entries = [entry({ purchasePriceCents: 11900 })];
  render(<Summary cart={{ ...cart({ entries }), taxes, grandTotalCents: 11900 }} />);
  expect(rows().slice(-2)).toEqual([
    ['Total', '$119.00'],
    ['Including MwSt. 19 %', '$19.00'],
  ]);
});

test('S-621 a gift card stands apart from what a coupon takes off, after the taxes', () => {
  const taxes = [{ name: 'GST', rate: '9.975', netCents: 900, taxCents: 90 }];
  const bought = cart({ entries: [entry({ purchasePriceCents: 1000 })], requiresShipping: false });
  render(
    <Summary cart={{ ...bought, taxes, taxCents: 90, discountCents: 400, giftCardCents: 300, grandTotalCents: 690 }} />,
  );
  expect(rows()).toEqual([
    ['Subtotal', '$10.00'],
    ['Discount', '-$1.00'],
    ['GST 9.975 %', '$0.90'],
    ['Gift card', '-$3.00'],
    ['Total', '$6.90'],
  ]);
});

test('S-622 taxes that are not listed are one line', () => {
  const bought = cart({ entries: [entry({ purchasePriceCents: 1000 })] });
  render(<Summary cart={{ ...bought, taxCents: 80, grandTotalCents: 1080 }} />);
  expect(rows()).toContainEqual(['Tax', '$0.80']);
});
