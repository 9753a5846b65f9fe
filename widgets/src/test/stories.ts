import type { Decorator } from '@storybook/react-vite';
import { createElement, Fragment } from 'react';
import { cart } from '../../mock-api/data.ts';
import { mockCart } from '../../mock-api/handlers.ts';
import { $cart } from '../state/cartStore.ts';
import { openPage } from './openPage.ts';

type Page = Parameters<typeof openPage>;
type CartOver = Parameters<typeof mockCart>[0];

/** Opens a page of a shop before a story is drawn: its products, what it says, and the cart the mock holds. */
export const onPage = (products: Page[0] = [], over: Page[1] = {}, holds?: CartOver): Decorator => {
  let opened = '';
  return (Story, { id }) => {
    // Once a story: a story that is drawn again keeps what was chosen in it.
    if (opened !== id) {
      opened = id;
      openPage(products, over);
      mockCart(holds);
      // A widget that reads a cart somebody else loads finds it there.
      if (holds) $cart.set({ initialised: true, loading: false, cart: cart(holds) });
    }
    return createElement(Fragment, null, createElement(Story));
  };
};
