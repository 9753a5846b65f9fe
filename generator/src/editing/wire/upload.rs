//! Files that are uploaded, and the list of those there are.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A file below `files/`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// Its path: `files/oven.jpg`.
    pub path: String,
    /// What content says to show it: `/files/oven.jpg`.
    pub url: String,
    /// Its name.
    pub name: String,
    /// Width in pixels, when it is a picture of pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Height in pixels, when it is a picture of pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Bytes.
    pub size: u64,
    /// Its media type: `image/jpeg`.
    #[serde(rename = "type")]
    pub media_type: String,
    /// When it was changed last.
    pub updated_on: i64,
}

/// Some of the files, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadPage {
    /// The files.
    pub files: Vec<Upload>,
    /// How many there are in all that the search finds.
    pub total: usize,
    /// What `after` says to get those that follow; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// Where an upload goes. The body is the file itself.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UploadQuery {
    /// The name it has where it comes from.
    pub name: String,
    /// A folder below `files/`; that folder itself when not said.
    #[serde(default)]
    pub folder: Option<String>,
}

/// Which files are asked for.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UploadsQuery {
    /// The `nextCursor` of the answer before.
    #[serde(default)]
    pub after: Option<String>,
    /// At most so many, 1 to 500; 100 when not said.
    #[serde(default)]
    pub limit: Option<usize>,
    /// Only those with this in their name.
    #[serde(default)]
    pub search: Option<String>,
    /// Only those whose media type begins so: `image/`.
    #[serde(default, rename = "type")]
    pub media_type: Option<String>,
}

/// Gives an uploaded file another name; the ending that says what it is stays.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenameRequest {
    /// The file.
    pub path: String,
    /// The new name, with or without the ending.
    pub name: String,
}

/// The file that is meant.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PathQuery {
    /// Its path below the site folder.
    pub path: String,
}
