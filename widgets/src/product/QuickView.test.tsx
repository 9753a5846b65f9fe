import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cake, product } from '../../mock-api/data.ts';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import QuickView, { read } from './QuickView.island.tsx';

const island = { default: QuickView, read };
const BUTTON =
  '<span class="sqs-product-quick-view-button" role="button" tabindex="0" data-id="cake" data-group="g">Quick View</span>';
const open = async () => {
  openPage([cake()]);
  const seen = watchRequests();
  mountOn(BUTTON, island);
  await userEvent.click(screen.getByRole('button', { name: 'Quick View: Almond Cake' }));
  await settle();
  return { seen, dialog: await screen.findByRole('dialog', { name: 'Almond Cake' }) };
};

test('W-103 opens the product in the lightbox and is counted once', async () => {
  const { seen, dialog } = await open();
  expect(seen.filter(({ path }) => path === '/api/census/RecordQuickView/cake')).toHaveLength(1);
  expect(dialog).toHaveTextContent('from $18.00');
  expect(within(dialog).getByRole('link', { name: 'See full details' })).toHaveAttribute('href', '/shop/almond-cake');
});

test('W-103 the product is chosen and bought in it', async () => {
  const { seen, dialog } = await open();
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Select Size' }), 'Large');
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Select Flavour' }), 'Lemon');
  expect(dialog).toHaveTextContent('$28.00');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add To Cart' }));
  await settle();
  expect(seen.find(({ method, path }) => method === 'POST' && path.endsWith('/entries'))?.body).toMatchObject({
    itemId: 'cake',
    sku: 'C-L-L',
  });
});

test('the formatter’s button gives its role to the one inside; a product nobody knows stays as it is', () => {
  openPage([product()]);
  const el = mountOn(BUTTON, island);
  expect(el).toHaveAttribute('role', 'button');
  openPage([cake()]);
  const known = mountOn(BUTTON, island);
  expect(known).not.toHaveAttribute('role');
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
