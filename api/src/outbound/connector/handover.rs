//! One submission on its way to one service.

use serde::{Deserialize, Serialize};

/// One submission on its way to one service.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Handover {
    /// Which service.
    pub service: Service,
    /// Its address.
    pub url: String,
    /// The same for every repeat.
    pub submission_id: String,
    /// The form's name.
    pub form_name: String,
    /// Epoch milliseconds.
    pub created_on: i64,
    /// The page it was sent from.
    pub page_path: String,
    /// A program may have sent it.
    pub suspect: bool,
    /// Titles and answers as text, in the order of the form.
    pub answers: Vec<(String, String)>,
    /// The e-mail addresses among the answers, in lower case.
    pub emails: Vec<String>,
    /// First and last name, when the form asks for them.
    pub name: Option<(String, String)>,
    /// What the addresses want of an audience.
    #[serde(default)]
    pub membership: Membership,
}

/// What an address wants of an audience.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Membership {
    /// To be in it; who is, or once left, stays as they are.
    #[default]
    Joins,
    /// To be in it again after leaving.
    ComesBack,
    /// To be out of it.
    Leaves,
}

/// The kinds of services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Service {
    /// Starts something with a submission.
    Hook,
    /// Keeps an audience.
    Audience,
    /// Keeps a table.
    Sheet,
}

/// A moment as RFC 3339, in UTC.
pub(super) fn at(epoch_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(epoch_ms).map_or_else(|_| String::new(), |at| at.to_string())
}
