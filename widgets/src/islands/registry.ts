import type { WidgetName } from './places.ts';

/** Puts React and a widget into the page; a chunk of its own. */
export const loadMount = () => import('../mount.tsx');

/** Counts what stands on the page. */
export const loadRendered = () => import('../tracking/rendered.ts');

/** The chunk of each widget. This list is fetched at idle, so that the entry stays tiny. */
export const chunks: Record<WidgetName, () => Promise<object>> = {
  'add-to-cart': () => import('../product/AddToCartButton.island.tsx'),
  'variant-select': () => import('../product/VariantSelect.island.tsx'),
  'quantity-input': () => import('../product/QuantityInput.island.tsx'),
  'product-price': () => import('../product/ProductPrice.island.tsx'),
  'cart-pill': () => import('../cart/CartPill.island.tsx'),
  'cart-indicator': () => import('../cart/CartIndicator.island.tsx'),
  'cart-page': () => import('../cart/CartPage.island.tsx'),
};
