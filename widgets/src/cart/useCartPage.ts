import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../client/failure.ts';
import type { Cart, CartEntry } from '../contract/types.ts';
import { watchConnection } from '../platform/online.ts';
import { $cart, cartStore, loadCart } from '../state/cartStore.ts';
import { useStore } from '../state/useStore.ts';
import type { TextKey } from '../text/keys.ts';
import { text } from '../text/text.ts';

export type CartPageState = {
  cart: Cart | null;
  loading: boolean;
  /** The browser has no connection: nothing can be changed until it is back. */
  offline: boolean;
  /** What went wrong, shown once at the top of the table. */
  alert: string | null;
  /** Entries with a change under way. */
  busy: ReadonlySet<string>;
  reload: () => void;
  setQuantity: (entry: CartEntry, quantity: number) => Promise<boolean>;
  remove: (entry: CartEntry) => Promise<boolean>;
  addCoupon: (code: string) => Promise<boolean>;
  removeCoupon: (code: string) => Promise<boolean>;
  fail: (message: string) => void;
};

/** No answer is a matter of the connection, whatever was being done (W-090). */
const messageOf = (failure: Failure, key: TextKey): string => text(failure.kind === 'http' ? key : 'networkErrorText');

/** The cart of the cart page and what can be done to it. Every change answers whether it went through. */
export function useCartPage(): CartPageState {
  const { cart, loading } = useStore($cart);
  const [alert, setAlert] = useState<string | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const [offline, setOffline] = useState(false);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  const reload = () => {
    setAlert(null);
    setUnread(null);
    loadCart().catch((thrown: unknown) => setUnread(messageOf(failureOf(thrown), 'unknownErrorText')));
  };
  useEffect(reload, []);
  // The count in the header reads the cart too: whoever got it, the fault of not having it is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each cart that came
  useEffect(() => setUnread(null), [cart]);
  // A cart that was out of reach, or changed meanwhile, is read again when the connection is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what it always reads
  useEffect(() => {
    let gone = false;
    return watchConnection((online) => {
      if (gone && online) reload();
      gone = !online;
      setOffline(!online);
    });
  }, []);

  async function change(id: string, key: TextKey, act: () => Promise<unknown>): Promise<boolean> {
    setAlert(null);
    setBusy((now) => new Set(now).add(id));
    try {
      await act();
      return true;
    } catch (thrown) {
      const failure = failureOf(thrown);
      const { code, available } = failure.body;
      const left = code === 'not-enough-stock' && typeof available === 'number' && available > 0;
      setAlert(messageOf(failure, key) + (left ? `. ${text('cartOnlyLeft', { n: available })}` : ''));
      return false;
    } finally {
      setBusy((now) => new Set([...now].filter((other) => other !== id)));
    }
  }

  return {
    cart,
    loading,
    offline,
    alert: alert ?? unread,
    busy,
    reload,
    fail: setAlert,
    setQuantity: (entry, quantity) =>
      change(entry.id, 'cartUnableToUpdateQuantityText', () => cartStore.changeQuantity(entry.id, quantity)),
    remove: (entry) => change(entry.id, 'cartUnableToRemoveText', () => cartStore.remove(entry.id)),
    addCoupon: (code) => change('coupon', 'unableToApplyCoupon', () => cartStore.addCoupon(code)),
    removeCoupon: (code) => change('coupon', 'unableToApplyCoupon', () => cartStore.removeCoupon(code)),
  };
}
