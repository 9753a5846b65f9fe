//! The products of a site, all of them, as a table shows them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::editing::json::Json;

/// A product as a table shows it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductRow {
    /// Its file.
    pub path: String,
    /// Its id.
    pub id: String,
    /// Its address from the root of the site.
    pub url: String,
    /// Its picture as a list shows it; absent when it has none, or none that is made narrower.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub small: Option<SmallPicture>,
    /// What its file says of what a table shows, at the places where the file says it.
    #[schema(value_type = serde_json::Value)]
    pub json: Json,
}

/// A picture in the narrowest widths that the builder made, as addresses on the site's host.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmallPicture {
    /// Sharp in 50 pixels on a screen of two dots a pixel.
    pub src: String,
    /// For screens with more dots a pixel.
    pub dense: String,
}

/// Some of the products, list by list.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductsPage {
    /// The products.
    pub products: Vec<ProductRow>,
    /// How many there are in all.
    pub total: usize,
    /// What `after` says to get those that follow; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Which products are asked for.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ProductsQuery {
    /// The `nextCursor` of the answer before.
    #[serde(default)]
    pub after: Option<String>,
    /// At most so many, 1 to 5000; 500 when not said.
    #[serde(default)]
    pub limit: Option<usize>,
}
