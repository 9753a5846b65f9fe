//! Captchas that were solved with the built-in proof of work: each counts once.

use super::connection::{Connection, affected, statements};
use crate::error::ApiError;
use crate::token::TokenHash;

statements! {
    SPEND = "INSERT INTO captcha_spent (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT (challenge_hash) DO NOTHING";
    REMOVE_EXPIRED = "DELETE FROM captcha_spent WHERE expires_at <= $1";
}

/// Spends a solved challenge; `false` when it has been spent before.
pub async fn spend(
    connection: &mut Connection<'_>,
    challenge: &TokenHash,
    expires_at: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SPEND, challenge, expires_at)? == 1)
}

/// Forgets the challenges that can no longer be answered.
pub async fn remove_expired(connection: &mut Connection<'_>, now: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_EXPIRED, now)?)
}
