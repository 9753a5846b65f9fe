//! Carts: what is in them, what they cost, and whether they may become an order.

mod agreed;
mod answer;
mod checkout;
mod choice;
mod coupon;
mod digest;
mod elsewhere;
mod entries;
mod postal;
mod reductions;
mod reverse_charge;
mod settle;
mod share;
mod shipping;
mod tax;
mod tax_question;
mod tax_service;
mod wire;

pub use agreed::{Agreed, AgreedLine};
pub use answer::{
    AddEntryAnswer, CartAnswer, Estimate, ProductCard, ProductCardsAnswer, ProductState, StockAnswer,
    StockRecord, StocksAnswer, SubscriptionAnswer, UpdateEntryAnswer, VariantState,
};
pub use coupon::GIFT_CARDS_MAXIMUM;
pub use digest::CartPart;
pub use elsewhere::has_same_taxes;
pub use entries::{Accepted, Repricing};
pub use settle::{CouponUses, GiftCardBalance, Terms};
pub use shipping::US_TAX_TERRITORIES;
pub use tax::{EntryTaxes, RateOf, applicable_tax_rules, has_regions};
pub use tax_question::{CalculatedTax, ServiceTerms, TaxCalculation, TaxQuestion, TaxedLine, TaxesBy};
pub use wire::{
    AgreedWith, Cart, CartCoupon, CartEntry, ChosenVariant, Coupon, CouponLimits, Discount,
    OfferedShippingOption, ShippingOption, TaxLine, TaxRule,
};
