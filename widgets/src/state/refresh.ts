import { stocksOf } from '../client/stocks.ts';
import type { PageData, ProductState, Variant } from '../contract/types.ts';

type Held = Pick<PageData, 'apiBaseUrl' | 'products'>;

/** What of a variant may change after its page was made. */
const CHANGING = ['qtyInStock', 'unlimited', 'price', 'salePrice', 'onSale'] as const;
/** What of that is seen whatever a template is like. */
const SEEN = ['isThere', 'price', 'salePrice', 'onSale'] as const;

/** Where a count is told, or where a widget has taken over: it follows. */
const FOLLOWS =
  '.product-scarcity,[data-widget=product-scarcity],[data-widget-state=loading],[data-widget-state=ready]';

type State = Pick<Variant, (typeof CHANGING)[number]>;
const seen = (one: State) => ({ ...one, isThere: one.unlimited || one.qtyInStock > 0 });
const differ = <T>(one: T, other: T, keys: readonly (keyof T)[]) => keys.some((key) => one[key] !== other[key]);

/**
 * Pages are made once and seen for long: asks what is left of their products and what they cost, and shows what has changed.
 * Runs when the page is at rest, with no widget's code; that comes only where something else is to be seen. What the page's
 * data says is as it is now from then on, for widgets that start later and for the next time.
 */
export async function refreshProducts(): Promise<void> {
  const script = document.getElementById('loggia-page-data');
  const page = JSON.parse(script?.textContent || '{}') as Partial<Held>;
  if (!script || !page.products?.length) return;
  const ids = page.products.map(({ product }) => product.id);
  const now = await stocksOf(page.apiBaseUrl ?? '', ids);
  const stale: string[] = [];
  let isSeen = false;
  for (const held of page.products) {
    const fresh = now[held.product.id];
    for (const variant of held.product.variants) {
      const state = fresh?.variants.find(({ sku }) => sku === variant.sku);
      if (!fresh || !state || !differ<State>(variant, state, CHANGING)) continue;
      if (!stale.includes(held.product.id)) stale.push(held.product.id);
      isSeen ||= differ(seen(variant), seen(state), SEEN);
      Object.assign(variant, state);
      held.buildId = fresh.buildId;
    }
  }
  if (stale.length === 0) return;
  if (isSeen || document.querySelector(FOLLOWS)) {
    const { showChanges } = await import('./changes.ts');
    for (const id of stale) showChanges(id, now[id] as ProductState);
  }
  script.textContent = JSON.stringify(page);
}

/** Does it now, and again whenever the browser shows the page from its memory. */
export function keepFresh(): void {
  const again = () => void refreshProducts().catch(() => undefined); // the page stays as it was made
  again();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) again();
  });
}
