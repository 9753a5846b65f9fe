import type { View } from './events.ts';
import { track } from './pipeline.ts';
import { pixel } from './pixel.ts';

/** A product as an event names it. */
type Bought = { itemId: string; title?: string; productType?: number; purchasePriceCents?: number };

/** What the cart tells on `window` as `loggia:cart` (state/cartStore.ts): the cart, and what this page changed in it. */
export type CartNews = { cart: { id: string; entries: Bought[] }; added?: string; removed?: Bought };

const CART_PAGE = 5;

/** The commerce-shopping events of one page view (K-032…K-037). */
export function shopping(view: View): { start: () => Promise<void>; cart: (news: CartNews) => Promise<void> } {
  const { page, website, products, featureFlags } = view.page;
  let cartId: string | null = null;

  const event = async (schema: string, item?: Bought) => {
    if (!featureFlags.commerceVisitorMetrics) return; // K-051
    const product = products.find((there) => there.product.id === item?.itemId)?.product;
    await track(view, schema, {
      objectIdentifier: item?.itemId ?? cartId,
      websiteId: website.id,
      pageId: page.pageId,
      cartId,
      ...(item && {
        productItemId: item.itemId,
        type: product?.productType ?? item.productType ?? null,
        title: product?.title ?? item.title ?? null,
        collection: product?.collectionId ?? null,
      }),
    });
  };
  return {
    start: async () => {
      const item = products.find((there) => there.product.id === page.itemId);
      if (item) await event('visit_product_page', { itemId: item.product.id });
      if (page.pageType === CART_PAGE) await event('view_cart');
    },
    cart: async ({ cart, added, removed }) => {
      cartId = cart.id;
      if (removed) await event('remove_from_cart', removed);
      if (!added) return;
      const entry = cart.entries.find(({ itemId }) => itemId === added) ?? { itemId: added };
      pixel(view.page, 'add_to_cart', entry.purchasePriceCents);
      await event('add_to_cart', entry);
    },
  };
}
