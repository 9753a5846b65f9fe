import type { Read } from '../island.ts';
import { readProduct } from '../state/readProduct.ts';
import { VariantSelect } from './VariantSelect.tsx';

type Props = Parameters<typeof VariantSelect>[0];

/** Stands on `data-widget="variant-select"` and on the formatter's `.product-variants`. */
export const read: Read<Props> = (el) => {
  const product = readProduct(el);
  return product && product.variants.length > 1 ? { product } : null;
};
export default VariantSelect;
