//! Every refusal of the shop, with its stable code and its exact text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Why the shop says no. The text is its `Display`; on the wire it is `{"code": "…", …}` with the members of the variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "code", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Problem {
    /// Options are left to be chosen (W-044…047).
    #[error("{}", unselected(options))]
    OptionsUnselected {
        /// Their names, in the order of the selectors.
        options: Vec<String>,
    },
    /// No variant has these options or this sku (C-048, A-021, A-022).
    #[error("Sorry, that item variant is unavailable. Please select another variant.")]
    VariantUnavailable,
    /// There are fewer than asked for (C-047, A-023).
    #[error("Sorry, we do not have enough of that item available.")]
    NotEnoughStock {
        /// How many more can be added.
        available: u32,
    },
    /// The quantity is no number (C-039).
    #[error("Quantity must be a number.")]
    QuantityNotANumber,
    /// The quantity is a fraction (C-040; no full stop in the specification).
    #[error("Quantity must be a whole number")]
    QuantityNotWhole,
    /// The quantity is below 1 or above 9999 (C-041).
    #[error("Quantity must be between 1 and 9999.")]
    QuantityOutOfRange,
    /// A gift card without a denomination (A-028, W-051).
    #[error("Select a denomination for the Gift Card")]
    DenominationMissing,
    /// No such product, or not published (A-026; 404).
    #[error("Sorry, that item is unavailable.")]
    ItemUnavailable,
    /// Only physical and service products that are subscribable can be subscribed to (C-049, A-042).
    #[error("Sorry, that item is not available as a subscription.")]
    NotSubscribable,
    /// A subscribable product cannot be bought once.
    #[error("Sorry, that item is only available as a subscription.")]
    SubscriptionOnly,
    /// The additional fields are no JSON of field id to value.
    #[error("Could not parse the form fields, please check your entries.")]
    AdditionalFieldsUnreadable,
    /// The additional fields fail the product's form.
    #[error("One or more fields is invalid, please check your entries.")]
    AdditionalFieldsInvalid {
        /// Field id to message.
        errors: BTreeMap<String, String>,
    },
    /// No such entry in the cart (A-033; 404).
    #[error("Sorry, that item is no longer in your cart.")]
    EntryMissing,
    /// The cart has as many entries as it can hold.
    #[error("Sorry, your cart cannot hold any more items.")]
    CartFull,
    /// An amount is larger than can be counted exactly.
    #[error("Sorry, that order is too large.")]
    AmountTooLarge,
    /// Nothing to check out (W-091).
    #[error("You have nothing in your shopping cart.")]
    CartEmpty,
    /// The cart was already bought.
    #[error("This order has already been placed.")]
    AlreadyPurchased,
    /// Below the minimum (C-062, A-045, W-085).
    #[error("To check out, your order subtotal must be {subtotal} or more.")]
    SubtotalBelowMinimum {
        /// The minimum, formatted.
        subtotal: String,
    },
    /// A price changed and the shopper has not accepted it.
    #[error("Some prices have changed. Please review your cart before checking out.")]
    PriceChanged,
    /// Something needs shipping and there is no address.
    #[error("Please enter a shipping address.")]
    ShippingLocationMissing,
    /// Something needs shipping and no option is chosen, or the chosen one is not offered.
    #[error("Please select a shipping option.")]
    ShippingOptionMissing,
    /// No option reaches the address.
    #[error("Sorry, we do not ship to that address.")]
    ShippingUnavailable,
    /// No such code (C-060).
    #[error("That code is not valid.")]
    CouponUnknown,
    /// The code's time is over (C-060).
    #[error("That code has expired.")]
    CouponExpired,
    /// The code needs a larger subtotal (C-060).
    #[error("That code needs an order subtotal of {subtotal} or more.")]
    CouponBelowMinimum {
        /// The minimum, formatted.
        subtotal: String,
    },
    /// Nothing is left on the gift card.
    #[error("That gift card has no balance left.")]
    GiftCardEmpty,
    /// The code's time has not begun.
    #[error("That code is not valid yet.")]
    CouponNotStarted,
    /// As many orders as may use the code have used it.
    #[error("That code has been used as often as it can be.")]
    CouponUsedUp,
    /// The customer has used the code as often as one may.
    #[error("You have already used that code.")]
    CouponUsedByCustomer,
    /// The code is for a first order, and this is not one.
    #[error("That code is for a first order only.")]
    CouponFirstOrder,
    /// The code is for a group of customers, and nobody of it is signed in.
    #[error("That code is for certain customers only. Please log in.")]
    CouponForGroup,
    /// Nothing in the cart is what the code applies to; gift cards never are.
    #[error("That code does not apply to anything in your cart.")]
    CouponNotApplicable,
    /// Another code or discount counts, and the two do not go together.
    #[error("That code cannot be combined with your other discounts. What saves more counts.")]
    CouponNotCombinable,
    /// There is nothing but gift cards in the cart.
    #[error("A gift card cannot pay for gift cards.")]
    GiftCardForGiftCard,
    /// As many gift cards as may pay for a cart do.
    #[error("An order can be paid with at most 5 gift cards.")]
    GiftCardsTooMany,
    /// The card was entered before, its code written otherwise.
    #[error("That gift card is already in your cart.")]
    GiftCardTwice,
    /// The card's balance is in another currency than the cart.
    #[error("That gift card is in another currency.")]
    GiftCardCurrency,
    /// The card was bought in test mode and the shop takes money, or the other way round.
    #[error("That gift card cannot be used: either it or the shop is in test mode.")]
    GiftCardOtherMode,
    /// The payment for the card is disputed.
    #[error("That gift card cannot be used at the moment. Please contact the shop.")]
    GiftCardBlocked,
    /// Nothing is shipped and the tax depends on the place, which is not known.
    #[error("Please select your country: the tax depends on it.")]
    CountryMissing,
    /// The tax depends on the region, which is not known.
    #[error("Please enter your state or region: the tax depends on it.")]
    RegionMissing,
    /// Stock was kept for this cart without a payment for as long as may be.
    #[error("We could not keep these items for you any longer. Please try again in an hour.")]
    HoldEnded,
    /// No e-mail address (A-073, W-188).
    #[error("Email cannot be blank")]
    EmailBlank,
    /// Not an e-mail address (A-074, W-189).
    #[error("Email is invalid")]
    EmailInvalid,
    /// The captcha is not solved (A-075, W-190).
    #[error("Complete CAPTCHA before submitting.")]
    CaptchaMissing,
    /// The crumb does not match, and the browser keeps cookies (W-055).
    #[error("Your session has expired. Please reload the page and try again.")]
    SessionExpired,
    /// The crumb does not match, and the browser keeps no cookies (W-056).
    #[error("Please enable cookies in your browser, reload the page, and try again.")]
    CookiesDisabled,
    /// Too many calls (A-012, W-057).
    #[error("Please try again in a few seconds.")]
    TooManyRequests,
    /// The payment did not go through.
    #[error("Your payment could not be completed. Please try again or use another payment method.")]
    PaymentRefused,
}

impl Problem {
    /// The stable code, as on the wire.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::OptionsUnselected { .. } => "options-unselected",
            Self::VariantUnavailable => "variant-unavailable",
            Self::NotEnoughStock { .. } => "not-enough-stock",
            Self::QuantityNotANumber => "quantity-not-a-number",
            Self::QuantityNotWhole => "quantity-not-whole",
            Self::QuantityOutOfRange => "quantity-out-of-range",
            Self::DenominationMissing => "denomination-missing",
            Self::ItemUnavailable => "item-unavailable",
            Self::NotSubscribable => "not-subscribable",
            Self::SubscriptionOnly => "subscription-only",
            Self::AdditionalFieldsUnreadable => "additional-fields-unreadable",
            Self::AdditionalFieldsInvalid { .. } => "additional-fields-invalid",
            Self::EntryMissing => "entry-missing",
            Self::CartFull => "cart-full",
            Self::AmountTooLarge => "amount-too-large",
            Self::CartEmpty => "cart-empty",
            Self::AlreadyPurchased => "already-purchased",
            Self::SubtotalBelowMinimum { .. } => "subtotal-below-minimum",
            Self::PriceChanged => "price-changed",
            Self::ShippingLocationMissing => "shipping-location-missing",
            Self::ShippingOptionMissing => "shipping-option-missing",
            Self::ShippingUnavailable => "shipping-unavailable",
            Self::CouponUnknown => "coupon-unknown",
            Self::CouponExpired => "coupon-expired",
            Self::CouponBelowMinimum { .. } => "coupon-below-minimum",
            Self::GiftCardEmpty => "gift-card-empty",
            Self::CouponNotStarted => "coupon-not-started",
            Self::CouponUsedUp => "coupon-used-up",
            Self::CouponUsedByCustomer => "coupon-used-by-customer",
            Self::CouponFirstOrder => "coupon-first-order",
            Self::CouponForGroup => "coupon-for-group",
            Self::CouponNotApplicable => "coupon-not-applicable",
            Self::CouponNotCombinable => "coupon-not-combinable",
            Self::GiftCardForGiftCard => "gift-card-for-gift-card",
            Self::GiftCardsTooMany => "gift-cards-too-many",
            Self::GiftCardTwice => "gift-card-twice",
            Self::GiftCardCurrency => "gift-card-currency",
            Self::GiftCardOtherMode => "gift-card-other-mode",
            Self::GiftCardBlocked => "gift-card-blocked",
            Self::CountryMissing => "country-missing",
            Self::RegionMissing => "region-missing",
            Self::HoldEnded => "hold-ended",
            Self::EmailBlank => "email-blank",
            Self::EmailInvalid => "email-invalid",
            Self::CaptchaMissing => "captcha-missing",
            Self::SessionExpired => "session-expired",
            Self::CookiesDisabled => "cookies-disabled",
            Self::TooManyRequests => "too-many-requests",
            Self::PaymentRefused => "payment-refused",
        }
    }

    /// The HTTP status of an answer with this problem.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::ItemUnavailable | Self::EntryMissing => 404,
            Self::SessionExpired | Self::CookiesDisabled => 403,
            Self::TooManyRequests => 429,
            _ => 400,
        }
    }
}

/// `Size`, `Size and Color`, `Size, Color and Fit`.
fn unselected(options: &[String]) -> String {
    match options {
        [] => "Please select an option.".to_owned(),
        [one] => format!("Please select the {one} option."),
        [first @ .., last] => format!("Please select the {} and {last} options.", first.join(", ")),
    }
}
