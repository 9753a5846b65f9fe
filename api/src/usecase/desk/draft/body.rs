//! What the staff enters of a draft.

use loggia_commerce::{Percent, ShippingLocation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An order as it is prepared. Amounts are minor units of the store's currency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftBody {
    /// Whom it is for; needed before it is sent.
    pub email: String,
    /// The language of the letters, as a BCP 47 tag; "" is the site's own.
    pub language: String,
    /// The name on the parcel.
    pub name: String,
    /// The company there.
    pub company: String,
    /// A phone number.
    pub phone: String,
    /// Where it goes.
    pub shipping_location: Option<ShippingLocation>,
    /// How it goes: one of the shop's ways that reach it; "" while none is chosen.
    pub shipping_option_id: String,
    /// What is bought; at most 100.
    pub lines: Vec<DraftLine>,
    /// What the shop takes off.
    pub discount: Option<DraftDiscount>,
    /// Delivery costs nothing: it goes with what was paid for before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub free_delivery: bool,
    /// A note for the staff alone; at most 2,000 characters. It stands with the order, too.
    pub note: String,
}

/// One line: a variant of the catalogue, or one of the shop's own with a title and a price.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftLine {
    /// The product; "" for a line of the shop's own.
    pub item_id: String,
    /// The variant.
    pub sku: String,
    /// How many, from 1 to 9999.
    pub quantity: u32,
    /// Of a variant: the price of one that was agreed on before; none is the catalogue's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreed_price_cents: Option<i64>,
    /// Of a line of the shop's own: what it is called, at most 200 characters.
    pub title: String,
    /// Of a line of the shop's own: the price of one.
    pub price_cents: i64,
    /// Of a line of the shop's own: it is shipped.
    pub ships: bool,
    /// Of a line of the shop's own: its tax class; "" is the standard one.
    pub tax_class: String,
    /// A gift card that is worth its price: the shop's own, for what goes back of an order. What is entered has none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(ignore)]
    pub is_refund_card: bool,
}

/// What is taken off the goods: a share or an amount, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftDiscount {
    /// Percent of the price of the goods.
    pub percent: Option<Percent>,
    /// An amount, at most the price of the goods.
    pub amount_cents: Option<i64>,
    /// Why, as the buyer reads it; at most 100 characters.
    pub reason: String,
}
