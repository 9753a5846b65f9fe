//! What the calls about a cart and its goods answer, by their wire names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::wire::{Cart, CartEntry, OfferedShippingOption, TaxLine};
use crate::id::{ItemId, Sku};
use crate::money::Cents;
/// Answer of `POST …/entries`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddEntryAnswer {
    /// The cart as it is now.
    pub shopping_cart: Cart,
    /// The entry that was made or grew.
    pub newly_added: CartEntry,
}

/// Answer of `PUT …/entries/{entryId}` and `PUT …/entries/{entryId}/additionalFields`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UpdateEntryAnswer {
    /// The cart as it is now.
    pub shopping_cart: Cart,
    /// The entry that changed.
    pub updated_entry: CartEntry,
}

/// Answer of `DELETE …/entries/{entryId}` and of the coupon and shipping calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CartAnswer {
    /// The cart as it is now.
    pub shopping_cart: Cart,
}

/// Answer of `POST /api/3/commerce/cart/subscription`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionAnswer {
    /// Opens the subscription's cart on `/checkout/subscription?cartToken=…`.
    pub cart_token: String,
}

/// Answer of `GET …/inventory/stock/`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StockAnswer {
    /// One record a variant.
    pub results: Vec<StockRecord>,
}

/// How many there are of a variant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct StockRecord {
    /// The variant.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sku: Sku,
    /// There are always enough.
    #[cfg_attr(feature = "schema", schema(required))]
    pub unlimited: bool,
    /// How many, when not.
    #[cfg_attr(feature = "schema", schema(required))]
    pub qty_in_stock: u32,
}

/// Answer of `GET …/shopping-cart/estimate`: what a cart would come to at a place, by the cheapest way there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// Something is shipped.
    pub requires_shipping: bool,
    /// The ways there, each with its cost; none when nothing is shipped, or nothing reaches the place.
    pub shipping_options: Vec<OfferedShippingOption>,
    /// What the cheapest of them costs.
    pub shipping_cost_cents: Cents,
    /// The taxes that are added to the prices.
    pub tax_cents: Cents,
    /// Each tax, also those that the prices hold.
    pub taxes: Vec<TaxLine>,
    /// The buyer owes the tax, and the shop charges none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reverse_charge: bool,
    /// The tax that the prices hold and that is not charged then.
    #[serde(default)]
    pub relief_cents: Cents,
    /// What would be paid.
    pub total_cents: Cents,
}

/// Answer of `GET …/products/cards`: what a list shows of products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProductCardsAnswer {
    /// Each product by its id; one nobody knows is left out.
    pub items: BTreeMap<ItemId, ProductCard>,
}

/// What a list shows of a product beside its price.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductCard {
    /// What it is called.
    pub title: String,
    /// Its page, from the root.
    pub url: String,
    /// The address of a small picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// Answer of `GET …/inventory/stocks`: stock and prices of many products.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StocksAnswer {
    /// How each product is sold now; a product nobody knows is left out.
    pub items: BTreeMap<ItemId, ProductState>,
}

/// How a product is sold now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductState {
    /// What names these prices: a page that shows them promises them.
    pub build_id: String,
    /// In the order of the catalogue.
    pub variants: Vec<VariantState>,
}

/// How a variant is sold now. Amounts are minor units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct VariantState {
    /// Its SKU and stock.
    #[serde(flatten)]
    pub stock: StockRecord,
    /// The price.
    pub price: Cents,
    /// The price of a sale.
    pub sale_price: Cents,
    /// The price of the sale is the one asked.
    pub on_sale: bool,
}
