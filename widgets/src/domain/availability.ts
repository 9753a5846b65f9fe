import type { Problem, Product, Variant } from '../contract/types.ts';
import { PRODUCT_TYPE, type ProductType } from './productType.ts';

/** Stock that never runs out, as JSON can carry it (C-033). */
export const UNLIMITED_STOCK = Number.MAX_SAFE_INTEGER;

export type Stock = Pick<Variant, 'qtyInStock' | 'unlimited'>;
type Sold = { productType: ProductType; variants: readonly Stock[] };

/** Digital goods, gift cards and paywalls have no stock to run out of (C-027, C-028). */
const hasStock = (type: ProductType): boolean => type === PRODUCT_TYPE.physical || type === PRODUCT_TYPE.service;

export const variantInStock = (type: ProductType, variant: Stock): boolean =>
  !hasStock(type) || variant.unlimited || variant.qtyInStock > 0;

/** No variant unlimited and every one at zero (spec §4; C-025…C-028). */
export const isSoldOut = ({ productType, variants }: Sold): boolean =>
  hasStock(productType) && !variants.some((variant) => variantInStock(productType, variant));

/** Any variant on sale, or the product itself where it is priced as a whole; a gift card never (C-029…C-031). */
export function isOnSale({
  productType,
  variants,
  onSale,
}: Pick<Product, 'productType' | 'variants' | 'onSale'>): boolean {
  switch (productType) {
    case PRODUCT_TYPE.physical:
    case PRODUCT_TYPE.service:
      return variants.some((variant) => variant.onSale);
    case PRODUCT_TYPE.digital:
    case PRODUCT_TYPE.paywall:
      return onSale;
    case PRODUCT_TYPE.giftCard:
      return false;
  }
}

/** The one mark of a product: sold out goes before sale (C-032, W-101). */
export function markOf(product: Pick<Product, 'productType' | 'variants' | 'onSale'>): 'sold-out' | 'sale' | null {
  if (isSoldOut(product)) return 'sold-out';
  return isOnSale(product) ? 'sale' : null;
}

/** Pieces that can still be bought (C-033, C-034). */
export function totalStock({ productType, variants }: Sold): number {
  if (!hasStock(productType) || variants.some((variant) => variant.unlimited)) return UNLIMITED_STOCK;
  return variants.reduce((sum, variant) => sum + variant.qtyInStock, 0);
}

/** Variants differ in being on sale, in price or, on sale, in sale price; never where the product is priced as a whole (C-035, C-036). */
export function hasVariedPrices({ productType, variants }: Pick<Product, 'productType' | 'variants'>): boolean {
  if (productType === PRODUCT_TYPE.digital || productType === PRODUCT_TYPE.paywall) return false;
  const [first, ...others] = variants;
  return others.some(
    (other) =>
      first !== undefined &&
      (first.onSale !== other.onSale ||
        first.price !== other.price ||
        (first.onSale && first.salePrice !== other.salePrice)),
  );
}

/** Whether the quantity box is shown (spec §2; C-042…C-045, W-100). */
export function showsQuantity(
  product: Sold & { isSubscribable: boolean },
  multipleQuantityAllowedForServices = true,
): boolean {
  const several =
    product.productType === PRODUCT_TYPE.physical ||
    (product.productType === PRODUCT_TYPE.service && multipleQuantityAllowedForServices);
  return several && !product.isSubscribable && totalStock(product) > 1;
}

/** Whether the additional-fields form may open: is there more than the cart already holds (spec §5; C-046, W-037)? */
export const stockExceeds = (records: readonly Stock[], inCart: number): boolean =>
  records.some((record) => record.unlimited || record.qtyInStock > inCart);

/** Enough must be left beside what the cart holds (C-047, C-061). Null when there is. */
export function stockProblem(record: Stock, inCart: number, quantity: number): Problem | null {
  const available = Math.max(0, record.qtyInStock - inCart);
  return record.unlimited || quantity <= available ? null : { code: 'not-enough-stock', available };
}
