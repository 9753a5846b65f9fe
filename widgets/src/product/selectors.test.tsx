import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { cake, giftCard, product, variant } from '../../mock-api/data.ts';
import { choiceOf, choose } from '../state/product.ts';
import { mountOn } from '../test/island.tsx';
import { openPage } from '../test/shop.ts';
import * as priceIsland from './ProductPrice.island.tsx';
import * as quantityIsland from './QuantityInput.island.tsx';
import * as variantIsland from './VariantSelect.island.tsx';
import { VariantSelect } from './VariantSelect.tsx';

const QUANTITY = `<div class="product-quantity-input" data-item-id="loaf" data-animation-role="content"><div class="quantity-label">Quantity:</div><input aria-label="Quantity" size="4" max="9999" min="1" value="1" type="number" step="1"></div>`;
const PRICE = `<div class="product-price" data-item-id="cake">from <span class="sqs-money-native">18.00</span></div>`;
const names = (el: HTMLElement) =>
  within(el)
    .getAllByRole('option')
    .map((option) => option.textContent);

test('W-096 one selector an option when there is more than one variant, none for one', () => {
  openPage([cake(), product()]);
  const { rerender } = render(<VariantSelect product={cake()} />);
  expect(screen.getAllByRole('combobox')).toHaveLength(2);
  rerender(<VariantSelect product={product()} />);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('W-097 the prompts name the option, or the value of a gift card', () => {
  openPage([cake(), giftCard()]);
  const { unmount } = render(<VariantSelect product={cake()} />);
  expect(names(screen.getByRole('combobox', { name: 'Select Size' }))[0]).toBe('Select Size');
  unmount();
  const { container } = render(<VariantSelect product={giftCard()} />);
  expect(screen.getByRole('combobox', { name: 'Select Value' })).toBeInTheDocument();
  expect(container.querySelector('.variant-option-title')).toHaveTextContent('Value');
});

test('W-098 the list and the buttons make one choice, which is announced with its price', async () => {
  openPage([cake()]);
  render(<VariantSelect product={cake()} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Select Size' }), 'Large');
  expect(screen.getByRole('radio', { name: 'Large' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Lemon' }));
  expect(choiceOf('cake').get().options).toEqual({ Size: 'Large', Flavour: 'Lemon' });
  expect(screen.getByRole('status')).toHaveTextContent('Large, Lemon, $28.00');
});

test('a value that is sold out with the other choices says so and can still be chosen', async () => {
  openPage([cake()]);
  render(<VariantSelect product={cake()} />);
  const flavour = screen.getByRole('combobox', { name: 'Select Flavour' });
  expect(names(flavour)).toEqual(['Select Flavour', 'Lemon', 'Orange (sold out)']);
  await userEvent.selectOptions(flavour, 'Orange');
  expect(choiceOf('cake').get().options).toEqual({ Flavour: 'Orange' });
});

test('a choice can be taken back', async () => {
  openPage([cake()]);
  render(<VariantSelect product={cake()} />);
  const size = screen.getByRole('combobox', { name: 'Select Size' });
  await userEvent.selectOptions(size, 'Large');
  await userEvent.selectOptions(size, '');
  expect(choiceOf('cake').get().options).toEqual({});
});

test('the formatter’s variant data is enough where the page carries none', () => {
  openPage();
  const data = JSON.stringify([
    { sku: 'a', attributes: { Fit: 'Loose' } },
    { sku: 'b', attributes: { Fit: 'Slim' } },
  ]);
  mountOn(
    `<div class="product-variants" data-item-id="shirt" data-variants='${data}'><select data-variant-option-name="Fit"></select></div>`,
    variantIsland,
  );
  expect(names(screen.getByRole('combobox', { name: 'Select Fit' }))).toEqual([
    'Select Fit',
    'Loose (sold out)',
    'Slim (sold out)',
  ]);
});

test('W-099 the quantity box is numeric, 1 to 9999 in steps of 1, four wide, 1 at first', async () => {
  openPage([product()]);
  mountOn(QUANTITY, quantityIsland);
  const box = screen.getByRole('spinbutton', { name: 'Quantity' });
  for (const [name, value] of [
    ['type', 'number'],
    ['min', '1'],
    ['max', '9999'],
    ['step', '1'],
    ['size', '4'],
  ] as const)
    expect(box).toHaveAttribute(name, value);
  expect(box).toHaveValue(1);
  // The same numbers as in Rust.
  const file = join(process.cwd(), '../crates/commerce/vectors/limit.json');
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: { name: string; expect: number }[] };
  const shared = (name: string) => cases.find((each) => each.name === name)?.expect;
  expect(box).toHaveValue(shared('quantityDefault'));
  expect(box).toHaveAttribute('step', `${shared('quantityStep')}`);
  expect(box).toHaveAttribute('size', `${shared('quantityWidth')}`);
  await userEvent.clear(box);
  await userEvent.type(box, '12');
  expect(choiceOf('loaf').get().quantity).toBe('12');
});

test.each([
  ['physical, two left', {}, 2, true, true],
  ['physical, one left', {}, 1, true, false],
  ['digital', { productType: 2 as const }, 9, true, false],
  ['subscribable', { isSubscribable: true }, 9, true, false],
  ['service, several allowed', { productType: 3 as const }, 9, true, true],
  ['service, only one allowed', { productType: 3 as const }, 9, false, false],
])('W-100 quantity rule: %s', (_name, over, qtyInStock, multipleQuantityAllowedForServices, shown) => {
  openPage([product({ ...over, variants: [variant({ qtyInStock })] })], {
    storeSettings: { multipleQuantityAllowedForServices },
  });
  document.body.innerHTML = '<div data-widget="quantity-input" data-item-id="loaf"></div>';
  const read = quantityIsland.read(document.body.firstElementChild as HTMLElement);
  expect(read !== null).toBe(shown);
});

test('W-098 the price follows the choice, with the words of the sale, and comes back', () => {
  openPage([cake()]);
  const el = mountOn(PRICE, priceIsland);
  expect(el).toHaveTextContent('from 18.00');
  act(() => {
    choose('cake', 'Size', 'Large');
    choose('cake', 'Flavour', 'Lemon');
  });
  expect(el).toHaveTextContent('Sale Price:28.00 Original Price:32.00');
  expect(el.querySelector('.original-price')).toHaveTextContent('32.00');
  act(() => choose('cake', 'Size', ''));
  expect(el).toHaveTextContent('from 18.00');
});

test('W-098 a template that writes the currency keeps it', () => {
  openPage([cake()]);
  const el = mountOn(PRICE.replace('18.00', '$18.00'), priceIsland);
  act(() => {
    choose('cake', 'Size', 'Small');
    choose('cake', 'Flavour', 'Lemon');
  });
  expect(el).toHaveTextContent('$18.00');
});

test('W-233 the selectors have no accessibility violation', async () => {
  openPage([cake()]);
  const { container } = render(<VariantSelect product={cake()} />);
  expect(await axe(container)).toHaveNoViolations();
});
