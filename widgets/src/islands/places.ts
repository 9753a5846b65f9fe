import type { When } from './triggers.ts';

/**
 * The markup of the template formatters that a widget also stands on, and when its code is fetched.
 * A widget that is not named here starts with the places of `registry.ts`, or when its `data-load` says.
 */
export type Places = Record<string, readonly [when: When, formatters?: string]>;

export const PLACES = {
  'add-to-cart': ['interaction', '.sqs-add-to-cart-button-wrapper'],
  'variant-select': ['interaction', '.product-variants'],
  'quantity-input': ['interaction', '.product-quantity-input'],
  restock: ['interaction', '.product-restock-notification'],
  form: ['interaction'],
  'product-price': ['product', '.product-price'],
  'product-scarcity': ['product', '.product-scarcity'],
  'cart-pill': ['cart'],
  'cart-indicator': ['cart', '.sqs-cart-quantity,.sqs-cart-subtotal'],
} as const satisfies Places;
