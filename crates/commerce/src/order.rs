//! The commerce analytics order: what a purchase answers and what is tracked.

use serde::{Deserialize, Serialize};

use crate::id::Sku;
use crate::money::Money;

/// An order, with exactly the specified members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The order's id.
    pub id: String,
    /// The cart it was.
    pub purchased_cart_id: String,
    /// No money moved.
    pub test_mode: bool,
    /// The site.
    pub website_id: String,
    /// What was bought.
    pub items: Vec<OrderItem>,
    /// What was paid.
    pub grand_total: Money,
    /// Of that, for shipping.
    pub shipping_total: Money,
    /// Of that, taxes.
    pub tax_total: Money,
}

/// One line of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// Names the variant within its product.
    pub sku: Sku,
    /// The product's title.
    pub product_name: String,
    /// How many.
    pub quantity: u32,
    /// The price of one.
    pub unit_price: Money,
}
