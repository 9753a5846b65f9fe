//! One problem of each kind: what a table of codes and texts is held against.

use std::collections::BTreeMap;

use loggia_commerce::Problem;

/// One of each, with sample members.
pub fn samples() -> Vec<Problem> {
    let subtotal = || "$20.00".to_owned();
    vec![
        Problem::OptionsUnselected { options: vec!["Size".to_owned()] },
        Problem::VariantUnavailable,
        Problem::NotEnoughStock { available: 1 },
        Problem::QuantityNotANumber,
        Problem::QuantityNotWhole,
        Problem::QuantityOutOfRange,
        Problem::DenominationMissing,
        Problem::ItemUnavailable,
        Problem::NotSubscribable,
        Problem::SubscriptionOnly,
        Problem::AdditionalFieldsUnreadable,
        Problem::AdditionalFieldsInvalid {
            errors: BTreeMap::from([("field".to_owned(), "Required".to_owned())]),
        },
        Problem::EntryMissing,
        Problem::CartFull,
        Problem::AmountTooLarge,
        Problem::CartEmpty,
        Problem::AlreadyPurchased,
        Problem::SubtotalBelowMinimum { subtotal: subtotal() },
        Problem::PriceChanged,
        Problem::ShippingLocationMissing,
        Problem::ShippingOptionMissing,
        Problem::ShippingUnavailable,
        Problem::CouponUnknown,
        Problem::CouponExpired,
        Problem::CouponBelowMinimum { subtotal: subtotal() },
        Problem::GiftCardEmpty,
        Problem::CouponNotStarted,
        Problem::CouponUsedUp,
        Problem::CouponUsedByCustomer,
        Problem::CouponFirstOrder,
        Problem::CouponForGroup,
        Problem::CouponNotApplicable,
        Problem::CouponNotCombinable,
        Problem::GiftCardForGiftCard,
        Problem::GiftCardsTooMany,
        Problem::GiftCardTwice,
        Problem::GiftCardCurrency,
        Problem::GiftCardOtherMode,
        Problem::GiftCardBlocked,
        Problem::CountryMissing,
        Problem::RegionMissing,
        Problem::HoldEnded,
        Problem::EmailBlank,
        Problem::EmailInvalid,
        Problem::CaptchaMissing,
        Problem::SessionExpired,
        Problem::CookiesDisabled,
        Problem::TooManyRequests,
        Problem::PaymentRefused,
    ]
}
