import type { Variant } from '../contract/types.ts';
import { PRODUCT_TYPE, type ProductType } from './productType.ts';

/** Stock that never runs out, as JSON can carry it (C-033). */
export const UNLIMITED_STOCK = Number.MAX_SAFE_INTEGER;

export type Stock = Pick<Variant, 'qtyInStock' | 'unlimited'>;
type Sold = { productType: ProductType; variants: readonly Stock[] };

/** Digital goods, gift cards and paywalls have no stock to run out of (C-027, C-028). */
const hasStock = (type: ProductType): boolean => type === PRODUCT_TYPE.physical || type === PRODUCT_TYPE.service;

export const variantInStock = (type: ProductType, variant: Stock): boolean =>
  !hasStock(type) || variant.unlimited || variant.qtyInStock > 0;

/** No variant unlimited and every one at zero (C-025…C-028). */
export const isSoldOut = ({ productType, variants }: Sold): boolean =>
  hasStock(productType) && !variants.some((variant) => variantInStock(productType, variant));

/** Pieces that can still be bought (C-033, C-034). */
export function totalStock({ productType, variants }: Sold): number {
  if (!hasStock(productType) || variants.some((variant) => variant.unlimited)) return UNLIMITED_STOCK;
  return variants.reduce((sum, variant) => sum + variant.qtyInStock, 0);
}

/** Whether the quantity box is shown (C-042…C-045, W-100). */
export function showsQuantity(
  product: Sold & { isSubscribable: boolean },
  multipleQuantityAllowedForServices = true,
): boolean {
  const several =
    product.productType === PRODUCT_TYPE.physical ||
    (product.productType === PRODUCT_TYPE.service && multipleQuantityAllowedForServices);
  return several && !product.isSubscribable && totalStock(product) > 1;
}

/** Whether the additional-fields form may open: is there more than the cart already holds (C-046, W-037)? */
export const stockExceeds = (records: readonly Stock[], inCart: number): boolean =>
  records.some((record) => record.unlimited || record.qtyInStock > inCart);
