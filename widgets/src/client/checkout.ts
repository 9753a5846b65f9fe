import type { Cart, Checkout, CheckoutAnswer } from '../contract/types.ts';
import { call } from './call.ts';

/** A purchase is given longer than other calls: the payment provider is asked meanwhile. Milliseconds. */
export const CHECKOUT_TIMEOUT_MS = 45_000;

export const checkoutCalls = {
  /** The cart a token opens: a subscription's (spec §7; W-094). */
  cartOf: (cartToken: string) => call<Cart>('GET', '/api/commerce/shopping-cart', { query: { cartToken } }),
  /** Buys. The same key makes a repeat of one purchase the same purchase. */
  buy: (checkout: Checkout, key: string) =>
    call<CheckoutAnswer>('POST', '/api/commerce/checkout', {
      json: checkout,
      headers: { 'idempotency-key': key },
      timeoutMs: CHECKOUT_TIMEOUT_MS,
    }),
};
