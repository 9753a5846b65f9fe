//! Carts and their answers, by their wire names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::address::ShippingLocation;
use crate::cart::tax_question::{TaxCalculation, TaxQuestion};
use crate::currency::CurrencyCode;
use crate::delivery::{DeliveryDates, Pickup, Place, Rate, TransitDays};
use crate::discount::AppliedDiscount;
use crate::id::{EntryId, ItemId, Sku};
use crate::money::Cents;
use crate::percent::Percent;
use crate::problem::Problem;
use crate::product::ProductType;
use crate::vat::VatIdState;
use crate::window::{DeliveryWindow, Windows};

/// A shopping cart. Everything below `selectedShippingOption` is worked out from the rest by [`Cart::settle`]; amounts are
/// minor units of `currency`, times milliseconds since 1970 in UTC.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Cart {
    /// The cart's id; not the secret that opens it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: String,
    /// The site it belongs to.
    #[cfg_attr(feature = "schema", schema(required))]
    pub website_id: String,
    /// The order it became.
    #[cfg_attr(feature = "schema", schema(required))]
    pub order_id: Option<String>,
    /// When it was made.
    #[cfg_attr(feature = "schema", schema(required))]
    pub created: i64,
    /// It became an order.
    #[cfg_attr(feature = "schema", schema(required))]
    pub is_purchased: bool,
    /// What is in it, oldest first.
    #[cfg_attr(feature = "schema", schema(required))]
    pub entries: Vec<CartEntry>,
    /// Where it goes.
    #[cfg_attr(feature = "schema", schema(required))]
    pub shipping_location: Option<ShippingLocation>,
    /// How it goes: one of `shippingOptions`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub selected_shipping_option: Option<OfferedShippingOption>,
    /// Every code that was entered, valid or not.
    #[cfg_attr(feature = "schema", schema(required))]
    pub coupons: Vec<CartCoupon>,
    /// The codes that count.
    #[cfg_attr(feature = "schema", schema(required))]
    pub valid_coupons: Vec<CartCoupon>,
    /// The codes that do not, and why.
    #[cfg_attr(feature = "schema", schema(required))]
    pub invalid_coupons: Vec<CartCoupon>,
    /// The options that reach the location, with what they cost for this cart.
    #[cfg_attr(feature = "schema", schema(required))]
    pub shipping_options: Vec<OfferedShippingOption>,
    /// The tax rules that hold at the location.
    #[cfg_attr(feature = "schema", schema(required))]
    pub applicable_tax_rules: Vec<TaxRule>,
    /// The sum of the entries.
    #[cfg_attr(feature = "schema", schema(required))]
    pub subtotal_cents: Cents,
    /// The taxes that are added to the prices. Those that prices hold already are in `includedTaxCents`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub tax_cents: Cents,
    /// Each tax of the cart, in the order of its rules: what it is taken of, and how much it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taxes: Vec<TaxLine>,
    /// The taxes that the prices hold already: part of `grandTotalCents`, not added to it.
    #[serde(skip_serializing_if = "is_zero")]
    pub included_tax_cents: Cents,
    /// The price of the selected option; 0 when nothing needs shipping.
    #[cfg_attr(feature = "schema", schema(required))]
    pub shipping_cost_cents: Cents,
    /// The discounts without a code that count, in the order in which they are taken off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<AppliedDiscount>,
    /// What discounts and the valid codes take off and pay: never more than what is to be paid for anything but gift cards.
    #[cfg_attr(feature = "schema", schema(required))]
    pub discount_cents: Cents,
    /// Of that, what gift cards pay. They pay with money that was taxed or will be: no tax falls by them.
    #[serde(skip_serializing_if = "is_zero")]
    pub gift_card_cents: Cents,
    /// Of that, what they pay of shipping and added taxes; the rest is in the lines' shares. Not on the wire.
    #[serde(skip)]
    pub gift_card_rest_cents: Cents,
    /// The buyer's VAT number, with the letters of its country.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub vat_id: String,
    /// What the register of VAT numbers said of it; nothing when it was not asked, or did not answer. Not on the wire.
    #[serde(skip)]
    pub vat_id_confirmed: Option<bool>,
    /// Whether no tax is charged by that number, and why not; nothing before it is known where the cart goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vat_id_state: Option<VatIdState>,
    /// The buyer owes the tax, and the shop charges none: `taxes` is empty.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reverse_charge: bool,
    /// The tax that the prices hold and that is not charged then: taken off the total.
    #[serde(skip_serializing_if = "is_zero")]
    pub relief_cents: Cents,
    /// Subtotal less discount, plus shipping and tax, less the tax that is not charged; never below 0.
    #[cfg_attr(feature = "schema", schema(required))]
    pub grand_total_cents: Cents,
    /// The sum of the entries' quantities.
    #[cfg_attr(feature = "schema", schema(required))]
    pub total_quantity: u64,
    /// Something in it is digital.
    #[cfg_attr(feature = "schema", schema(required))]
    pub has_digital: bool,
    /// Nothing in it is anything but digital or a gift card, and it is not empty.
    #[cfg_attr(feature = "schema", schema(required))]
    pub purely_digital: bool,
    /// Something in it is physical.
    #[cfg_attr(feature = "schema", schema(required))]
    pub requires_shipping: bool,
    /// The currency of every amount.
    #[cfg_attr(feature = "schema", schema(required))]
    pub currency: CurrencyCode,
    /// Everything that makes the total, in short: a purchase repeats it, and is refused when it is another one by then. An empty
    /// cart has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub digest: String,
    /// Nothing is shipped and the tax depends on where the shopper is: a country is to be named.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asks_country: bool,
    /// The same, and the tax depends on the postal code there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asks_postal_code: bool,
    /// The taxes are still to be worked out by a service, and are in no sum: there is no checkout before they are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tax_pending: bool,
    /// What that service is asked. Not on the wire.
    #[serde(skip)]
    pub tax_question: Option<TaxQuestion>,
    /// What it answered. Not on the wire.
    #[serde(skip)]
    pub tax_calculation: Option<TaxCalculation>,
    /// A price changed since the shopper last saw the cart, who must accept it before checking out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub price_changed: bool,
    /// The shop made it for this buyer: its lines and prices stay as they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreed: Option<AgreedWith>,
}

/// Whom the shop made a cart for, as far as it knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct AgreedWith {
    /// Where the confirmation goes.
    pub email: String,
    /// The name on the parcel.
    pub name: String,
    /// The company there.
    pub company: String,
    /// A phone number.
    pub phone: String,
}

/// One line of a cart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CartEntry {
    /// The line's id.
    #[cfg_attr(feature = "schema", schema(required))]
    pub id: EntryId,
    /// The product.
    #[cfg_attr(feature = "schema", schema(required))]
    pub item_id: ItemId,
    /// What was chosen.
    #[cfg_attr(feature = "schema", schema(required))]
    pub chosen_variant: ChosenVariant,
    /// 1 to 9999.
    #[cfg_attr(feature = "schema", schema(required))]
    pub quantity: u32,
    /// The product's title.
    #[cfg_attr(feature = "schema", schema(required))]
    pub title: String,
    /// Quantity times price; the specification's spelling.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sub_total: Cents,
    /// The line's share of the cart's discount; 0 for a gift card. The shares of all lines are the discount. Not on the
    /// wire: the specification lists an entry's members.
    #[serde(skip)]
    pub discount_cents: Cents,
    /// Of that, what gift cards pay. Not on the wire.
    #[serde(skip)]
    pub gift_card_cents: Cents,
    /// The tax that its price holds and that is not charged. Not on the wire.
    #[serde(skip)]
    pub relief_cents: Cents,
    /// The same of its share of what delivery costs. Not on the wire.
    #[serde(skip)]
    pub shipping_relief_cents: Cents,
    /// The price of one, from the catalogue.
    #[cfg_attr(feature = "schema", schema(required))]
    pub purchase_price_cents: Cents,
    /// The answers to the product's form, as JSON text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub additional_fields: Option<String>,
    /// The product's type.
    #[cfg_attr(feature = "schema", schema(required))]
    pub product_type: ProductType,
    /// Weight of one in grams; from the catalogue, not on the wire.
    #[serde(skip)]
    pub shipping_weight: u32,
    /// The product's collection; from the catalogue, not on the wire.
    #[serde(skip)]
    pub collection_id: String,
    /// The product's tax class; from the catalogue, not on the wire.
    #[serde(skip)]
    pub tax_class: String,
    /// Its shipping class; from the catalogue, not on the wire.
    #[serde(skip)]
    pub shipping_class: String,
}

/// The variant an entry holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ChosenVariant {
    /// Names the variant within its product.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sku: Sku,
    /// Option name to chosen value.
    #[cfg_attr(feature = "schema", schema(required))]
    pub attributes: BTreeMap<String, String>,
}

/// A way of shipping the owner offers: a flat price, and optionally more by item, by weight (C-059) and by rates.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShippingOption {
    /// Names the option.
    pub id: String,
    /// What the shopper reads.
    pub name: String,
    /// The flat price.
    #[serde(default)]
    pub cost_cents: Cents,
    /// More for each physical item.
    #[serde(default)]
    pub cost_per_item_cents: Cents,
    /// More for each kilogram begun.
    #[serde(default)]
    pub cost_per_kilogram_cents: Cents,
    /// The countries it reaches, by code; with none here and in `places` it reaches all. `US` includes its territories.
    #[serde(default)]
    pub countries: Vec<String>,
    /// Parts of countries that it reaches, beside those countries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// What a parcel costs beside the flat price. With rates only what fits one is carried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rates: Vec<Rate>,
    /// From this price of the goods to be shipped on, before discounts, it costs nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_from_cents: Option<Cents>,
    /// The goods are collected, and no address is asked: `true`, or where and when. The place decides on the tax; without it the
    /// shopper's country is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<Pickup>,
    /// A phone number is needed, as couriers ask.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_phone: bool,
    /// In how many business days goods are ready to be sent or collected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handling_days: Option<u16>,
    /// How many business days they travel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transit_days: Option<TransitDays>,
    /// The shopper chooses when it comes, or when it is collected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub windows: Option<Windows>,
}

/// A way of shipping with what it costs for one cart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OfferedShippingOption {
    /// Names the option.
    pub id: String,
    /// What the shopper reads.
    pub name: String,
    /// What it costs for this cart.
    pub cost_cents: Cents,
    /// What it would cost without the discount that makes it free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_cost_cents: Option<Cents>,
    /// When the goods come, or are ready where they are collected: ordered now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dates: Option<DeliveryDates>,
    /// The goods are collected: `true`, or where and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup: Option<Pickup>,
    /// A phone number is needed, as couriers ask.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_phone: bool,
    /// The shopper chooses a day and a time: `GET /api/commerce/delivery-windows` says which.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_window: bool,
    /// The one that an order chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<DeliveryWindow>,
}

/// A tax of a country or one of its regions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TaxRule {
    /// ISO 3166 code of two letters; `US` holds in its territories too (C-024).
    pub country: String,
    /// State or province, by its code; missing means the whole country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Postal codes: one (`90210`), a beginning (`902*`) or a range of numbers (`90000-90299`); none means all. White space
    /// and capital letters do not matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub postal_codes: Vec<String>,
    /// The tax class of products it is for, such as `reduced`. Missing or `standard`: every product whose class has no rule
    /// of its own here, but for those of class `zero`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// What the tax is called on a receipt, such as `VAT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Percent of the price without tax.
    pub rate: Percent,
    /// Prices hold it already, as the law asks in the EU; else it is added to them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub included: bool,
    /// Shipping is taxed as well: each product's share of it as the product.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shipping: bool,
}

/// One tax of a cart or an order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TaxLine {
    /// What it is called on a receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Percent.
    pub rate: Percent,
    /// Prices hold it already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub included: bool,
    /// What it is taken of, in minor units: without this tax, and without any other that the price holds.
    pub net_cents: Cents,
    /// The tax, in minor units.
    pub tax_cents: Cents,
}

/// A code that takes something off, as the owner set it up. Every limit is open when it is left out; gift cards in a cart
/// stand outside of all of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Coupon {
    /// What the shopper types; capital letters do not matter.
    pub code: String,
    /// How much.
    #[serde(flatten)]
    pub discount: Discount,
    /// Who may use it, for what, and how often.
    #[serde(flatten)]
    pub limits: CouponLimits,
}

/// Who may use a coupon, for what, and how often.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CouponLimits {
    /// The subtotal it needs of what it applies to; 0 is none.
    pub minimum_cents: Cents,
    /// The first moment at which it counts; epoch milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_on: Option<i64>,
    /// The first moment at which it no longer counts; epoch milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_on: Option<i64>,
    /// How many orders may use it in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses_in_all: Option<u32>,
    /// How many orders of one customer may use it: of one account, and of one e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses_per_customer: Option<u32>,
    /// It counts together with other codes that say so, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub combinable: bool,
    /// It counts for somebody's first order only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_order_only: bool,
    /// The keys of the groups of customers that it is for; none means everybody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// The ids of the products it applies to; with none here and in `collections` it applies to all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ItemId>,
    /// The ids of the collections whose products it applies to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<String>,
}

/// What a coupon takes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Discount {
    /// A share of the price of what it applies to.
    Percent {
        /// Percent.
        value: Percent,
    },
    /// An amount, at most the price of what it applies to.
    Amount {
        /// Minor units.
        value: Cents,
    },
}

/// A code in a cart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CartCoupon {
    /// As the shopper typed it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub code: String,
    /// What it takes off this cart; 0 when it does not count.
    #[cfg_attr(feature = "schema", schema(required))]
    pub discount_cents: Cents,
    /// It is a gift card, and pays rather than takes off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_gift_card: bool,
    /// Why it does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(cents: &Cents) -> bool {
    *cents == Cents::ZERO
}
