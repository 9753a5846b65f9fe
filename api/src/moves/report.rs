//! What an import did, or would do.

use crate::repository::imported::Put;
use loggia_exchange::{Fault, Why};
use serde::Serialize;

/// Codes of faults by which a record of the file was left out. The others say that it was taken otherwise than it was stated.
const LEFT_OUT: [&str; 21] = [
    "card-balance",
    "card-hash",
    "card-no-code",
    "card-over",
    "comment-no-page",
    "coupon-end",
    "coupon-kind",
    "coupon-no-code",
    "coupon-over",
    "coupon-some-only",
    "coupon-used-up",
    "coupon-value",
    "no-list",
    "not-json",
    "order-no-number",
    "person-bad-email",
    "person-no-email",
    "record-unreadable",
    "review-no-product",
    "review-rating",
    "unreadable-line",
];

/// What an import did, or would do.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// New records.
    pub added: usize,
    /// Records that say something else now.
    pub changed: usize,
    /// Records that were there.
    pub unchanged: usize,
    /// What was not taken over, or is otherwise than it was stated.
    pub faults: Vec<Fault>,
}

impl Report {
    pub(super) fn count(&mut self, put: Put) {
        match put {
            Put::Added => self.added += 1,
            Put::Changed => self.changed += 1,
            Put::Unchanged => self.unchanged += 1,
        }
    }

    pub(super) fn fault(&mut self, line: usize, message: String, help: &str, why: impl Into<Why>) {
        self.faults.push(Fault::new(line, message, help).because(why));
    }

    pub(super) fn add(&mut self, other: Report) {
        self.added += other.added;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
        self.faults.extend(other.faults);
    }

    /// How many records of the file were left out.
    #[must_use]
    pub fn left(&self) -> usize {
        self.faults.iter().filter(|fault| LEFT_OUT.contains(&fault.why.code)).count()
    }
}

/// What a sentence names: a long text is cut.
pub(super) fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
