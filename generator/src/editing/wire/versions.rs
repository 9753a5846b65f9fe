//! The versions of the site that were published.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The versions that a target keeps.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Versions {
    /// Where they lie.
    pub target: String,
    /// The newest first.
    pub versions: Vec<PublishedVersion>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedVersion {
    /// Its name.
    pub id: String,
    /// When it was published, in epoch milliseconds; absent where the target names it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_on: Option<i64>,
    /// Whether visitors get this one.
    pub live: bool,
    /// How many files it has, where the target says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<usize>,
}

/// Makes a version live again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VersionRequest {
    /// Its name.
    pub version: String,
}

/// What is live now.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveAgain {
    /// The name of the version.
    pub version: String,
    /// What the shop said to the catalogue of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shop: Option<String>,
}
