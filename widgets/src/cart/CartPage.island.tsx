import type { Read } from '../island.ts';
import { pageData } from '../pageData.ts';
import { CartPage } from './CartPage.tsx';

/** Stands on `data-widget="cart-page"`, the full-page cart's root element (W-076). */
export const read: Read = () => {
  pageData();
  return {};
};
export default CartPage;
