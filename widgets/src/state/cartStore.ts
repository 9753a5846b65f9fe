import { atom } from 'nanostores';
import { cartCalls, cartIn } from '../client/cart.ts';
import type { Cart, CartEntry, EntryDetails, NewEntry } from '../contract/types.ts';
import { pageProductOf } from '../pageData.ts';
import { mayHaveCart } from '../platform/cookies.ts';
import { tell } from '../platform/tell.ts';

/**
 * One cart a page, many readers. It starts uninitialised and is initialised by its first sync (W-073, W-074).
 * Other tabs are notified of a change and read it afresh.
 */
export type CartState = { initialised: boolean; loading: boolean; cart: Cart | null };

export const $cart = atom<CartState>({ initialised: false, loading: false, cart: null });

/** What this page changed in a cart, for those who count it: the item that was added, or the entry that is gone. */
type CartChange = { added?: string; removed?: CartEntry | undefined };

/** Wakes the widgets that wait for a cart (islands/triggers.ts); its detail is `{ cart }` and the change. */
export const CART_EVENT = 'loggia:cart';
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('loggia-cart');
let reading: Promise<Cart> | undefined;
let turn = 0;

/** Takes a cart the server answered. */
export function syncCart(cart: Cart, tellTabs = true, change?: CartChange): Cart {
  turn += 1;
  $cart.set({ initialised: true, loading: false, cart });
  tell(CART_EVENT, { cart, ...change });
  if (tellTabs) tabs?.postMessage('changed');
  return cart;
}

/** Reads the cart; callers at the same time share one request, and an answer older than a change is dropped. */
export function loadCart(): Promise<Cart> {
  reading ??= (async () => {
    const asked = turn;
    $cart.set({ ...$cart.get(), loading: true });
    try {
      const cart = await cartCalls.read();
      const now = $cart.get().cart;
      return asked === turn || !now ? syncCart(cart, false) : now;
    } catch (thrown) {
      $cart.set({ ...$cart.get(), loading: false });
      throw thrown;
    } finally {
      reading = undefined;
    }
  })();
  return reading;
}

/** The cart as far as this page must know it: read when one can exist and none was seen yet. */
export async function knownCart(): Promise<Cart | null> {
  const { initialised, cart } = $cart.get();
  return initialised || !mayHaveCart() ? cart : loadCart();
}

if (tabs)
  tabs.onmessage = () => {
    if ($cart.get().initialised) loadCart().catch(() => undefined); // the next change reads it again
  };

/** A page that comes back from the browser's history shows a cart of the past: read it again. */
if (typeof window !== 'undefined')
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && $cart.get().initialised) loadCart().catch(() => undefined);
  });

async function changed<T>(answer: Promise<T>, change?: CartChange): Promise<T> {
  const body = await answer;
  const cart = cartIn(body);
  if (cart) syncCart(cart, true, change);
  return body;
}

/** The changes of a cart. Each rejects with a `CallError`, and leaves the store as it was. */
export const cartStore = {
  add: (added: NewEntry) =>
    changed(cartCalls.add({ ...added, buildId: pageProductOf(added.itemId)?.buildId ?? '' }), { added: added.itemId }),
  changeQuantity: (id: string, quantity: number) => changed(cartCalls.changeQuantity(id, quantity)),
  changeDetails: (id: string, details: EntryDetails) => changed(cartCalls.changeDetails(id, details)),
  remove: (id: string) =>
    changed(cartCalls.remove(id), { removed: $cart.get().cart?.entries.find((entry) => entry.id === id) }),
  addCoupon: (code: string) => changed(cartCalls.addCoupon(code)),
  removeCoupon: (code: string) => changed(cartCalls.removeCoupon(code)),
  shipTo: (location: Parameters<typeof cartCalls.shipTo>[0]) => changed(cartCalls.shipTo(location)),
  chooseShipping: (id: string) => changed(cartCalls.chooseShipping(id)),
};

/**
 * No cart has been seen yet.
 * @internal for tests
 */
export function forgetCart(): void {
  turn += 1;
  reading = undefined;
  $cart.set({ initialised: false, loading: false, cart: null });
}
