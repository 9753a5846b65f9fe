//! Whether the page of a form was run: a moment's work on the key of a submission, done by the page's script from the first
//! touch of the form. Nothing is asked of the visitor, and nobody waits for it who types longer than a second.
//!
//! The proof of a key is the key, a colon, and the numbers of its puzzles, as in the built-in captcha ([`super::work`]), with
//! less work. A program that does the work as well is slowed by it and not kept out: it is what a mark is worth.

use super::work::{self, Challenge, Effort};
use crate::clock::HOUR;

/// How long a key can be used. Milliseconds.
pub const LIFETIME: i64 = HOUR;

/// About 8,000 tries: a twentieth of a second in a browser.
const EFFORT: Effort = Effort { bits: 11, puzzles: 4 };

/// The work that comes with a key; a submission sooner than `shortest` milliseconds after it is marked.
pub fn work(key: &str, shortest: i64) -> Challenge {
    Challenge {
        challenge: key.to_owned(),
        bits: EFFORT.bits,
        puzzles: EFFORT.puzzles,
        shortest,
        lifetime: LIFETIME,
    }
}

/// Whether `proof` answers the work of a key.
pub fn is_proof(key: &str, proof: &str) -> bool {
    proof
        .strip_prefix(key)
        .and_then(|rest| rest.strip_prefix(':'))
        .is_some_and(|numbers| work::is_solved(key, numbers, EFFORT))
}

/// The proof of a key, found as a browser finds it.
pub fn prove(key: &str) -> String {
    work::solve_with(key, EFFORT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_counts_for_its_own_key() {
        let proof = prove("key-1");
        assert!(is_proof("key-1", &proof));
        for (key, wrong) in [
            ("key-2", proof.as_str()),
            ("key-1", ""),
            ("key-1", "key-1"),
            ("key-1", "key-1:"),
            ("key-1", "key-1:1.2.3"),
            ("key-1", &proof.replace("key-1", "key-2")),
            ("key-1", &format!("{proof}.1")),
            ("", &proof),
        ] {
            assert!(!is_proof(key, wrong), "{key} {wrong}");
        }
    }
}
