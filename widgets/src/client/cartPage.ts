import type { Estimate, ProductCardsAnswer } from '../contract/types.ts';
import { call } from './call.ts';

/** What the cart's page alone asks. */
export const cartPageCalls = {
  /** Titles, pages and pictures of products: an entry of a cart has none of them. */
  cards: (itemIds: readonly string[]) =>
    call<ProductCardsAnswer>('GET', '/api/commerce/products/cards', { query: { itemIds: itemIds.join(',') } }),
  /** What the cart would come to at a place; nothing of it is kept. */
  estimate: (place: { country: string; region: string; postalCode: string }) =>
    call<Estimate>('GET', '/api/commerce/shopping-cart/estimate', { query: place }),
};
