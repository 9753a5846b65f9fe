import type { When } from './triggers.ts';

/** Where a widget stands beside `data-widget="<name>"`, and when its code is fetched unless `data-load` says else. */
export type Places = Record<string, readonly [when: When, formatters?: string]>;

/** Every widget of the visitor's pages. Its chunk stands under the same name in `registry.ts`. */
export const PLACES = {
  'add-to-cart': ['interaction', '.sqs-add-to-cart-button-wrapper'],
  'variant-select': ['interaction', '.product-variants'],
  'quantity-input': ['interaction', '.product-quantity-input'],
  'product-price': ['product', '.product-price'],
  'cart-pill': ['cart'],
  'cart-indicator': ['cart', '.sqs-cart-quantity,.sqs-cart-subtotal'],
  'cart-page': ['load'],
} as const satisfies Places;

export type WidgetName = keyof typeof PLACES;
