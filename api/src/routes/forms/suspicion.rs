//! Why a submission is thought to be a program's. It is kept and passed on like every other, and marked: the sender
//! does not learn of the mark, and the owner may take it off.

use crate::outbound::captcha::page;

/// What speaks for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suspicion {
    /// The field no person sees was filled in.
    Decoy,
    /// The page's script did not run: the work that came with the key is not done.
    NotRun,
    /// Sooner after the first touch than any person.
    TooFast,
}

impl Suspicion {
    /// As it is stored and shown.
    pub fn word(self) -> &'static str {
        match self {
            Suspicion::Decoy => "decoy",
            Suspicion::NotRun => "not-run",
            Suspicion::TooFast => "too-fast",
        }
    }
}

/// What a submission says of how it was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs<'a> {
    /// What stood in the field that no person sees.
    pub decoy: Option<&'a str>,
    /// The key of the submission.
    pub key: &'a str,
    /// The answer to the work that came with the key.
    pub proof: Option<&'a str>,
}

/// What speaks against a submission that came `age` milliseconds after its key. A captcha that was solved is proof enough of
/// a page that was run.
pub(super) fn of(signs: &Signs<'_>, has_captcha: bool, age: i64, fastest: i64) -> Option<Suspicion> {
    if signs.decoy.is_some_and(|text| !text.trim().is_empty()) {
        return Some(Suspicion::Decoy);
    }
    if has_captcha {
        return None;
    }
    if !page::is_proof(signs.key, signs.proof.unwrap_or_default()) {
        return Some(Suspicion::NotRun);
    }
    (age < fastest).then_some(Suspicion::TooFast)
}
