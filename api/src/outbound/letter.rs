//! A letter, and why it did not arrive.

use serde::{Deserialize, Serialize};

/// What a mail program posts to [`Letter::unsubscribe`], as RFC 8058 has it.
pub const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

/// A letter in plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// Whom it is for.
    pub to: String,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// Where whoever reads it asks for no more of its kind, by one click (RFC 8058).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsubscribe: Option<String>,
}

/// Why a letter did not arrive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undelivered {
    /// It may arrive later.
    #[error("{0}")]
    Later(String),
    /// It never will: nobody has this address, or the letter is none.
    #[error("{0}")]
    Never(String),
}
