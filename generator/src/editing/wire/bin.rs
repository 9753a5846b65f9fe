//! What was put into the bin, and comes back from it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What lies in the bin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Bin {
    /// For so many days a thing is kept.
    pub days: i64,
    /// The last that was put there first.
    pub entries: Vec<BinEntry>,
}

/// A page, a list with all that is in it, or an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BinEntry {
    /// The name of its folder in the bin.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The file that stood for it: a `collection.json`, or that of an item.
    pub path: String,
    /// How many files it has.
    pub files: usize,
    /// When it was put there, in milliseconds since 1970 (UTC).
    pub deleted_on: i64,
    /// When it goes for good.
    pub gone_on: i64,
}

/// Puts a page, a list or an item into the bin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BinRequest {
    /// Its `collection.json`, or the file of the item.
    pub path: String,
}

/// Brings something back from the bin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RestoreRequest {
    /// The name of the entry.
    pub name: String,
}
