//! What kind of place a site is published to.

use serde::Serialize;
use utoipa::ToSchema;

/// What kind of place a site is published to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlaceKind {
    /// A folder of the machine where the program runs.
    Folder,
    /// A host of sites, at the address that visitors know.
    Host,
    /// The same, at an address to look at it first.
    Preview,
    /// A repository, from which a host takes it.
    Repository,
    /// A server of one's own.
    Server,
    /// A store of objects.
    Bucket,
}
