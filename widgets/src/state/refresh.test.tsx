import { act } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { cake } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import type { PageData, Product, ProductState } from '../contract/types.ts';
import * as price from '../product/ProductPrice.island.tsx';
import * as scarcity from '../product/Scarcity.island.tsx';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { choose } from './product.ts';
import { keepFresh, refreshProducts } from './refresh.ts';

type VariantState = ProductState['variants'][number];

/** The page's data as the generator wrote it. */
function writeData(page: PageData) {
  const script = document.createElement('script');
  script.id = 'loggia-page-data';
  script.type = 'application/json';
  script.textContent = JSON.stringify(page);
  document.body.append(script);
}

/** The page as the generator wrote it. */
function write(page: PageData, markup: string) {
  document.body.innerHTML = markup;
  writeData(page);
}

const answer = (product: Product, change: (variant: VariantState) => Partial<VariantState>) =>
  server.use(
    http.get('*/inventory/stocks', () => {
      const variants = product.variants.map((one) => {
        const { sku, unlimited, qtyInStock, price, salePrice, onSale } = one;
        const state = { sku, unlimited, qtyInStock, price, salePrice, onSale };
        return { ...state, ...change(state) };
      });
      return HttpResponse.json({ items: { [product.id]: { buildId: 'now', variants } } });
    }),
  );

/** A cake of its own: what the page holds changes, and is known by its id from then on. */
const ownCake = (id: string, over: Partial<Product> = {}) => structuredClone(cake({ id, ...over }));
const copy = (page: PageData) => JSON.parse(JSON.stringify(page)) as PageData;
afterEach(() => document.body.replaceChildren());

test('S-624 a page without products asks nothing', async () => {
  write(openPage(), '');
  const seen = watchRequests();
  await refreshProducts();
  expect(seen).toEqual([]);
});

test('S-624 prices of the template’s text follow, and come back with a choice that is taken back', async () => {
  const page = openPage([ownCake('cake')]);
  const { product } = page.products[0] as { product: Product };
  const before = copy(page);
  write(before, '<div class="product-price" data-item-id="cake">from $18.00</div>');
  const place = document.querySelector('.product-price') as HTMLElement;
  answer(before.products[0]?.product as Product, (one) => ({ price: one.price + 100 }));
  await refreshProducts();
  expect(place).toHaveTextContent('from $19.00');
  expect(page.products[0]?.buildId).toBe('now');
  // The same again changes nothing; another price does.
  await refreshProducts();
  expect(place).toHaveTextContent('from $19.00');
  answer(before.products[0]?.product as Product, (one) => ({ price: one.price + 300 }));
  await refreshProducts();
  expect(place).toHaveTextContent('from $21.00');
  expect(product.variants[0]?.price).toBe((before.products[0]?.product.variants[0]?.price ?? 0) + 300);
});

test('S-624 a widget that runs shows the variant’s price of now, and the template’s words without a choice', async () => {
  const page = openPage([ownCake('run')]);
  const before = copy(page);
  const shown = '<div class="product-price" data-item-id="run">from $18.00</div>';
  const place = mountOn(shown, price);
  writeData(before);
  const [first] = before.products[0]?.product.variants ?? [];
  const options = Object.entries(first?.attributes ?? {});
  act(() => {
    for (const [name, value] of options) choose('run', name, value);
  });
  answer(before.products[0]?.product as Product, (one) => ({ price: one.price + 100 }));
  await act(refreshProducts);
  expect(place).toHaveTextContent('$19.00');
  act(() => choose('run', options[0]?.[0] ?? '', ''));
  await settle();
  expect(place).toHaveTextContent('from $19.00');
});

test('S-624 few left says how many, and nothing when there are none or many', async () => {
  const scarce = { scarcityEnabled: true, scarcityTemplateViews: [{ attributes: {}, qtyInStock: 4 }] };
  const [variant] = cake().variants;
  const one = ownCake('few', {
    variants: [{ ...variant, attributes: {}, qtyInStock: 4 } as Product['variants'][number]],
  });
  const page = openPage([{ product: one, merchandising: scarce as never }]);
  const before = copy(page);
  const place = mountOn('<div class="product-scarcity" data-item-id="few">Only 4 left</div>', scarcity);
  writeData(before);
  for (const [left, words] of [
    [2, 'Only 2 left'],
    [0, ''],
    [3, 'Only 3 left'],
    [12, ''],
  ] as const) {
    answer(before.products[0]?.product as Product, () => ({ qtyInStock: left }));
    await act(refreshProducts);
    expect(place.textContent).toBe(words);
  }
});

test('S-624 what changes and comes back is shown both times', async () => {
  const page = openPage([ownCake('back')]);
  const before = copy(page);
  write(before, '<div class="product-price" data-item-id="back">from $18.00</div>');
  const made = before.products[0]?.product as Product;
  for (const [more, words] of [
    [100, 'from $19.00'],
    [0, 'from $18.00'],
    [50, 'from $18.50'],
  ] as const) {
    answer(made, (one) => ({ price: one.price + more }));
    await refreshProducts();
    expect(document.querySelector('.product-price')).toHaveTextContent(words);
  }
});

test('S-624 a chosen variant whose own price stays keeps it while another’s changes', async () => {
  const page = openPage([ownCake('other')]);
  const { product } = page.products[0] as { product: Product };
  for (const variant of product.variants) Object.assign(variant, { price: 1800, onSale: false });
  const before = copy(page);
  const place = mountOn('<div class="product-price" data-item-id="other">$18.00</div>', price);
  place.dataset.widgetState = 'ready';
  writeData(before);
  const [first, ...others] = before.products[0]?.product.variants ?? [];
  act(() => {
    for (const [name, value] of Object.entries(first?.attributes ?? {})) choose('other', name, value);
  });
  const dearer = new Set(others.map(({ sku }) => sku));
  answer(before.products[0]?.product as Product, ({ sku }) => ({ price: dearer.has(sku) ? 2500 : 1800 }));
  await act(refreshProducts);
  expect(place).toHaveTextContent('$18.00');
});

test('S-624 a hidden label of the template that is none of a sale stays', async () => {
  const page = openPage([ownCake('label')]);
  const before = copy(page);
  write(
    before,
    '<div class="product-price" data-item-id="label"><span class="visually-hidden">Price:</span> $18.00</div>',
  );
  answer(before.products[0]?.product as Product, (one) => ({ price: one.price + 100 }));
  await refreshProducts();
  expect(document.querySelector('.product-price span')).toBeVisible();
  expect(document.querySelector('.product-price')).toHaveTextContent('Price: $19.00');
});

test('S-624 a count that no template tells is in the page’s data for what starts later', async () => {
  write(openPage([ownCake('count')]), '<div data-item-id="count"></div>');
  const script = document.getElementById('loggia-page-data') as HTMLElement;
  const made = (JSON.parse(script.textContent ?? '') as PageData).products[0]?.product as Product;
  answer(made, () => ({ qtyInStock: 3, unlimited: false }));
  await refreshProducts();
  const held = (JSON.parse(script.textContent ?? '') as PageData).products[0];
  expect(held?.product.variants.every(({ qtyInStock }) => qtyInStock === 3)).toBe(true);
  expect(held?.buildId).toBe('now');
});

test('S-624 a shop that does not answer leaves the page as it was made', async () => {
  write(openPage([ownCake('alone')]), '<div class="product-price" data-item-id="alone">from $18.00</div>');
  server.use(http.get('*/inventory/stocks', () => HttpResponse.error()));
  keepFresh();
  await settle();
  expect(document.querySelector('.product-price')).toHaveTextContent('from $18.00');
});

test('S-788 the price of a unit follows; what told of several, or of a sale that is over, goes', async () => {
  const page = openPage([ownCake('unit')]);
  const before = copy(page);
  const made = before.products[0]?.product as Product;
  const [one] = made.variants;
  const line = (kind: string, live: string, words: string) =>
    `<div class="product-${kind}"><small><span class="product-note-amount"${live}>${words}</span> / kg</small></div>`;
  const live = (skus: string[]) => ` data-unit-price="1000000/250000" data-skus='${JSON.stringify(skus)}'`;
  const own = line('unit-price', live([one?.sku ?? '']), '$7.20');
  const all = line('unit-price', live(made.variants.map(({ sku }) => sku)), '$7.20');
  const rest = line('unit-price', '', '$7.20') + line('lowest-price', '', '$17.00');
  write(before, `<div class="product-price-notes" data-price-notes="unit">${own}${all}${rest}</div>`);
  const lines = [...document.querySelectorAll<HTMLElement>('.product-price-notes > div')];
  answer(made, ({ sku }) => ({ price: sku === one?.sku ? 2001 : 3000, onSale: false }));
  await refreshProducts();
  expect(lines.map(({ hidden }) => hidden)).toEqual([false, true, true, true]);
  expect(lines[0]).toHaveTextContent('$80.04 / kg');
  answer(made, () => ({ price: 2500, salePrice: 2000, onSale: true }));
  await refreshProducts();
  expect(lines.map(({ hidden }) => hidden)).toEqual([false, false, true, false]);
  expect(lines[1]).toHaveTextContent('$80.00 / kg');
});
