//! The items of a collection, a page at a time.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Where an item stands between being written and being read (E-009 to E-013).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// Not published: `Draft`.
    Draft,
    /// Waits for somebody who may publish it: `Needs Review`.
    NeedsReview,
    /// Published when its time comes: `Scheduled`.
    Scheduled,
    /// For nobody but those who work on the site: `Private`.
    Private,
    /// Visitors see it.
    Published,
}

/// An item as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemSummary {
    /// Its file.
    pub path: String,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The last part of its address.
    pub url_id: String,
    /// Its address from the root of the site.
    pub url: String,
    /// Where it stands.
    pub status: Status,
    /// When it was or will be published; 0 when not said.
    pub publish_on: i64,
    /// One of `codes.recordTypes`.
    pub record_type: i64,
    /// Its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asset_url: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Categories.
    pub categories: Vec<String>,
    /// `locked` or `available only to site members`; absent where everybody may go (E-014, E-015).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
}

/// Some of the items of a collection, in its order.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CollectionPage {
    /// The items.
    pub items: Vec<ItemSummary>,
    /// How many there are in all that the search finds.
    pub total: usize,
    /// What `after` says to get those that follow; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Which items are asked for.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CollectionQuery {
    /// The folder below `content/`.
    pub folder: String,
    /// The `nextCursor` of the answer before.
    #[serde(default)]
    pub after: Option<String>,
    /// At most so many, 1 to 500; 100 when not said.
    #[serde(default)]
    pub limit: Option<usize>,
    /// Only those that have every one of these words in their title, address, tags or categories.
    #[serde(default)]
    pub search: Option<String>,
    /// Only those of this status.
    #[serde(default)]
    pub status: Option<Status>,
}
