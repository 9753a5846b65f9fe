import type { Read } from '../island.ts';
import { readProduct } from '../state/readProduct.ts';
import { ProductPrice } from './ProductPrice.tsx';

type Props = Parameters<typeof ProductPrice>[0];

/** Stands on `data-widget="product-price"` and on the formatter's `.product-price`, where a choice can change the price. */
export const read: Read<Props> = (el) => {
  const product = readProduct(el);
  // A subscription's price tells its period too, and does not follow a variant alone.
  if (!product || product.variants.length < 2 || product.isSubscribable) return null;
  const amount = el.querySelector('.sqs-money-native')?.textContent ?? '';
  return { product, markup: el.innerHTML, plain: /^[\d.,]+$/.test(amount.trim()) };
};
export default ProductPrice;
