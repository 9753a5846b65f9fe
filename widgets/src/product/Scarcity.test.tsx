import { act } from '@testing-library/react';
import { cake } from '../../mock-api/data.ts';
import { choose } from '../state/product.ts';
import { mountOn } from '../test/island.tsx';
import { openPage } from '../test/shop.ts';
import * as island from './Scarcity.island.tsx';

test('W-106 the text of the chosen variant is shown; before a choice what the markup says', () => {
  openPage([cake()]);
  const el = mountOn(
    `<div class="product-scarcity" data-item-id="cake" data-variant-attributes='{"Size":"Large","Flavour":"Lemon"}' hidden>Only 3 left!</div>`,
    island,
  );
  expect(el).toHaveTextContent('Only 3 left!');
  expect(el).not.toBeVisible();
  act(() => {
    choose('cake', 'Size', 'Large');
    choose('cake', 'Flavour', 'Lemon');
  });
  expect(el).toBeVisible();
  act(() => choose('cake', 'Size', 'Small'));
  expect(el).not.toBeVisible();
});
