import type { Problem, Product, Variant } from '../contract/types.ts';
import { variantInStock } from './availability.ts';
import { PRODUCT_TYPE } from './productType.ts';

type Chosen = Record<string, string>;
type Options = Pick<Product, 'productType' | 'variantOptionOrdering' | 'variants'>;

/** The option names of a product: the owner's order, then whatever else its variants carry, by name. */
export function optionNames({ variantOptionOrdering, variants }: Options): string[] {
  const used = [...new Set(variants.flatMap((variant) => Object.keys(variant.attributes)))];
  const ordered = variantOptionOrdering.filter((name) => used.includes(name));
  return [...ordered, ...used.filter((name) => !ordered.includes(name)).sort()];
}

/** The values of one option, each once, as the variants come. */
export const valuesOf = (product: Options, option: string): string[] => [
  ...new Set(product.variants.flatMap((variant) => variant.attributes[option] ?? [])),
];

/** The variant whose attributes all match the choice (W-098); the only one of a product that has no choice. */
export function chosenVariant(product: Options, chosen: Chosen): Variant | undefined {
  const found = chooseVariant(product, chosen);
  return 'variant' in found ? found.variant : undefined;
}

/** From a choice to a variant, or the reason why not: options first, then the variant (W-044…W-048, W-051). */
export function chooseVariant(product: Options, chosen: Chosen): { variant: Variant } | { problem: Problem } {
  const [only, ...others] = product.variants;
  if (only && others.length === 0) return { variant: only };
  const options = optionNames(product).filter((name) => !chosen[name]);
  if (options.length > 0) {
    const giftCard = product.productType === PRODUCT_TYPE.giftCard;
    return { problem: giftCard ? { code: 'denomination-missing' } : { code: 'options-unselected', options } };
  }
  const variant = product.variants.find(({ attributes }) =>
    Object.entries(attributes).every(([name, value]) => chosen[name] === value),
  );
  return variant ? { variant } : { problem: { code: 'variant-unavailable' } };
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
