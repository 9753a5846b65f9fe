//! The commerce analytics order: what a purchase answers and what is tracked (spec §3 Tracking, A-049).

use serde::{Deserialize, Serialize};

use crate::cart::Cart;
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

impl Order {
    /// The order a settled cart becomes.
    #[must_use]
    pub fn from_cart(cart: &Cart, id: impl Into<String>, test_mode: bool) -> Self {
        let money = |cents| Money::new(cents, cart.currency);
        Self {
            id: id.into(),
            purchased_cart_id: cart.id.clone(),
            test_mode,
            website_id: cart.website_id.clone(),
            items: cart
                .entries
                .iter()
                .map(|entry| OrderItem {
                    sku: entry.chosen_variant.sku.clone(),
                    product_name: entry.title.clone(),
                    quantity: entry.quantity,
                    unit_price: money(entry.purchase_price_cents),
                })
                .collect(),
            grand_total: money(cart.grand_total_cents),
            shipping_total: money(cart.shipping_cost_cents),
            tax_total: money(cart.tax_cents),
        }
    }
}
