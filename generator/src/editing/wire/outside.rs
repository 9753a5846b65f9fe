//! What the editor asks of other services: whether a connection is there, what a video is, which photos an account has.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A kind of place that the answers of a form can go to, as forms write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ConnectionKind {
    /// The site's own inbox.
    Inbox,
    /// A letter.
    Email,
    /// A mailing list of the site's own.
    List,
    /// A signed message to a program of the owner's.
    Webhook,
    /// A message to a service that starts something with it.
    Hook,
    /// The audience of a mailing service.
    Audience,
    /// A table of a table service.
    Sheet,
}

/// A connection that the owner means to make.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConnectRequest {
    /// What is there.
    pub kind: ConnectionKind,
    /// Its address, the name of a list, or an e-mail address; empty for the inbox.
    pub target: String,
}

/// The other side is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConnectAnswer {
    /// Always true; a connection that does not answer is a refusal.
    pub ok: bool,
}

/// Which video, or which account, is meant.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AddressQuery {
    /// The address that the owner has pasted.
    pub url: String,
}

/// What the host of a video says of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VideoAnswer {
    /// Its title; empty when the host says none.
    pub title: String,
    /// Who made it; empty when the host says nobody.
    pub author: String,
    /// A still picture of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_url: Option<String>,
    /// Pixels, when the host says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u64>,
    /// Pixels, when the host says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u64>,
}

/// A photo of a photo service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Photo {
    /// Where the picture is.
    pub url: String,
    /// Its title; empty when it has none.
    pub title: String,
}

/// The newest photos of an account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PhotosAnswer {
    /// At most 20, the newest first.
    pub photos: Vec<Photo>,
}

/// Which job is meant.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct JobQuery {
    /// The `job` of an upload.
    pub id: String,
}

/// How far the work on a file has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum JobState {
    /// The pages with it are still to be made.
    Pending,
    /// They are made.
    Done,
    /// The file is not one that pages can be made with.
    Failed,
    /// The file was taken away meanwhile.
    Cancelled,
}

/// The work on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Job {
    /// How far it is.
    pub state: JobState,
}
