import type { PLACES } from './places.ts';

/** The widgets that stand on their own attribute alone. */
type Named =
  | 'cart-page'
  | 'checkout'
  | 'checkout-confirmed'
  | 'subscription'
  | 'gift-card'
  | 'form'
  | 'installments'
  | 'search'
  | 'popup-overlay';

/** Puts React and a widget into the page; a chunk of its own. */
export const loadMount = () => import('../mount.tsx');

/** Counts what stands on the page. */
export const loadRendered = () => import('../tracking/rendered.ts');

/** The chunk of each widget. This list is fetched at idle, so that the entry stays tiny. */
export const chunks: Record<keyof typeof PLACES | Named, () => Promise<object>> = {
  'add-to-cart': () => import('../product/AddToCartButton.island.tsx'),
  'variant-select': () => import('../product/VariantSelect.island.tsx'),
  'quantity-input': () => import('../product/QuantityInput.island.tsx'),
  'product-price': () => import('../product/ProductPrice.island.tsx'),
  'cart-pill': () => import('../cart/CartPill.island.tsx'),
  'cart-indicator': () => import('../cart/CartIndicator.island.tsx'),
  'product-scarcity': () => import('../product/Scarcity.island.tsx'),
  restock: () => import('../restock/RestockForm.island.tsx'),
  checkout: () => import('../checkout/CheckoutPage.island.tsx'),
  'checkout-confirmed': () => import('../checkout/Confirmed.island.tsx'),
  subscription: () => import('../checkout/SubscriptionPage.island.tsx'),
  'gift-card': () => import('../checkout/GiftCardPage.island.tsx'),
  'popup-overlay': () => import('../overlay/PopupOverlay.island.tsx'),
  installments: () => import('../product/Installments.island.tsx'),
  search: () => import('../search/Search.island.tsx'),
  form: () => import('../forms/FormBlock.island.tsx'),
  'cart-page': () => import('../cart/CartPage.island.tsx'),
};
