//! Carts: what is in them, what they cost, and whether they may become an order.

mod checkout;
mod coupon;
mod digest;
mod entries;
mod settle;
mod share;
mod shipping;
mod tax;
mod wire;

pub use coupon::GIFT_CARDS_MAXIMUM;
pub use digest::CartPart;
pub use entries::{Accepted, Repricing};
pub use settle::{CouponUses, GiftCardBalance, Terms};
pub use shipping::US_TAX_TERRITORIES;
pub use tax::{EntryTaxes, RateOf, applicable_tax_rules};
pub use wire::{
    AddEntryAnswer, Cart, CartAnswer, CartCoupon, CartEntry, ChosenVariant, Coupon, CouponLimits, Discount,
    OfferedShippingOption, ProductState, ShippingLocation, ShippingOption, StockAnswer, StockRecord,
    StocksAnswer, SubscriptionAnswer, TaxLine, TaxRule, UpdateEntryAnswer, VariantState,
};
