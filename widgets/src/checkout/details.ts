import type {
  AddressForm,
  Buyer,
  Cart,
  DeliveryOption,
  PickupPoint,
  ShippingLocation,
  StoreSettings,
} from '../contract/types.ts';
import { type DetailProblem, detailText } from '../text/detail.ts';
import { fieldProblemText } from '../text/formProblem.ts';

export const NOWHERE: ShippingLocation = {
  country: '',
  region: '',
  city: '',
  district: '',
  postalCode: '',
  line1: '',
  line2: '',
};

export const NOBODY: Buyer = {
  name: '',
  company: '',
  phone: '',
  note: '',
  billing: null,
  vatId: '',
  vatIdConfirmed: null,
  giftMessage: '',
  termsDigest: '',
};

/** What is wrong, by the fields' names; those of who pays begin with `billing.`. */
export type CheckoutErrors = Partial<Record<string, string>>;

/** What the checkout asks of who buys a cart; `commerce/src/buyer.rs` decides. */
export type Asked = { name: boolean; address: boolean; phone: boolean; billing: boolean };

/** Where and when the goods of a way of delivery are collected, if that is said. */
export const pointOf = (option?: DeliveryOption | null): PickupPoint | null =>
  typeof option?.pickup === 'object' ? option.pickup : null;

export const isCollected = (cart: Cart): boolean =>
  cart.requiresShipping && Boolean(cart.selectedShippingOption?.pickup);

export function askedOf(cart: Cart, settings: Partial<StoreSettings['checkout']> = {}): Asked {
  const address = cart.requiresShipping && !isCollected(cart);
  const asksPhone = cart.requiresShipping && cart.selectedShippingOption?.asksPhone === true;
  return {
    name: cart.requiresShipping,
    address,
    phone: asksPhone || settings.asksPhone === true,
    billing: !address && settings.asksBillingAddress === true,
  };
}

/** Whether the tax is that of a place the shopper must name, though nothing is sent there. */
export const asksPlaceOfTax = (cart: Cart): boolean =>
  cart.asksCountry === true || (isCollected(cart) && !pointOf(cart.selectedShippingOption)?.address.country);

/** Where it is collected, in one line. */
export const lineOf = (place: ShippingLocation): string =>
  [place.line1, [place.postalCode, place.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');

const MISSING: Partial<Record<string, DetailProblem>> = {
  region: 'state-missing',
  postalCode: 'postal-code-missing',
};

/** What is wrong with an address, as far as its form says: the server looks again. */
export function addressErrors(location: ShippingLocation, form: AddressForm, prefix = ''): CheckoutErrors {
  const found: CheckoutErrors = {};
  if (!location.country) found[`${prefix}country`] = fieldProblemText('required');
  for (const { name, required, pattern } of form.fields) {
    const text = location[name].trim();
    if (!text) {
      if (required) found[prefix + name] = detailText(MISSING[name] ?? 'shipping-location-missing');
    } else if (pattern && form.country === location.country && !new RegExp(`^(?:${pattern})$`, 'i').test(text)) {
      found[prefix + name] = detailText('postal-code-invalid');
    }
  }
  return found;
}

/** What is missing of who buys. */
export function buyerErrors(buyer: Buyer, asked: Asked): CheckoutErrors {
  const found: CheckoutErrors = {};
  if (asked.name && !buyer.name.trim()) found.name = detailText('recipient-missing');
  if (asked.phone && !buyer.phone.trim()) found.phone = detailText('phone-missing');
  const { billing } = buyer;
  if (billing && !billing.name.trim() && !billing.company.trim()) found['billing.name'] = detailText('payer-missing');
  return found;
}
