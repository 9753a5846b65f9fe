//! E-mail addresses, checked once and then carried as a type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::trimmed;

/// Shortest e-mail address, in characters (N-070).
pub const EMAIL_MINIMUM: usize = 3;
/// Longest e-mail address, in characters (N-070).
pub const EMAIL_MAXIMUM: usize = 256;
/// Longest label of a host name, as the HTML standard's pattern has it.
const LABEL_MAXIMUM: usize = 63;

/// An e-mail address that passed the check: the pattern that browsers use for their own e-mail inputs
/// (HTML standard, "valid e-mail address"), 3 to 256 characters, white space around it dropped.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Email(String);

/// Why a text is no e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EmailProblem {
    /// Nothing but white space.
    #[error("Email cannot be blank")]
    Blank,
    /// The pattern or the length is wrong.
    #[error("Email is invalid")]
    Invalid,
}

impl Email {
    /// Reads an address.
    ///
    /// # Errors
    /// [`EmailProblem::Blank`] for an empty text, [`EmailProblem::Invalid`] for one that is no address.
    pub fn parse(text: &str) -> Result<Self, EmailProblem> {
        let text = trimmed(text);
        if text.is_empty() {
            return Err(EmailProblem::Blank);
        }
        // Ahead of the pattern, so that a long text costs nothing; every valid address is ASCII, so bytes are characters.
        if !(EMAIL_MINIMUM..=EMAIL_MAXIMUM).contains(&text.len()) {
            return Err(EmailProblem::Invalid);
        }
        match text.split_once('@') {
            Some((local, host)) if is_local_part(local) && is_host(host) => Ok(Self(text.to_owned())),
            _ => Err(EmailProblem::Invalid),
        }
    }

    /// The address as it was typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address in lower case: two sign-ups with equal keys are the same person's.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn is_local_part(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte))
}

fn is_host(text: &str) -> bool {
    text.split('.').all(|label| {
        (1..=LABEL_MAXIMUM).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for Email {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromStr for Email {
    type Err = EmailProblem;

    fn from_str(text: &str) -> Result<Self, EmailProblem> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Email {
    type Error = EmailProblem;

    fn try_from(text: String) -> Result<Self, EmailProblem> {
        Self::parse(&text)
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Email {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Email {}
