//! Passwords: argon2id (19 MiB, two passes), hashed on threads of their own, never more than a few at once.

use crate::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::LazyLock;
use tokio::sync::Semaphore;

/// How many hashes are worked out at once: each takes memory and a core.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// A hash of nobody's password: an unknown address takes as long to refuse as a wrong password.
static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| hashed(&crate::token::opaque()));

/// The shortest password an account may have.
pub const SHORTEST: usize = 10;

/// The fewest guesses, as a power of ten, that somebody needs who tries what people choose first: common passwords, names,
/// dates, rows of keys, and these with a number behind them.
const FEWEST_GUESSES: f64 = 6.0;

/// Words of an address or a title with fewer letters say nothing of a password that they stand in.
const SHORTEST_WORD: usize = 3;

/// As many letters and digits beside such words make no password of them.
const MOST_LEFT: usize = 4;

/// Why nobody may choose a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Weak {
    /// It is too short.
    #[error("the password must have at least {SHORTEST} characters")]
    Short,
    /// It is among the first that are tried.
    #[error(
        "this password is among the first that are tried: choose several words that do not belong together, or let a password manager choose"
    )]
    Common,
}

/// Passes a password that one may choose. `words` are those that somebody who knows the account tries as well: its address,
/// the name of the site.
pub fn check(password: &str, words: &[&str]) -> Result<(), Weak> {
    if password.chars().count() < SHORTEST {
        return Err(Weak::Short);
    }
    let parts = words.iter().flat_map(|word| word.split(|letter: char| !letter.is_alphanumeric()));
    let words: Vec<&str> = words.iter().copied().chain(parts).filter(|word| !word.is_empty()).collect();
    let is_guessed = zxcvbn::zxcvbn(password, &words).guesses_log10() < FEWEST_GUESSES;
    if is_guessed || is_made_of(password, &words) { Err(Weak::Common) } else { Ok(()) }
}

/// Whether little is left of a password without these words: some digits, a sign.
fn is_made_of(password: &str, words: &[&str]) -> bool {
    let mut words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let (mut left, mut found) = (password.to_lowercase(), false);
    for word in words.iter().filter(|word| word.chars().count() >= SHORTEST_WORD) {
        found |= left.contains(word);
        left = left.replace(word, "");
    }
    found && left.chars().filter(|letter| letter.is_alphanumeric()).count() <= MOST_LEFT
}

fn hashed(password: &str) -> Option<String> {
    Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
}

fn matches(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// The hash to keep of a password.
pub async fn hash(password: String) -> Result<String, ApiError> {
    on_own_thread(move || hashed(&password))
        .await?
        .ok_or_else(|| ApiError::Internal("argon2 gave no hash".into()))
}

/// Whether `password` is the one `hash` was made of; without a hash it takes as long and is wrong.
pub async fn verify(password: String, hash: Option<String>) -> Result<bool, ApiError> {
    on_own_thread(move || match hash.as_deref() {
        Some(hash) => matches(&password, hash),
        None => {
            let _ = NOBODY.as_deref().is_some_and(|nobody| matches(&password, nobody));
            false
        }
    })
    .await
}

async fn on_own_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let fault = |fault: Box<dyn std::error::Error + Send + Sync>| ApiError::Internal(fault);
    let _turn = AT_ONCE.acquire().await.map_err(|closed| fault(closed.into()))?;
    tokio::task::spawn_blocking(work).await.map_err(|panicked| fault(panicked.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_186_what_people_choose_first_is_refused() {
        // From public lists of what was chosen most often, and what such lists become with a year or a sign behind it.
        for common in [
            "1234567890",
            "0987654321",
            "qwertyuiop",
            "1qaz2wsx3edc",
            "password123",
            "passw0rd123",
            "Password2024",
            "iloveyou123",
            "aaaaaaaaaaaa",
            "abcdefghij",
            "abcabcabcabc",
            "basketball1",
        ] {
            assert_eq!(check(common, &[]), Err(Weak::Common), "{common}");
        }
        for good in
            ["correct horse battery staple", "vT9!kq2_Zp", "linen flour and rye", "zu Hause ist das Brot"]
        {
            assert_eq!(check(good, &["pavla@bakery.example", "Pavla's Bakery"]), Ok(()), "{good}");
        }
        // The address and the name of the site.
        for near in ["pavla@bakery.example", "PavlaBakery1", "bakerybakery"] {
            assert_eq!(check(near, &["pavla@bakery.example", "Pavla's Bakery"]), Err(Weak::Common), "{near}");
        }
        assert_eq!(check("vT9!kq2_Z", &[]), Err(Weak::Short));
        // Letters count, not bytes; length alone is no reason to refuse.
        assert_eq!(check("ěščřžýáíéů", &[]), Ok(()));
        assert_eq!(check(&"long and odd ".repeat(300), &[]), Ok(()));
    }

    #[tokio::test]
    async fn a_085_a_password_is_kept_as_argon2id() {
        let kept = hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(verify("correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!verify("wrong horse".into(), Some(kept)).await.unwrap());
        assert!(!verify("correct horse".into(), None).await.unwrap());
    }
}
