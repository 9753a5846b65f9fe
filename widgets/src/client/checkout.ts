import type { RequestHeader } from '../contract/schema.gen.ts';
import type {
  AddressForm,
  CardSession,
  Cart,
  Checkout,
  CheckoutAnswer,
  OrderOfCart,
  PaymentPending,
  PaymentSettings,
} from '../contract/types.ts';
import { locale } from '../text/text.ts';
import { call } from './call.ts';

/** A purchase is given longer than other calls: the payment provider is asked meanwhile. Milliseconds. */
export const CHECKOUT_TIMEOUT_MS = 45_000;

export const checkoutCalls = {
  /** The cart a token opens: a subscription's (W-094). */
  cartOf: (cartToken: string) => call<Cart>('GET', '/api/commerce/shopping-cart', { query: { cartToken } }),
  /** The form for an address of a country. */
  addressForm: (country: string) =>
    call<AddressForm>('GET', '/api/commerce/address-form', { query: { country, language: locale() } }),
  /** Where the order is that the visitor's cart became: for a page that is loaded anew while it is paid, or after. */
  orderOfCart: () => call<OrderOfCart>('GET', '/api/commerce/shopping-cart/order'),
  /** Who takes the money. */
  paymentSettings: () => call<PaymentSettings>('GET', '/api/commerce/payment-settings'),
  /** What the provider's fields need to show a member's cards, and to ask whether one may be kept. */
  cardSession: () => call<CardSession>('POST', '/api/site-users/account/card-session'),
  /**
   * Buys. The same key makes a repeat of one purchase the same purchase. An answer with `orderId` waits: for the shopper
   * when it has a `clientSecret`, else for the provider; then the same call is made again.
   */
  buy: (checkout: Checkout, key: string) =>
    call<CheckoutAnswer | PaymentPending>('POST', '/api/commerce/checkout', {
      json: checkout,
      headers: { 'idempotency-key': key } satisfies Partial<Record<RequestHeader, string>>,
      timeoutMs: CHECKOUT_TIMEOUT_MS,
    }),
};
