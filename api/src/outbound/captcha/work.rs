//! The built-in captcha: the visitor's browser works a second or so for each submission, which nobody notices once and
//! a sender of thousands pays for. Nothing is shown to read or to click, so it asks nothing of a visitor who cannot see
//! or hear, and no third party learns of the visit.
//!
//! A challenge is `<issued>.<nonce>.<signature>`, signed for the visitor's crumb. Its token is the challenge, a colon,
//! and a number for each of [`PUZZLES`] puzzles, separated by dots: the SHA-256 of `<challenge>:<index>:<number>` begins
//! with [`BITS`] zero bits. Several small puzzles take a steadier time than a large one.

use crate::clock::MINUTE;
use crate::token::{self, Secret, TokenHash};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// How many zero bits the hash of a puzzle begins with: about 16,000 tries each.
pub const BITS: u32 = 14;
/// How many puzzles a challenge has.
pub const PUZZLES: usize = 4;
/// How long a challenge can be answered. Milliseconds.
pub const LIFETIME: i64 = 30 * MINUTE;
/// Nobody fills in a form faster. Milliseconds.
pub const SHORTEST: i64 = 1000;

const PURPOSE: &str = "captcha";

/// How much work a challenge is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How many zero bits the hash of each puzzle begins with.
    pub bits: u32,
    /// How many puzzles there are.
    pub puzzles: usize,
}

const EFFORT: Effort = Effort { bits: BITS, puzzles: PUZZLES };

/// Work for a browser.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// What the hashes are of.
    pub challenge: String,
    /// How many zero bits each hash begins with.
    pub bits: u32,
    /// How many puzzles there are.
    pub puzzles: usize,
    /// An answer that comes sooner counts for nothing. Milliseconds.
    pub shortest: i64,
    /// How long it can be answered. Milliseconds.
    pub lifetime: i64,
}

/// A challenge for the visitor of this crumb.
pub fn challenge(secret: &Secret, crumb: &str, now: i64) -> Challenge {
    let nonce = token::opaque();
    let signature = secret.sign(PURPOSE, &signed(&now.to_string(), &nonce, crumb));
    Challenge {
        challenge: format!("{now}.{nonce}.{signature}"),
        bits: BITS,
        puzzles: PUZZLES,
        shortest: SHORTEST,
        lifetime: LIFETIME,
    }
}

fn signed(issued: &str, nonce: &str, crumb: &str) -> String {
    format!("{issued}\n{nonce}\n{crumb}")
}

/// A challenge that was answered rightly.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Under which it is spent: the challenge's, so that another answer to it is the same solution.
    pub hash: TokenHash,
    /// When it would be worth nothing anyway. Milliseconds.
    pub expires_at: i64,
}

/// The solution that a token is; `None` for one that is wrong, of another visitor, too early or too late.
pub fn check(secret: &Secret, crumb: &str, token: &str, now: i64) -> Option<Solution> {
    let (challenge, numbers) = token.split_once(':')?;
    let mut parts = challenge.split('.');
    let (issued, nonce, signature) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || !secret.verify(PURPOSE, &signed(issued, nonce, crumb), signature) {
        return None;
    }
    let issued: i64 = issued.parse().ok()?;
    if !(SHORTEST..LIFETIME).contains(&now.checked_sub(issued)?) {
        return None;
    }
    is_solved(challenge, numbers, EFFORT)
        .then(|| Solution { hash: token::hash(challenge), expires_at: issued + LIFETIME })
}

/// Whether `numbers`, separated by dots, solve the puzzles of a challenge.
pub(super) fn is_solved(challenge: &str, numbers: &str, effort: Effort) -> bool {
    let numbers: Option<Vec<u32>> = numbers.split('.').map(|number| number.parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        numbers.len() == effort.puzzles
            && numbers
                .iter()
                .enumerate()
                .all(|(index, number)| zero_bits(challenge, index, *number) >= effort.bits)
    })
}

fn zero_bits(challenge: &str, index: usize, number: u32) -> u32 {
    let hash = Sha256::digest(format!("{challenge}:{index}:{number}"));
    let first = hash.first_chunk::<4>().map_or(0, |first| u32::from_be_bytes(*first));
    first.leading_zeros()
}

/// The token of a challenge, found as a browser finds it.
pub fn solve(challenge: &str) -> String {
    solve_with(challenge, EFFORT)
}

pub(super) fn solve_with(challenge: &str, effort: Effort) -> String {
    let numbers = (0..effort.puzzles).map(|index| {
        let found = (0..u32::MAX).find(|number| zero_bits(challenge, index, *number) >= effort.bits);
        found.unwrap_or_default().to_string()
    });
    format!("{challenge}:{}", numbers.collect::<Vec<_>>().join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_017_an_answer_counts_for_its_visitor_in_its_time() {
        let secret = Secret::random();
        let challenge = challenge(&secret, "crumb", 1_000_000).challenge;
        let token = solve(&challenge);
        let at =
            |crumb: &str, token: &str, after: i64| check(&secret, crumb, token, 1_000_000 + after).is_some();
        assert!(at("crumb", &token, SHORTEST) && at("crumb", &token, LIFETIME - 1));
        assert!(!at("crumb", &token, SHORTEST - 1), "too early");
        assert!(!at("crumb", &token, LIFETIME), "too late");
        assert!(!at("crumb", &token, -1), "before it was issued");
        assert!(!at("another", &token, SHORTEST), "of another visitor");
        assert!(check(&Secret::random(), "crumb", &token, 1_000_000 + SHORTEST).is_none(), "of another shop");
        for wrong in [
            "",
            ":",
            "test-pass",
            &challenge,
            &format!("{challenge}:0.0.0.0"),
            &format!("{token}.1"),
            &format!("9{token}"),
        ] {
            assert!(!at("crumb", wrong, SHORTEST), "{wrong}");
        }
    }

    #[test]
    fn two_answers_to_one_challenge_are_one_solution() {
        let secret = Secret::random();
        let challenge = challenge(&secret, "crumb", 0).challenge;
        let token = solve(&challenge);
        let last: u32 = token.rsplit('.').next().unwrap().parse().unwrap();
        let other =
            (last + 1..u32::MAX).find(|number| zero_bits(&challenge, PUZZLES - 1, *number) >= BITS).unwrap();
        let other = format!("{}.{other}", token.rsplit_once('.').unwrap().0);
        let hash = |token: &str| check(&secret, "crumb", token, SHORTEST).unwrap().hash;
        assert_eq!(hash(&token), hash(&other));
    }
}
