//! What a shopper would see of delivery and taxes.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Who asks, and for what.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OfferQuery {
    /// ISO 3166 code of two letters.
    pub country: String,
    /// State or province, by its code or name.
    #[serde(default)]
    pub region: Option<String>,
    /// Postal code.
    #[serde(default)]
    pub postal_code: Option<String>,
    /// The id of a product; the first that is shipped when it is not said, else the first.
    #[serde(default)]
    pub product: Option<String>,
    /// How many of it, 1 to 9999; 1 when not said.
    #[serde(default)]
    pub quantity: Option<u32>,
}

/// What the cart of a shopper with one product in it would say. Amounts are minor units of `currency`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// ISO 4217 code.
    pub currency: String,
    /// The product's title.
    pub title: String,
    /// What the goods cost, as they are shown.
    pub subtotal_cents: i64,
    /// Whether it is shipped at all.
    pub requires_shipping: bool,
    /// The ways there, each with its cost; none where nothing is shipped, or nothing reaches the place.
    pub ways: Vec<OfferedWay>,
    /// What the cheapest of them costs.
    pub shipping_cents: i64,
    /// Each tax.
    pub taxes: Vec<OfferedTax>,
    /// What would be paid, by the cheapest way.
    pub total_cents: i64,
}

/// A way of delivery that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedWay {
    /// What the shopper reads.
    pub name: String,
    /// What it costs.
    pub cost_cents: i64,
    /// Whether the goods are collected.
    pub is_collected: bool,
    /// The first and the last day on which they come, or can be collected, as `2026-11-25`; absent where none is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days: Option<[String; 2]>,
}

/// A tax of the cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedTax {
    /// What it is called; absent where the rule names it not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Percent, as text: `6.625`.
    pub rate: String,
    /// Whether the prices hold it already.
    pub included: bool,
    /// The tax.
    pub tax_cents: i64,
}
