//! Why goods come back: a fixed list, so that returns can be counted.

use serde::{Deserialize, Serialize};

/// Why pieces of an order come back. The codes are stored and given out: one that is there never changes its meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReturnReason {
    /// Nothing was said: no law asks a consumer for a reason.
    #[default]
    Unsaid,
    /// It is too small.
    TooSmall,
    /// It is too large.
    TooLarge,
    /// It is not as it was described.
    NotAsDescribed,
    /// It came damaged.
    Damaged,
    /// It does not work.
    Defective,
    /// Something else was sent.
    WrongItem,
    /// It came too late.
    TooLate,
    /// Who bought it does not want it any more.
    ChangedMind,
    /// Another reason, in words beside it.
    Other,
}

impl ReturnReason {
    /// Every reason, in the order in which they are offered.
    pub const ALL: [ReturnReason; 10] = [
        ReturnReason::Unsaid,
        ReturnReason::TooSmall,
        ReturnReason::TooLarge,
        ReturnReason::NotAsDescribed,
        ReturnReason::Damaged,
        ReturnReason::Defective,
        ReturnReason::WrongItem,
        ReturnReason::TooLate,
        ReturnReason::ChangedMind,
        ReturnReason::Other,
    ];

    /// Its code, as it is stored and sent: `too-small`.
    pub const fn code(self) -> &'static str {
        match self {
            ReturnReason::Unsaid => "unsaid",
            ReturnReason::TooSmall => "too-small",
            ReturnReason::TooLarge => "too-large",
            ReturnReason::NotAsDescribed => "not-as-described",
            ReturnReason::Damaged => "damaged",
            ReturnReason::Defective => "defective",
            ReturnReason::WrongItem => "wrong-item",
            ReturnReason::TooLate => "too-late",
            ReturnReason::ChangedMind => "changed-mind",
            ReturnReason::Other => "other",
        }
    }

    /// The reason of a code; "" is [`ReturnReason::Unsaid`], and what is no code is `None`.
    pub fn parse(code: &str) -> Option<ReturnReason> {
        if code.is_empty() {
            return Some(ReturnReason::Unsaid);
        }
        ReturnReason::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn s_493_the_code_that_is_stored_is_the_one_that_is_sent() {
        let codes: BTreeSet<&str> = ReturnReason::ALL.iter().map(|reason| reason.code()).collect();
        assert_eq!(codes.len(), ReturnReason::ALL.len());
        for reason in ReturnReason::ALL {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.code()));
            assert_eq!(ReturnReason::parse(reason.code()), Some(reason));
        }
        assert_eq!(ReturnReason::parse(""), Some(ReturnReason::Unsaid));
        for wrong in ["Too-Small", "too small", " ", "unsaid "] {
            assert_eq!(ReturnReason::parse(wrong), None, "{wrong}");
        }
    }
}
