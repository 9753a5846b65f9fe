//! Second factors: authenticator apps, passkeys, recovery codes, and how often somebody guessed wrong.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token::TokenHash;
use sqlx_macros::FromRow;

statements! {
    // A secret that was not confirmed is replaced; one that counts is taken away first.
    PUT_TOTP = "INSERT INTO totp_factor (site_user_id, sealed, last_step, created_at) VALUES ($1, $2, 0, $3) \
        ON CONFLICT (site_user_id) DO UPDATE SET sealed = excluded.sealed, last_step = 0, created_at = excluded.created_at \
        WHERE totp_factor.confirmed_at IS NULL";
    TOTP = "SELECT sealed, confirmed_at IS NOT NULL AS is_confirmed FROM totp_factor WHERE site_user_id = $1";
    // Each step counts once, whichever server is asked.
    SPEND_STEP = "UPDATE totp_factor SET last_step = $2 WHERE site_user_id = $1 AND last_step < $2";
    CONFIRM_TOTP = "UPDATE totp_factor SET confirmed_at = $2 WHERE site_user_id = $1 AND confirmed_at IS NULL";
    REMOVE_TOTP = "DELETE FROM totp_factor WHERE site_user_id = $1 AND confirmed_at IS NOT NULL";
    TRY_CODE = "UPDATE site_user SET factor_failures = factor_failures + 1 WHERE id = $1 AND factor_paused_until <= $2 RETURNING factor_failures";
    PAUSE = "UPDATE site_user SET factor_paused_until = $2 WHERE id = $1";
    PAUSED_UNTIL = "SELECT factor_paused_until FROM site_user WHERE id = $1";
    FORGIVE = "UPDATE site_user SET factor_failures = 0, factor_paused_until = 0 WHERE id = $1";
    ADD_PASSKEY = "INSERT INTO passkey (credential_id, site_user_id, name, body, counter, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING";
    PASSKEYS = "SELECT credential_id, name, body, created_at, used_at FROM passkey WHERE site_user_id = $1 ORDER BY created_at, credential_id";
    // The counter of a passkey goes up, or there is none; one that stands still or goes back is a copy.
    USE_PASSKEY = "UPDATE passkey SET body = $3, counter = $4, used_at = $5 WHERE credential_id = $1 AND site_user_id = $2 \
        AND (counter < $4 OR ($4 = 0 AND counter = 0))";
    REMOVE_PASSKEY = "DELETE FROM passkey WHERE credential_id = $1 AND site_user_id = $2";
    REMOVE_PASSKEYS = "DELETE FROM passkey WHERE site_user_id = $1";
    REMOVE_ANY_TOTP = "DELETE FROM totp_factor WHERE site_user_id = $1";
    PUT_CHALLENGE = "INSERT INTO passkey_challenge (holder_hash, purpose, site_user_id, state, expires_at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (holder_hash, purpose) DO UPDATE SET site_user_id = excluded.site_user_id, state = excluded.state, expires_at = excluded.expires_at";
    SPEND_CHALLENGE = "DELETE FROM passkey_challenge WHERE holder_hash = $1 AND purpose = $2 AND site_user_id = $3 AND expires_at > $4 RETURNING state";
    REMOVE_EXPIRED_CHALLENGES = "DELETE FROM passkey_challenge WHERE expires_at <= $1";
    REMOVE_CODES = "DELETE FROM recovery_code WHERE site_user_id = $1";
    ADD_CODE = "INSERT INTO recovery_code (site_user_id, code_hash, created_at) VALUES ($1, $2, $3)";
    SPEND_CODE = "DELETE FROM recovery_code WHERE site_user_id = $1 AND code_hash = $2";
    CODES_LEFT = "SELECT COUNT(*) FROM recovery_code WHERE site_user_id = $1";
}

/// The secret of an authenticator app.
#[derive(Clone, Debug, FromRow)]
pub struct Totp {
    /// Sealed with a key of the server's.
    pub sealed: Vec<u8>,
    /// A code of it was given back: it counts.
    pub is_confirmed: bool,
}

/// A passkey.
#[derive(Clone, Debug, FromRow)]
pub struct StoredPasskey {
    /// The credential's id, as base64url.
    pub credential_id: String,
    /// What its owner calls it.
    pub name: String,
    /// The public key and what goes with it, as JSON.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// When it was last used; epoch milliseconds.
    pub used_at: Option<i64>,
}

/// Keeps a secret that waits for its first code; `false` when there is one that counts.
pub async fn put_totp(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    sealed: &[u8],
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, PUT_TOTP, site_user_id, sealed, now)? == 1)
}

/// The secret of a site user's authenticator app.
pub async fn totp(connection: &mut Connection<'_>, site_user_id: &str) -> Result<Option<Totp>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(TOTP).bind(site_user_id).fetch_optional(c).await)?)
}

/// Uses up the codes of a step and of every one before; `false` when they were.
pub async fn spend_step(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    step: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SPEND_STEP, site_user_id, step)? == 1)
}

/// The authenticator app counts from now on.
pub async fn confirm_totp(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, CONFIRM_TOTP, site_user_id, now)? == 1)
}

/// Takes an authenticator app away; `false` when there is none.
pub async fn remove_totp(connection: &mut Connection<'_>, site_user_id: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, REMOVE_TOTP, site_user_id)? == 1)
}

/// Counts a one-time code before it is looked at; how many there were in a row, or `None` during a pause.
pub async fn try_code(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    now: i64,
) -> Result<Option<i64>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(TRY_CODE)
        .bind(site_user_id)
        .bind(now)
        .fetch_optional(c)
        .await)?)
}

/// No further code is looked at until then.
pub async fn pause(connection: &mut Connection<'_>, site_user_id: &str, until: i64) -> Result<(), ApiError> {
    affected!(connection, PAUSE, site_user_id, until)?;
    Ok(())
}

/// Until when no code is looked at; epoch milliseconds.
pub async fn paused_until(connection: &mut Connection<'_>, site_user_id: &str) -> Result<i64, ApiError> {
    let until: Option<i64> =
        fetch!(connection, |c| sqlx::query_scalar(PAUSED_UNTIL).bind(site_user_id).fetch_optional(c).await)?;
    Ok(until.unwrap_or(0))
}

/// A right code: those before it count no more.
pub async fn forgive(connection: &mut Connection<'_>, site_user_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGIVE, site_user_id)?;
    Ok(())
}

/// Keeps a passkey; `false` when some account has it.
pub async fn add_passkey(
    connection: &mut Connection<'_>,
    (credential_id, site_user_id): (&str, &str),
    (name, body, counter): (&str, &str, i64),
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, ADD_PASSKEY, credential_id, site_user_id, name, body, counter, now)? == 1)
}

/// The passkeys of a site user, oldest first.
pub async fn passkeys(
    connection: &mut Connection<'_>,
    site_user_id: &str,
) -> Result<Vec<StoredPasskey>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(PASSKEYS).bind(site_user_id).fetch_all(c).await)?)
}

/// A passkey was used; `false` when its counter did not go up, or it is not this site user's.
pub async fn use_passkey(
    connection: &mut Connection<'_>,
    (credential_id, site_user_id): (&str, &str),
    (body, counter): (&str, i64),
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, USE_PASSKEY, credential_id, site_user_id, body, counter, now)? == 1)
}

/// Takes a passkey away; `false` when it is not this site user's.
pub async fn remove_passkey(
    connection: &mut Connection<'_>,
    credential_id: &str,
    site_user_id: &str,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, REMOVE_PASSKEY, credential_id, site_user_id)? == 1)
}

/// Takes everything away that is a second factor of a site user.
pub async fn remove_all(connection: &mut Connection<'_>, site_user_id: &str) -> Result<(), ApiError> {
    affected!(connection, REMOVE_PASSKEYS, site_user_id)?;
    affected!(connection, REMOVE_ANY_TOTP, site_user_id)?;
    affected!(connection, REMOVE_CODES, site_user_id)?;
    forgive(connection, site_user_id).await
}

/// Keeps what a passkey was asked, for the one who holds the token of this hash.
pub async fn put_challenge(
    connection: &mut Connection<'_>,
    (holder, purpose): (&TokenHash, &str),
    site_user_id: &str,
    (state, expires_at): (&str, i64),
) -> Result<(), ApiError> {
    affected!(connection, PUT_CHALLENGE, holder, purpose, site_user_id, state, expires_at)?;
    Ok(())
}

/// What a passkey was asked; it can be answered once.
pub async fn spend_challenge(
    connection: &mut Connection<'_>,
    (holder, purpose): (&TokenHash, &str),
    site_user_id: &str,
    now: i64,
) -> Result<Option<String>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(SPEND_CHALLENGE)
        .bind(holder)
        .bind(purpose)
        .bind(site_user_id)
        .bind(now)
        .fetch_optional(c)
        .await)?)
}

/// Forgets what passkeys were asked and did not answer in time.
pub async fn remove_expired(connection: &mut Connection<'_>, now: i64) -> Result<(), ApiError> {
    affected!(connection, REMOVE_EXPIRED_CHALLENGES, now)?;
    Ok(())
}

/// These recovery codes hold from now on, and none of before.
pub async fn put_codes(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    codes: &[TokenHash],
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, REMOVE_CODES, site_user_id)?;
    for code in codes {
        affected!(connection, ADD_CODE, site_user_id, code, now)?;
    }
    Ok(())
}

/// Takes every recovery code away.
pub async fn remove_codes(connection: &mut Connection<'_>, site_user_id: &str) -> Result<(), ApiError> {
    affected!(connection, REMOVE_CODES, site_user_id)?;
    Ok(())
}

/// Uses up a recovery code; `false` when it was, or never held.
pub async fn spend_code(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    code: &TokenHash,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SPEND_CODE, site_user_id, code)? == 1)
}

/// How many recovery codes are left.
pub async fn codes_left(connection: &mut Connection<'_>, site_user_id: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(CODES_LEFT).bind(site_user_id).fetch_one(c).await)?)
}
