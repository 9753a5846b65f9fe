import type { Product } from '../contract/types.ts';

export type ProductType = Product['productType'];

/** The product types by name. */
export const PRODUCT_TYPE = { physical: 1, digital: 2, service: 3, giftCard: 4, paywall: 5 } as const satisfies Record<
  string,
  ProductType
>;
