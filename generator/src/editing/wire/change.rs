//! Files of the site: read one, change several at once.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fault::Fault;
use crate::editing::json::Json;

/// What a file is to the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FileKind {
    /// `site.json`
    Site,
    /// `content/<folder>/collection.json`
    Collection,
    /// An item, in JSON or Markdown.
    Item,
    /// `forms/<id>.json`
    Form,
    /// `fields/<id>.json`
    Field,
    /// `sections/<name>.json`
    SavedSection,
    /// Below `template/`.
    Template,
    /// Below `languages/<tag>/`.
    Translation,
    /// A list of addresses that lead elsewhere, below `redirects/`.
    Redirects,
    /// Below `files/`.
    File,
}

/// A file as it is on disk.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileAnswer {
    /// Its path.
    pub path: String,
    /// Of its bytes. A change names the one it was made on.
    pub digest: String,
    /// What it is to the site.
    pub kind: FileKind,
    /// Its value, when it is JSON that can be read. Passwords are a mask (E-069): a change that says the mask keeps them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub json: Option<Json>,
    /// Its text, when it is no JSON or JSON that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What is done to a value of a JSON file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Puts `value` at `pointer`, in place of what is there; a member that is not there is added at the end of its object.
    Set,
    /// Takes away what is at `pointer`.
    Remove,
    /// Puts `value` before the element at `pointer` of a list (`-` or its length: at the end), or adds a member to an
    /// object, before the member `before` when that is said.
    Insert,
    /// Takes what is at `from` and inserts it at `pointer`, which counts as if it had been taken away already.
    Move,
}

/// One edit of a JSON file. Edits of a change follow each other: each pointer is one of the file as the edits before left it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Edit {
    /// What is done.
    pub op: Operation,
    /// Where, by RFC 6901.
    pub pointer: String,
    /// Where a moved value was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The new value of `set` and `insert`.
    #[serde(default, deserialize_with = "null_is_a_value", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub value: Option<Json>,
    /// The value that stood at `pointer` (or `from`) when the edit was made; absent: there was none. It decides where the
    /// file has changed since and the server no longer knows the file that the edit was made on.
    #[serde(default, deserialize_with = "null_is_a_value", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub was: Option<Json>,
    /// `insert` into an object: the member that the new one stands before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// How `value` was written in the file; taken when it means the same as `value`. Inverse edits carry it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
}

/// A member that is there and null is not one that is absent.
fn null_is_a_value<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

/// What becomes of one file: exactly one of `edits`, `json`, `text`, `delete` and `renameTo`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Change {
    /// The file.
    pub path: String,
    /// The digest of the file that the change was made on; null for a new file.
    #[serde(default)]
    pub base_digest: Option<String>,
    /// Edits of a JSON file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edits: Option<Vec<Edit>>,
    /// A new JSON file.
    #[serde(default, deserialize_with = "null_is_a_value", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub json: Option<Json>,
    /// A new file, or all of an old one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Takes the file away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub delete: bool,
    /// Moves the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rename_to: Option<String>,
}

/// Changes of files: all of them are made, or none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeRequest {
    /// At most one of a file.
    pub changes: Vec<Change>,
    /// Whether it is only asked what would become of it.
    #[serde(default)]
    pub dry_run: bool,
}

/// A file that was changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    /// Its path now.
    pub path: String,
    /// Of its bytes now; null when it was taken away.
    pub digest: Option<String>,
    /// Whether it had been changed by somebody else meanwhile, so that both changes are in it now.
    pub merged: bool,
    /// Its value now, when it was merged: what the other did is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub json: Option<Json>,
    /// What undoes it, to the byte.
    pub inverse: Change,
}

/// Every file was changed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeAnswer {
    /// In the order of the request.
    pub files: Vec<Changed>,
    /// What the site is said to be wrong with now, errors that stood before among it.
    pub diagnostics: Vec<Fault>,
}

/// An edit that meets another of the same value. Nothing was written.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conflict {
    /// The file.
    pub path: String,
    /// The value that both have changed; empty when it is the whole file.
    pub pointer: String,
    /// What the request wants there; null when it wants it gone.
    #[schema(value_type = Option<serde_json::Value>)]
    pub yours: Option<Json>,
    /// What stands there; null when it is gone.
    #[schema(value_type = Option<serde_json::Value>)]
    pub theirs: Option<Json>,
    /// Of the file as it is; null when it is gone.
    pub digest: Option<String>,
    /// The file as it is, when it is JSON that can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub json: Option<Json>,
    /// The file as it is, when it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Nothing was written, because somebody else has changed the same.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConflictAnswer {
    /// The first of each file.
    pub conflicts: Vec<Conflict>,
}
