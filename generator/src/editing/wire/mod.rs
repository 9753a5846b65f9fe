//! What the editor and its server say to each other. Times are milliseconds since 1970 (UTC), sizes are bytes, a `path` is
//! that of a file below the site folder with `/` between its parts, a `pointer` is one of RFC 6901.

pub mod change;
pub mod list;
pub mod live;
pub mod outside;
pub mod publish;
pub mod site;
pub mod upload;

pub use change::{
    Change, ChangeAnswer, ChangeRequest, Changed, Conflict, ConflictAnswer, Edit, FileAnswer, FileKind,
    Operation,
};
pub use list::{CollectionPage, ItemSummary, Status};
pub use live::{Event, EventKind, RenderAnswer, RenderRequest};
pub use publish::{PublishLine, PublishPlan, PublishRequest, PublishedPage};
pub use site::{SiteAnswer, Tool};
pub use upload::{RenameRequest, Upload, UploadPage};

use serde::Serialize;
use utoipa::ToSchema;

/// Why a call was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// A stable name of the kind of refusal, in kebab case.
    pub code: String,
    /// For people: the exact words of the specification where it has any.
    pub message: String,
}

/// How bad a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FaultSeverity {
    /// The site cannot be published as it is.
    Error,
    /// Probably not what its owner means.
    Warning,
}

/// A fault of the site, as `loggia check` says it (E-022).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    /// Whether it keeps the site from being published.
    pub severity: FaultSeverity,
    /// A stable name of the kind of fault, in kebab case.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The file at fault.
    pub file: String,
    /// Line, from 1; 0 when the whole file is meant.
    pub line: usize,
    /// Column in characters, from 1; 0 when the whole line is meant.
    pub column: usize,
    /// How many characters are at fault, from the column on; 0 when that is not known.
    pub length: u32,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The text of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_line: Option<String>,
    /// The value at fault, when the file is JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
}

/// Faults that keep a change from being written, or a site from being published.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaultAnswer {
    /// Every fault, in order of file and line.
    pub diagnostics: Vec<Fault>,
}
