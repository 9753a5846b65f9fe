import type { When } from './triggers.ts';

/**
 * The markup of the template formatters that a widget also stands on, and when its code is fetched.
 * A widget that is not named here stands on `data-widget="<name>"` alone and waits for a touch, unless `data-load` says else.
 */
export type Places = Record<string, readonly [when: When, formatters?: string]>;

export const PLACES = {
  'add-to-cart': ['interaction', '.sqs-add-to-cart-button-wrapper'],
  'variant-select': ['interaction', '.product-variants'],
  'quantity-input': ['interaction', '.product-quantity-input'],
  restock: ['interaction', '.product-restock-notification'],
  'product-price': ['product', '.product-price'],
  'product-scarcity': ['product', '.product-scarcity'],
  'cart-pill': ['cart'],
  'cart-indicator': ['cart', '.sqs-cart-quantity,.sqs-cart-subtotal'],
} as const satisfies Places;
