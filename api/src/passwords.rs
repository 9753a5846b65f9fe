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

    #[tokio::test]
    async fn a_085_a_password_is_kept_as_argon2id() {
        let kept = hash("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(verify("correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!verify("wrong horse".into(), Some(kept)).await.unwrap());
        assert!(!verify("correct horse".into(), None).await.unwrap());
    }
}
