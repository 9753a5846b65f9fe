//! Publishing from the editor.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::publish::place::PlaceKind;

/// Publishes, or asks what publishing would change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PublishRequest {
    /// Whether it is only asked.
    #[serde(default)]
    pub dry_run: bool,
    /// A target of `site.json` by its name; its `publish.to` when not said.
    #[serde(default)]
    pub to: Option<String>,
}

/// A page that publishing touches.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishedPage {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
}

/// Where publishing goes, in words for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishPlace {
    /// What it is.
    pub kind: PlaceKind,
    /// What it is called: a folder, the address of a site, a host.
    pub name: String,
}

/// What publishing would change.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishPlan {
    /// Where it goes.
    pub target: String,
    /// What that is.
    pub place: PublishPlace,
    /// Where visitors find the site, when it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// When that was published last from here; absent when it never was or is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_on: Option<i64>,
    /// Pages that were not there.
    pub added: Vec<PublishedPage>,
    /// Pages that are others.
    pub changed: Vec<PublishedPage>,
    /// Pages that go.
    pub removed: Vec<PublishedPage>,
    /// How many other files (pictures, styles, feeds) are sent.
    pub files: usize,
    /// How many bytes are sent.
    pub bytes: u64,
}

/// One line of the answer while it publishes: `application/x-ndjson`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum PublishLine {
    /// The site is being built.
    #[serde(rename_all = "camelCase")]
    Building {},
    /// Files are sent.
    #[serde(rename_all = "camelCase")]
    Sending {
        /// So many of them.
        sent: usize,
        /// Of so many.
        total: usize,
    },
    /// It is live.
    #[serde(rename_all = "camelCase")]
    Published {
        /// The name of the version.
        version: String,
        /// How many files were sent.
        sent: usize,
        /// How many were taken away.
        removed: usize,
        /// How many bytes were sent.
        bytes: u64,
        /// Where it is live, when the target says so.
        #[serde(skip_serializing_if = "Option::is_none")]
        address: Option<String>,
        /// What the shop said to its catalogue.
        #[serde(skip_serializing_if = "Option::is_none")]
        shop: Option<String>,
    },
    /// It was not published; what was live still is.
    #[serde(rename_all = "camelCase")]
    Failed {
        /// What kind of refusal it is.
        code: String,
        /// Why, in English.
        message: String,
        /// The errors of the site, when it has some.
        diagnostics: Vec<super::fault::Fault>,
    },
}
