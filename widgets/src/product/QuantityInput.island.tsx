import { showsQuantity } from '../domain/availability.ts';
import type { Read } from '../island.ts';
import { pageData } from '../pageData.ts';
import { readProduct } from '../state/readProduct.ts';
import { text } from '../text/text.ts';
import { QuantityInput } from './QuantityInput.tsx';

type Props = Parameters<typeof QuantityInput>[0];

/**
 * Stands on `data-widget="quantity-input"` and on the formatter's `.product-quantity-input`.
 * Shown exactly by the quantity rule (W-100); the formatter has applied it already.
 */
export const read: Read<Props> = (el) => {
  const product = readProduct(el);
  if (!product) return null;
  const written = el.querySelector('.quantity-label')?.textContent?.trim();
  const services = pageData().storeSettings.multipleQuantityAllowedForServices;
  if (!written && !showsQuantity(product, services)) return null;
  return { product, label: written || `${text('productQuantityInputLabel')}:` };
};
export default QuantityInput;
