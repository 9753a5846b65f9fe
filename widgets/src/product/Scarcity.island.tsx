import { useEffect } from 'react';
import type { Product } from '../contract/types.ts';
import type { Read } from '../island.ts';
import { pageProductOf } from '../pageData.ts';
import { readProduct } from '../state/readProduct.ts';
import { useProduct } from './useProduct.ts';

type Props = {
  product: Product;
  /** The variant whose scarcity this is. */
  attributes: Record<string, string>;
  words: string;
  shownByDefault: boolean;
  show: (shown: boolean) => void;
};

const same = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Few left: the text of the chosen variant, and before a choice what the owner set (W-106). */
export default function Scarcity({ product, attributes, words, shownByDefault, show }: Props) {
  const { variant } = useProduct(product);
  const shown = variant && product.variants.length > 1 ? same(variant.attributes, attributes) : shownByDefault;
  useEffect(() => show(shown), [show, shown]);
  return words;
}

/** Stands on the formatter's `.product-scarcity`, one for each variant of which few are left. */
export const read: Read<Props> = (el) => {
  const product = readProduct(el);
  if (!product) return null;
  return {
    product,
    attributes: JSON.parse(el.dataset.variantAttributes ?? '{}') as Record<string, string>,
    words: el.textContent?.trim() ?? '',
    shownByDefault: pageProductOf(product.id)?.merchandising?.scarcityShownByDefault ?? !el.hidden,
    show: (shown) => {
      el.hidden = !shown;
    },
  };
};
