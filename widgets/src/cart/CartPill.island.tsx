import type { Read } from '../island.ts';
import { paths } from '../pageData.ts';
import { mayHaveCart } from '../platform/cookies.ts';
import { $cart, loadCart } from '../state/cartStore.ts';
import { CartPill } from './CartPill.tsx';

/** The pill does not stand on the pages that show the cart themselves (W-075). */
const isCartPage = (path: string) =>
  [paths.cart, paths.checkout].some((own) => path === own || path.startsWith(`${own}/`));

export const read: Read = () => {
  if (isCartPage(window.location.pathname)) return null;
  if (!$cart.get().initialised && mayHaveCart()) loadCart().catch(() => undefined); // the next page tries again
  return {};
};
export default CartPill;
