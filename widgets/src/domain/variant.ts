import type { Problem, Variant } from '../contract/types.ts';
import { PRODUCT_TYPE, variantInStock } from './availability.ts';

type Chosen = Record<string, string>;
type Options = { productType: number; variantOptionOrdering: readonly string[]; variants: readonly Variant[] };

/** The option names of a product: the owner's order, then whatever else its variants carry. */
export function optionNames({ variantOptionOrdering, variants }: Options): string[] {
  const used = new Set(variants.flatMap((variant) => Object.keys(variant.attributes)));
  const ordered = variantOptionOrdering.filter((name) => used.has(name));
  return [...ordered, ...[...used].filter((name) => !ordered.includes(name))];
}

/** The values of one option, each once, as the variants come. */
export const valuesOf = (product: Options, option: string): string[] => [
  ...new Set(product.variants.flatMap((variant) => variant.attributes[option] ?? [])),
];

/** The options not chosen yet, in order. A product with one variant asks for none (W-096). */
export const missingOptions = (product: Options, chosen: Chosen): string[] =>
  product.variants.length > 1 ? optionNames(product).filter((name) => !chosen[name]) : [];

/** The variant whose attributes all match the choice (W-098); the only one of a product that has no choice. */
export function chosenVariant(product: Options, chosen: Chosen): Variant | undefined {
  if (product.variants.length === 1) return product.variants[0];
  return product.variants.find(({ attributes }) => {
    const names = Object.keys(attributes);
    return names.length > 0 && names.every((name) => attributes[name] === chosen[name]);
  });
}

/** Whether choosing `value` could still end in a variant with stock, given the other choices. Sold-out values stay choosable. */
export function valueInStock(product: Options, chosen: Chosen, option: string, value: string): boolean {
  const wanted = { ...chosen, [option]: value };
  return product.variants.some(
    (variant) =>
      Object.entries(variant.attributes).every(([name, own]) => !wanted[name] || wanted[name] === own) &&
      variantInStock(product.productType, variant),
  );
}

/** What one piece costs now. Minor units. */
export const priceOf = (variant: Pick<Variant, 'price' | 'salePrice' | 'onSale'>): number =>
  variant.onSale ? variant.salePrice : variant.price;

/**
 * May this choice be added? The order of the questions is the specification's (§5): options, variant, stock.
 * The quantity is read apart, because its box may not be on the page.
 */
export function checkChoice(product: Options, chosen: Chosen): { variant: Variant } | { problem: Problem } {
  const missing = missingOptions(product, chosen);
  if (missing.length > 0) {
    if (product.productType === PRODUCT_TYPE.giftCard) return { problem: { code: 'denomination-missing' } };
    return { problem: { code: 'options-unselected', options: missing } };
  }
  const variant = chosenVariant(product, chosen);
  if (!variant) return { problem: { code: 'variant-unavailable' } };
  if (!variantInStock(product.productType, variant)) return { problem: { code: 'not-enough-stock', available: 0 } };
  return { variant };
}
