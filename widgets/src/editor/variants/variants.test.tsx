import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { at, type Json } from '../core/json.ts';
import { ProductFields } from '../product/ProductFields.tsx';
import { useOpened } from '../state/context.ts';
import { renderIn } from '../test/render.tsx';
import { TEAPOT } from '../test/teapot.fixture.ts';

const TEA = 'content/shop/teapot.json';
const FIRST = '/structuredContent/variants/0';
const cell = (at: string) => document.querySelector<HTMLElement>(`[data-at="${at}"]`) as HTMLElement;
const words = (at: string) => cell(at).querySelector('span')?.textContent;
const Product = () => (useOpened(TEA).is === 'ready' ? <ProductFields path={TEA} /> : null);

/** The product of two sizes, with its table. */
async function open(params: Record<string, string> = {}) {
  const site = renderIn(<Product />, { path: 'website/pages', params });
  site.mock.files.set(TEA, TEAPOT);
  await screen.findByRole('grid', { name: 'Variants' });
  await waitFor(() => expect(cell('0:4')).not.toHaveAttribute('data-locked'));
  return site;
}

test('S-442 the variants of a product are a table with its options as columns', async () => {
  const { user, savedJson, container } = await open();
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
    'Size',
    'Number (SKU)',
    'Price (USD)',
    'Sale price (USD)',
    'In stock',
    'Weight (g)',
    'Barcode',
  ]);
  expect(await axe(container)).toHaveNoViolations();
  expect([words('0:0'), words('0:2'), words('1:0'), words('1:2')]).toEqual(['Small', '20.00', 'Large', '32.00']);
  await user.click(cell('0:2'));
  fireEvent.paste(cell('0:2'), { clipboardData: { getData: () => '21\t\t7\n33\t30\t8' } });
  await waitFor(() => expect([words('0:2'), words('1:3'), words('1:4')]).toEqual(['21.00', '30.00', '8']));
  // The options of another variant are taken; a new word is written where the file says it.
  await user.click(cell('0:0'));
  await user.keyboard('Large{Enter}');
  await waitFor(() => expect(cell('0:0')).toHaveAccessibleDescription(/has the same options/));
  await user.click(cell('0:0'));
  await user.keyboard('Tiny{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Its values/ })).toHaveValue('Tiny, Large'));
  const saved = await savedJson(TEA);
  expect(at(saved, FIRST)).toEqual({
    ...(at(TEAPOT, FIRST) as { [key: string]: Json }),
    attributes: { Size: 'Tiny' },
    optionValues: [{ value: 'Tiny' }],
    price: 2100,
    qtyInStock: 7,
  });
});

test('S-442 what is selected is changed at once, and another value of an option makes what is missing', async () => {
  const { user, savedJson } = await open();
  await user.click(screen.getByRole('columnheader', { name: 'Weight (g)' }));
  await user.type(screen.getByRole('textbox', { name: /^Selected cells: 2/ }), '750');
  await user.click(screen.getByRole('button', { name: 'Write it' }));
  await waitFor(() => expect([words('0:5'), words('1:5')]).toEqual(['750', '750']));
  await user.type(screen.getByRole('textbox', { name: /^Its values/ }), ', Huge');
  await user.click(screen.getByRole('button', { name: 'Make 3 variants' }));
  await waitFor(() => expect(words('2:0')).toBe('Huge'));
  expect(at(await savedJson(TEA), '/structuredContent/variants/2')).toMatchObject({ price: 2000, shippingWeight: 750 });
});

test('S-442 the rest of the chosen variant stands under the table, also of the one that a fault leads to', async () => {
  const { user } = await open({ at: '/structuredContent/variants/1/sku' });
  const card = screen.getByRole('region', { name: 'Variant Large' });
  expect(within(card).getByRole('textbox', { name: 'It holds' })).toBeInTheDocument();
  await user.click(cell('0:2'));
  expect(screen.getByRole('region', { name: 'Variant Small' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Variant Large' })).toBeNull();
});
