import type { Read } from '../island.ts';
import { pageData, pageProductOf } from '../pageData.ts';
import { mayHaveCart } from '../platform/cookies.ts';
import { $cart, loadCart } from '../state/cartStore.ts';
import { readProduct } from '../state/readProduct.ts';
import { Installments } from './Installments.tsx';

type Props = Parameters<typeof Installments>[0];

/** Stands on `data-widget="installments"`, where the feature is on (W-107). What the cart holds decides too (W-115). */
export const read: Read<Props> = (el) => {
  const product = readProduct(el);
  const context = product && pageProductOf(product.id)?.installment;
  if (!product || !context || !pageData().featureFlags.installmentPaymentPdp) return null;
  if (!$cart.get().initialised && mayHaveCart()) loadCart().catch(() => undefined); // without it the product decides alone
  return { product, context };
};
export default Installments;
