import { useId } from 'react';
import type { Product } from '../contract/types.ts';
import { QUANTITY_MAXIMUM, QUANTITY_MINIMUM } from '../domain/quantity.ts';
import { choiceOf } from '../state/product.ts';
import { useProduct } from './useProduct.ts';

type Props = {
  product: Product;
  /** What stands before the box, as the formatter wrote it: 'Quantity:'. */
  label: string;
};

/** How many: 1 to 9999, whole, 1 at first, four characters wide (W-099). */
export function QuantityInput({ product, label }: Props) {
  const id = useId();
  const { choice } = useProduct(product);
  return (
    <>
      <label className="quantity-label" htmlFor={id} style={{ display: 'block' }}>
        {label}
      </label>
      <input
        id={id}
        aria-label={label.replace(/:\s*$/, '')}
        type="number"
        inputMode="numeric"
        size={4}
        min={QUANTITY_MINIMUM}
        max={QUANTITY_MAXIMUM}
        step={1}
        value={choice.quantity}
        onChange={(event) => choiceOf(product.id).setKey('quantity', event.target.value)}
      />
    </>
  );
}
