import type { Problem } from '../contract/types.ts';
import { SHOP_TEXTS } from './catalogue/shop.ts';
import { joinWithAnd, override } from './text.ts';

/**
 * The shop's refusals, word for word as `commerce/src/problem.rs` says them; `problem.json` holds both.
 * A site overrides one by its code: `localizedStrings["problem.variant-unavailable"]`.
 */
export const PROBLEM_TEXTS: Record<Problem['code'], string> = {
  'options-unselected': 'Please select the {options} options.',
  'variant-unavailable': 'Sorry, that item variant is unavailable. Please select another variant.',
  'not-enough-stock': 'Sorry, we do not have enough of that item available.',
  'quantity-not-a-number': 'Quantity must be a number.',
  'quantity-not-whole': 'Quantity must be a whole number',
  'quantity-out-of-range': 'Quantity must be between 1 and 9999.',
  'denomination-missing': 'Select a denomination for the Gift Card',
  'item-unavailable': 'Sorry, that item is unavailable.',
  'not-subscribable': 'Sorry, that item is not available as a subscription.',
  'subscription-only': 'Sorry, that item is only available as a subscription.',
  'additional-fields-unreadable': 'Could not parse the form fields, please check your entries.',
  'additional-fields-invalid': 'One or more fields is invalid, please check your entries.',
  'entry-missing': 'Sorry, that item is no longer in your cart.',
  'cart-full': 'Sorry, your cart cannot hold any more items.',
  'amount-too-large': 'Sorry, that order is too large.',
  'cart-empty': SHOP_TEXTS.cartEmptyText,
  'already-purchased': 'This order has already been placed.',
  'subtotal-below-minimum': 'To check out, your order subtotal must be {subtotal} or more.',
  'price-changed': 'Some prices have changed. Please review your cart before checking out.',
  'shipping-location-missing': 'Please enter a shipping address.',
  'shipping-option-missing': 'Please select a shipping option.',
  'shipping-unavailable': 'Sorry, we do not ship to that address.',
  'coupon-unknown': 'That code is not valid.',
  'coupon-expired': 'That code has expired.',
  'coupon-below-minimum': 'That code needs an order subtotal of {subtotal} or more.',
  'gift-card-empty': 'That gift card has no balance left.',
  'coupon-not-started': 'That code is not valid yet.',
  'coupon-used-up': 'That code has been used as often as it can be.',
  'coupon-used-by-customer': 'You have already used that code.',
  'coupon-first-order': 'That code is for a first order only.',
  'coupon-for-group': 'That code is for certain customers only. Please log in.',
  'coupon-not-applicable': 'That code does not apply to anything in your cart.',
  'coupon-not-combinable': 'That code cannot be combined with your other discounts. What saves more counts.',
  'gift-card-for-gift-card': 'A gift card cannot pay for gift cards.',
  'gift-cards-too-many': 'An order can be paid with at most 5 gift cards.',
  'gift-card-twice': 'That gift card is already in your cart.',
  'gift-card-currency': 'That gift card is in another currency.',
  'gift-card-other-mode': 'That gift card cannot be used: either it or the shop is in test mode.',
  'gift-card-blocked': 'That gift card cannot be used at the moment. Please contact the shop.',
  'country-missing': 'Please select your country: the tax depends on it.',
  'region-missing': 'Please enter your state or region: the tax depends on it.',
  'hold-ended': 'We could not keep these items for you any longer. Please try again in an hour.',
  'email-blank': 'Email cannot be blank',
  'email-invalid': 'Email is invalid',
  'captcha-missing': 'Complete CAPTCHA before submitting.',
  'session-expired': 'Your session has expired. Please reload the page and try again.',
  'cookies-disabled': 'Please enable cookies in your browser, reload the page, and try again.',
  'too-many-requests': 'Please try again in a few seconds.',
  'payment-refused': 'Your payment could not be completed. Please try again or use another payment method.',
};

/** The text of a refusal, in the site's words when it has its own. */
export function problemText(problem: Problem): string {
  const values: Record<string, string> = 'subtotal' in problem ? { subtotal: problem.subtotal } : {};
  let pattern = PROBLEM_TEXTS[problem.code];
  const key = `problem.${problem.code}`;
  let spoken = key;
  if (problem.code === 'options-unselected') {
    values.options = joinWithAnd(problem.options);
    if (problem.options.length === 1) pattern = 'Please select the {options} option.';
    if (problem.options.length === 0) pattern = 'Please select an option.';
    if (problem.options.length < 2) spoken += problem.options.length === 1 ? '.one' : '.none';
  }
  return override(key, pattern, values, spoken);
}
