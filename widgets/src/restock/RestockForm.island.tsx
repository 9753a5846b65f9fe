import type { Read } from '../island.ts';
import { readProduct } from '../state/readProduct.ts';
import { RestockForm } from './RestockForm.tsx';

type Props = Parameters<typeof RestockForm>[0];

/** Stands on `data-widget="restock"` and on the formatter's `.product-restock-notification`, whose visibility it takes over. */
export const read: Read<Props> = (el) => {
  const product = readProduct(el);
  if (!product) return null;
  return {
    product,
    variantId: el.dataset.variantId,
    show: (shown) => {
      el.hidden = !shown;
    },
  };
};
export default RestockForm;
