import type { Product, Variant } from '../contract/types.ts';
import { chosenVariant } from '../domain/variant.ts';
import { type Choice, choiceOf } from '../state/product.ts';
import { useStore } from '../state/useStore.ts';

/** A product as one of its widgets sees it: what was chosen, and the variant that follows from it. */
export function useProduct(product: Product): { choice: Choice; variant: Variant | undefined } {
  const choice = useStore(choiceOf(product.id));
  return { choice, variant: chosenVariant(product, choice.options) };
}
