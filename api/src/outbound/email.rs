//! An email, and why it did not arrive.

use serde::{Deserialize, Serialize};

/// What a mail program posts to [`EmailMessage::unsubscribe`], as RFC 8058 has it.
pub const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

/// An email: as plain text, and as HTML for those who read that.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailMessage {
    /// Whom it is for.
    pub to: String,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// The same as HTML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Where answers go, when that is another address than the sender's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<String>,
    /// Where its reader unsubscribes from its kind by one click (RFC 8058).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsubscribe: Option<String>,
}

/// Why an email did not arrive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// It may arrive later.
    #[error("{0}")]
    Later(String),
    /// It never will: nobody has this address, or the email cannot be written.
    #[error("{0}")]
    Never(String),
}
