import type { Read } from '../island.ts';
import { readProduct } from '../state/readProduct.ts';
import { text } from '../text/text.ts';
import { AddToCartButton } from './AddToCartButton.tsx';

type Props = Parameters<typeof AddToCartButton>[0];

/** The attributes of the formatter's `div role=button` that a real button keeps. */
function dataOf(written: Element | null): Record<string, string> {
  const kept = [...(written?.attributes ?? [])].filter(({ name }) => name.startsWith('data-'));
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
}

/** Stands on `data-widget="add-to-cart"` and on the formatter's `.sqs-add-to-cart-button-wrapper`. */
export const read: Read<Props> = (el) => {
  const product = readProduct(el);
  if (!product) return null;
  const written = el.querySelector<HTMLElement>('.sqs-add-to-cart-button, button, [type=submit]');
  const own = product.useCustomAddButtonText ? product.customAddButtonText : null;
  const label =
    written?.dataset.originalLabel ||
    own ||
    written?.textContent?.trim() ||
    text(product.isSubscribable ? 'productSubscribeText' : 'productAddToCartText');
  const props: Props = { product, label, data: dataOf(written) };
  if (written?.className) props.className = written.className.trim();
  return props;
};
export default AddToCartButton;
