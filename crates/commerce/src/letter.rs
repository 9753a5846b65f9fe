//! A site's own templates of the letters that a shop sends.

use serde::{Deserialize, Serialize};

/// The kinds of letters whose templates a site may bring.
pub const LETTER_KINDS: [&str; 21] = [
    "cancelled",
    "changed",
    "confirmation",
    "gift-card",
    "low-stock",
    "order-to-owner",
    "payment-link",
    "processing",
    "refunded",
    "return-accepted",
    "return-declined",
    "return-requested",
    "shipped",
    "subscription-begun",
    "subscription-changed",
    "subscription-ended",
    "subscription-refused",
    "subscription-renewed",
    "unpaid",
    "waiting",
    "weekly",
];

/// The most bytes of one template of a letter.
pub const LETTER_BYTES_MAXIMUM: usize = 100_000;

/// The parts of a letter, each in the template language. What a site leaves out is the program's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LetterTemplate {
    /// What it is about: one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// What it says, as plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What it says, as HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}
