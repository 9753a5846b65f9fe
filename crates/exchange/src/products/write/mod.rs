//! Lists of products, written: with the columns of which Squarespace and Shopify give out their own lists and take others in.

mod list;
mod lost;
mod row;
mod shopify;
mod squarespace;

use super::model::Product;
pub use list::Written;

/// Whose columns a list is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Columns {
    /// Squarespace: a row a variant, weights without a unit.
    Squarespace {
        /// Weights are kilograms and sizes centimetres; pounds and inches otherwise.
        metric: bool,
    },
    /// Shopify: rows that share a handle, with a variant, a picture, or both.
    Shopify,
}

/// Writes products as a list. Amounts are decimals of the shop's currency, such as `12.50`. Addresses of pictures are
/// written as they are: others can fetch those alone that name a host.
#[must_use]
pub fn write(products: &[Product], columns: Columns) -> Written {
    match columns {
        Columns::Squarespace { metric } => squarespace::write(products, metric),
        Columns::Shopify => shopify::write(products),
    }
}
