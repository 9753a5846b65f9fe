//! What is wrong, as the editor is told.

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
