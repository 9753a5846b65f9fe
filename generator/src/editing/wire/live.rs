//! A page as it would look with edits that are not saved, and what happens to the site meanwhile.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::Change;
use super::fault::Fault;

/// Asks for a page as it would look.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenderRequest {
    /// Its address from the root of the site; that of the item at `path` when it is not said.
    #[serde(default)]
    pub url: Option<String>,
    /// An item or a collection whose page is meant, when its address may be another with these changes.
    #[serde(default)]
    pub path: Option<String>,
    /// Changes that are not saved.
    #[serde(default)]
    pub changes: Vec<Change>,
}

/// A page as it would look.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenderAnswer {
    /// The page. What can be edited says where it comes from: `data-loggia-edit="<path>#<pointer>"`.
    pub html: String,
    /// Its address.
    pub url: String,
    /// What is wrong with it.
    pub diagnostics: Vec<Fault>,
}

/// What has happened to the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// The stream has begun; what was heard before may be stale.
    Hello,
    /// Files are others: saved here, or in a text editor.
    Changed,
    /// The pages are up to date.
    Built,
    /// The site has other faults.
    Diagnostics,
}

/// One event of `GET /config/api/events`: the data of a server-sent event named `editor`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Grows with every event.
    pub id: u64,
    /// `changed`: the files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// `changed`: their digests now; null for one that is gone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub digests: BTreeMap<String, Option<String>>,
    /// `built`: which build the pages are of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_id: Option<String>,
    /// `built`: how long it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// `diagnostics`: every fault there is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Fault>>,
}
