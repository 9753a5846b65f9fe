import type { Start } from './loader.ts';
import type { PLACES } from './places.ts';

/** The widgets of the shop's own pages, which start with their page. */
type Named = 'cart-page' | 'checkout' | 'checkout-confirmed' | 'subscription' | 'gift-card';

/** Puts React and a widget into the page, in the page's language; a chunk of its own. Without the words it speaks English. */
export const loadMount = async () => {
  const { lang } = document.documentElement;
  const words =
    /^(en|$)/i.test(lang) || import('../text/languages/index.ts').then(({ wordsOf }) => wordsOf(lang), Object);
  const mount = await import('../mount.tsx');
  mount.setLanguage(Object(await words) as Record<string, string>);
  return mount;
};

/** The chunk of any other widget. */
export const other = async (name: string): Promise<object> => {
  const chunks: Record<string, () => Promise<object>> = (await import('./more.ts')).chunks;
  return chunks[name]?.() ?? {}; // a module without exports counts as missing
};

/** The chunk of each widget that something is bought with. This list is fetched at idle, so that the entry stays tiny. */
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
  form: () => import('../forms/FormBlock.island.tsx'),
  'cart-page': () => import('../cart/CartPage.island.tsx'),
};

/** Where anything else stands: quick views (`sqs-product-…`), videos, likes (`sqs-simple-like`) and the rest of `more.ts`. */
const OTHERS =
  '[data-widget]:not([data-widget-state]),[class*=squarespace-],[class*=sqs-p],[class*=sqs-v],[class*=sqs-si]';

/**
 * What comes when the page is at rest: the widgets that nothing is bought with, if there are any, and the count of what
 * stands on the page. A press that came before is played on the widget that waits for it.
 */
export async function rest(start: Start, pressed: () => HTMLElement | null): Promise<void> {
  if (document.querySelector(OTHERS)) {
    const { LATER, prepare } = await import('./more.ts');
    prepare();
    start(LATER, () => Promise.resolve({ loadMount, chunks, other }));
    const early = pressed();
    if (early?.closest('[data-widget-state]')) early.click();
  }
  const { reportRendered } = await import('../tracking/rendered.ts');
  if (reportRendered()) (await import('../state/refresh.ts')).keepFresh();
}
