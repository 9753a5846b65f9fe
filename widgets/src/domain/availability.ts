import type { Variant } from '../contract/types.ts';

/** Product types by code (spec §3). */
export const PRODUCT_TYPE = { physical: 1, digital: 2, service: 3, giftCard: 4, paywall: 5 } as const;

/** Stock that never runs out, as the template language writes it (C-033). */
export const UNLIMITED_STOCK = Number.MAX_SAFE_INTEGER;

type Sold = { productType: number; variants: readonly Pick<Variant, 'qtyInStock' | 'unlimited'>[] };

/** Digital goods, gift cards and paywalls have no stock to run out of (C-027, C-028). */
const hasStock = (productType: number): boolean =>
  productType === PRODUCT_TYPE.physical || productType === PRODUCT_TYPE.service;

export const variantInStock = (productType: number, variant: Pick<Variant, 'qtyInStock' | 'unlimited'>): boolean =>
  !hasStock(productType) || variant.unlimited || variant.qtyInStock > 0;

/** No variant unlimited and every one at zero (spec §4; C-025…C-028). */
export const isSoldOut = ({ productType, variants }: Sold): boolean =>
  hasStock(productType) && !variants.some((variant) => variantInStock(productType, variant));

/** Pieces that can still be bought (C-033, C-034). */
export function totalStock({ productType, variants }: Sold): number {
  if (!hasStock(productType) || variants.some((variant) => variant.unlimited)) return UNLIMITED_STOCK;
  return variants.reduce((sum, variant) => sum + Math.max(0, variant.qtyInStock), 0);
}

/** Whether the quantity box is shown (spec §2; C-042…C-045, W-100). */
export function showsQuantity(
  product: Sold & { isSubscribable?: boolean | undefined },
  multipleQuantityAllowedForServices = true,
): boolean {
  const kind =
    product.productType === PRODUCT_TYPE.physical ||
    (product.productType === PRODUCT_TYPE.service && multipleQuantityAllowedForServices);
  return kind && !product.isSubscribable && totalStock(product) > 1;
}

/** Before the additional-fields form: is there more than the cart already holds (spec §5; C-046, W-037)? */
export const stockExceeds = (
  records: readonly { unlimited: boolean; qtyInStock: number }[],
  alreadyInCart: number,
): boolean => records.some((record) => record.unlimited || record.qtyInStock > alreadyInCart);
