import type {
  AddEntryAnswer,
  Cart,
  CartAnswer,
  EntryDetails,
  Form,
  NewEntry,
  NewSubscription,
  ShippingLocation,
  StockAnswer,
  SubscriptionAnswer,
  UpdateEntryAnswer,
} from '../contract/types.ts';
import { call } from './call.ts';

const CART = '/api/commerce/shopping-cart';
const entry = (id: string) => `${CART}/entries/${encodeURIComponent(id)}`;

/** The cart calls. Amounts are minor units; prices and totals are always the server's. */
export const cartCalls = {
  read: () => call<Cart>('GET', CART, { query: { timecode: Date.now() } }),
  add: (added: NewEntry) => call<AddEntryAnswer>('POST', `${CART}/entries`, { json: added }),
  changeQuantity: (id: string, quantity: number) => call<UpdateEntryAnswer>('PUT', entry(id), { json: { quantity } }),
  changeDetails: (id: string, details: EntryDetails) =>
    call<UpdateEntryAnswer>('PUT', `${entry(id)}/additionalFields`, { json: details }),
  remove: (id: string) => call<CartAnswer>('DELETE', entry(id)),
  addCoupon: (promoCode: string) => call<unknown>('POST', `${CART}/coupons`, { json: { promoCode } }),
  removeCoupon: (code: string) => call<unknown>('DELETE', `${CART}/coupons/${encodeURIComponent(code)}`),
  shipTo: (location: ShippingLocation, cartToken?: string | null) =>
    call<unknown>('PUT', `${CART}/shipping-location`, { json: location, query: { cartToken: cartToken ?? undefined } }),
  chooseShipping: (id: string, cartToken?: string | null) =>
    call<unknown>('PUT', `${CART}/shipping-option`, { json: { id }, query: { cartToken: cartToken ?? undefined } }),
  /** The buyer's VAT number; an empty one takes it out. */
  setVatId: (vatId: string, cartToken?: string | null) =>
    call<unknown>('PUT', `${CART}/vat-id`, { json: { vatId }, query: { cartToken: cartToken ?? undefined } }),
  stock: (itemId: string) => call<StockAnswer>('GET', '/api/commerce/inventory/stock/', { query: { itemId } }),
  /** The form of a product whose page this is not. */
  productForm: (itemId: string) => call<Form>('GET', `/api/commerce/products/${encodeURIComponent(itemId)}/form`),
  subscribe: (added: NewSubscription) =>
    call<SubscriptionAnswer>('POST', '/api/3/commerce/cart/subscription', { json: added }),
};

/** The cart in an answer: some calls answer `{shoppingCart}`, some the cart itself. */
export function cartIn(answer: unknown): Cart | undefined {
  const body = answer as { shoppingCart?: Cart; entries?: unknown };
  return body.shoppingCart ?? (Array.isArray(body.entries) ? (answer as Cart) : undefined);
}
