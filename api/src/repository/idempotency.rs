//! Keys of calls that must take effect once, however often they are sent.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::{ApiError, StatusCode};
use crate::token::{self, TokenHash};

statements! {
    ADD = "INSERT INTO idempotency (scope, key_hash, fingerprint, subject, expires_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (scope, key_hash) DO NOTHING";
    READ = "SELECT fingerprint, subject FROM idempotency WHERE scope = $1 AND key_hash = $2 AND expires_at > $3";
    REMOVE_EXPIRED = "DELETE FROM idempotency WHERE expires_at <= $1";
}

/// A call as its key knows it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Which kind of call.
    pub scope: &'static str,
    /// The hash of the key.
    pub key_hash: TokenHash,
    /// The hash of everything the call says.
    pub fingerprint: TokenHash,
}

/// The longest key, in bytes.
const LONGEST: usize = 255;

impl Call {
    /// A call with the client's key, and everything that it says.
    ///
    /// # Errors
    /// `bad-idempotency-key` for one that is empty, longer than 255 bytes, or not of ASCII: a call that is not known again would be done twice.
    pub fn new(scope: &'static str, key: &[u8], says: &str) -> Result<Self, ApiError> {
        let usable = |key: &&str| !key.is_empty() && key.len() <= LONGEST && key.is_ascii();
        let key = std::str::from_utf8(key).ok().filter(usable).ok_or_else(|| {
            ApiError::bad_request("bad-idempotency-key", "The Idempotency-Key is not usable.")
        })?;
        Ok(Call { scope, key_hash: token::hash(key), fingerprint: token::hash(says) })
    }
}

/// The refusal of a key that stood with something else before; `what` is "refund", "purchase" and so on.
pub fn key_of_another(what: &str) -> ApiError {
    ApiError::refused(
        StatusCode::UNPROCESSABLE_ENTITY,
        "idempotency-key-reused",
        format!("This Idempotency-Key was used for another {what}."),
    )
}

/// What an earlier call with the same key made; the flag tells whether it asked for the same.
pub async fn earlier(
    connection: &mut Connection<'_>,
    call: &Call,
    now: i64,
) -> Result<Option<(String, bool)>, ApiError> {
    let found: Option<(TokenHash, String)> = fetch!(connection, |c| sqlx::query_as(READ)
        .bind(call.scope)
        .bind(&call.key_hash)
        .bind(now)
        .fetch_optional(c)
        .await)?;
    Ok(found.map(|(fingerprint, subject)| (subject, fingerprint == call.fingerprint)))
}

/// Notes what this call made, in the transaction that makes it; `false` when another call came first.
pub async fn note(
    connection: &mut Connection<'_>,
    call: &Call,
    subject: &str,
    expires_at: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, ADD, call.scope, &call.key_hash, &call.fingerprint, subject, expires_at)? == 1)
}

/// Forgets the keys whose time is over.
pub async fn remove_expired(connection: &mut Connection<'_>, now: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_EXPIRED, now)?)
}
