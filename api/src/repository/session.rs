//! Sessions: begun, found, listed, ended; log-ins that wait for a second factor; the browsers an account is known to use.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token::TokenHash;
use sqlx_macros::FromRow;

statements! {
    BEGIN = "INSERT INTO session (token_hash, id, site_user_id, xsrf_hash, device, place, created_at, confirmed_at, seen_at, expires_at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8)";
    BY_TOKEN = "SELECT site_user.id, site_user.email, site_user.roles, session.xsrf_hash, session.id AS session_id, session.confirmed_at, session.seen_at, \
        (EXISTS (SELECT 1 FROM totp_factor WHERE totp_factor.site_user_id = site_user.id AND totp_factor.confirmed_at IS NOT NULL) \
        OR EXISTS (SELECT 1 FROM passkey WHERE passkey.site_user_id = site_user.id)) AS has_factor \
        FROM session JOIN site_user ON site_user.id = session.site_user_id WHERE session.token_hash = $1 AND session.expires_at > $2";
    TOUCH = "UPDATE session SET seen_at = $2 WHERE token_hash = $1 AND seen_at < $2";
    LIST = "SELECT id, device, place, created_at, seen_at FROM session WHERE site_user_id = $1 AND expires_at > $2 ORDER BY seen_at DESC, id LIMIT 200";
    // Who is logged out by an act is told no more there either; a session that ran out leaves its browser told.
    DEVICES = "DELETE FROM push_device WHERE session_id IN (SELECT id FROM session WHERE token_hash = $1)";
    DEVICES_OF_ONE = "DELETE FROM push_device WHERE site_user_id = $1 AND session_id = $2";
    DEVICES_OF_OTHERS = "DELETE FROM push_device WHERE site_user_id = $1 AND session_id <> $2";
    DEVICES_OF_EMAIL = "DELETE FROM push_device WHERE site_user_id IN (SELECT id FROM site_user WHERE email = $1)";
    MOVE_DEVICES = "UPDATE push_device SET session_id = $3 WHERE site_user_id = $2 AND session_id IN (SELECT id FROM session WHERE token_hash = $1)";
    END = "DELETE FROM session WHERE token_hash = $1";
    END_ONE = "DELETE FROM session WHERE site_user_id = $1 AND id = $2";
    END_OTHERS = "DELETE FROM session WHERE site_user_id = $1 AND id <> $2";
    END_OF_EMAIL = "DELETE FROM session WHERE site_user_id IN (SELECT id FROM site_user WHERE email = $1)";
    END_HALVES_OF_EMAIL = "DELETE FROM half_session WHERE site_user_id IN (SELECT id FROM site_user WHERE email = $1)";
    TRY_CONFIRMING = "UPDATE session SET confirm_tries = confirm_tries + 1 WHERE token_hash = $1 AND confirm_tries < $2 RETURNING confirm_tries";
    CONFIRM = "UPDATE session SET confirmed_at = $2, confirm_tries = 0 WHERE token_hash = $1";
    REMOVE_EXPIRED = "DELETE FROM session WHERE expires_at <= $1";
    REMOVE_IDLE = "DELETE FROM session WHERE seen_at <= $1";
    BEGIN_HALF = "INSERT INTO half_session (token_hash, site_user_id, purpose, remember_me, tries, created_at, expires_at) VALUES ($1, $2, $3, $4, 0, $5, $6)";
    HALF = "SELECT site_user.id, site_user.email, half_session.purpose, half_session.remember_me FROM half_session \
        JOIN site_user ON site_user.id = half_session.site_user_id WHERE half_session.token_hash = $1 AND half_session.expires_at > $2";
    TRY_HALF = "UPDATE half_session SET tries = tries + 1 WHERE token_hash = $1 AND expires_at > $2 AND tries < $3 RETURNING tries";
    END_HALF = "DELETE FROM half_session WHERE token_hash = $1";
    REMOVE_EXPIRED_HALVES = "DELETE FROM half_session WHERE expires_at <= $1";
    KNOWS_ANY_DEVICE = "SELECT COUNT(*) FROM known_device WHERE site_user_id = $1";
    SEE_DEVICE = "UPDATE known_device SET last_at = $3 WHERE site_user_id = $1 AND device_hash = $2";
    ADD_DEVICE = "INSERT INTO known_device (site_user_id, device_hash, first_at, last_at) VALUES ($1, $2, $3, $3)";
    REMOVE_OLD_DEVICES = "DELETE FROM known_device WHERE last_at <= $1";
}

/// Somebody signed in.
#[derive(Clone, Debug, FromRow)]
pub struct Session {
    /// The site user's id.
    pub id: String,
    /// The address.
    pub email: String,
    /// Role codes, as JSON.
    pub roles: String,
    /// The hash of what `X-SiteUser-XSRF-Token` must say.
    pub xsrf_hash: TokenHash,
    /// The session's own id, which opens nothing.
    pub session_id: String,
    /// When the person last proved who they are; epoch milliseconds.
    pub confirmed_at: i64,
    /// When the session was last used, to the minute; epoch milliseconds.
    pub seen_at: i64,
    /// The account has a passkey or a confirmed authenticator app.
    pub has_factor: bool,
}

/// What is written down of a session when it begins.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of its cookie.
    pub token_hash: TokenHash,
    /// Its own id.
    pub id: String,
    /// Whose it is.
    pub site_user_id: String,
    /// The hash of the token that changing calls repeat.
    pub xsrf_hash: TokenHash,
    /// Browser and system, in plain words.
    pub device: String,
    /// Where from, as far as the address says.
    pub place: String,
}

/// A session in a list.
#[derive(Clone, Debug, FromRow)]
pub struct ListedSession {
    /// Its own id.
    pub id: String,
    /// Browser and system, in plain words.
    pub device: String,
    /// Where from.
    pub place: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// Epoch milliseconds, to the minute.
    pub seen_at: i64,
}

/// A log-in that waits for its second factor.
#[derive(Clone, Debug, FromRow)]
pub struct Half {
    /// The site user's id.
    pub id: String,
    /// The address.
    pub email: String,
    /// `prove` a factor, or `set-up` the first one.
    pub purpose: String,
    /// The session shall be remembered.
    pub remember_me: bool,
}

/// Begins a session; it counts as confirmed from now on.
pub async fn begin(
    connection: &mut Connection<'_>,
    new: &NewSession,
    (now, expires_at): (i64, i64),
) -> Result<(), ApiError> {
    affected!(
        connection,
        BEGIN,
        &new.token_hash,
        &new.id,
        &new.site_user_id,
        &new.xsrf_hash,
        &new.device,
        &new.place,
        now,
        expires_at
    )?;
    Ok(())
}

/// Who is signed in with this token, if its longest time is not over. Whether it was used lately is the caller's to look at.
pub async fn by_token(
    connection: &mut Connection<'_>,
    token: &TokenHash,
    now: i64,
) -> Result<Option<Session>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_TOKEN).bind(token).bind(now).fetch_optional(c).await)?)
}

/// The session was used now.
pub async fn touch(connection: &mut Connection<'_>, token: &TokenHash, now: i64) -> Result<(), ApiError> {
    affected!(connection, TOUCH, token, now)?;
    Ok(())
}

/// The sessions of a site user, last used first.
pub async fn list(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    now: i64,
) -> Result<Vec<ListedSession>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).bind(site_user_id).bind(now).fetch_all(c).await)?)
}

/// Ends a session.
pub async fn end(connection: &mut Connection<'_>, token: &TokenHash) -> Result<(), ApiError> {
    affected!(connection, DEVICES, token)?;
    affected!(connection, END, token)?;
    Ok(())
}

/// Ends the session that a browser had before `new`: what it is told of goes on when it is the same person's.
pub async fn replace(
    connection: &mut Connection<'_>,
    old: &TokenHash,
    new: &NewSession,
) -> Result<(), ApiError> {
    affected!(connection, MOVE_DEVICES, old, &new.site_user_id, &new.id)?;
    end(connection, old).await
}

/// Ends one session of a site user; `false` when they have none of this id.
pub async fn end_one(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    id: &str,
) -> Result<bool, ApiError> {
    affected!(connection, DEVICES_OF_ONE, site_user_id, id)?;
    Ok(affected!(connection, END_ONE, site_user_id, id)? == 1)
}

/// Ends every session of a site user but this one; how many.
pub async fn end_others(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    own: &str,
) -> Result<u64, ApiError> {
    affected!(connection, DEVICES_OF_OTHERS, site_user_id, own)?;
    Ok(affected!(connection, END_OTHERS, site_user_id, own)?)
}

/// Ends every session and every log-in that is under way of the person with this address.
pub async fn end_all_of(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    affected!(connection, DEVICES_OF_EMAIL, email)?;
    affected!(connection, END_OF_EMAIL, email)?;
    affected!(connection, END_HALVES_OF_EMAIL, email)?;
    Ok(())
}

/// Counts a try to confirm a session; its number, or `None` when there were `most` already.
pub async fn try_confirming(
    connection: &mut Connection<'_>,
    token: &TokenHash,
    most: i64,
) -> Result<Option<i64>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(TRY_CONFIRMING)
        .bind(token)
        .bind(most)
        .fetch_optional(c)
        .await)?)
}

/// The person has proved who they are.
pub async fn confirm(connection: &mut Connection<'_>, token: &TokenHash, now: i64) -> Result<(), ApiError> {
    affected!(connection, CONFIRM, token, now)?;
    Ok(())
}

/// Begins a log-in that waits for its second factor.
pub async fn begin_half(
    connection: &mut Connection<'_>,
    token: &TokenHash,
    (site_user_id, purpose, remember_me): (&str, &str, bool),
    (now, expires_at): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, BEGIN_HALF, token, site_user_id, purpose, remember_me, now, expires_at)?;
    Ok(())
}

/// The log-in of this token, if its time is not over.
pub async fn half(
    connection: &mut Connection<'_>,
    token: &TokenHash,
    now: i64,
) -> Result<Option<Half>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(HALF).bind(token).bind(now).fetch_optional(c).await)?)
}

/// Counts a try of a log-in; its number, or `None` when there were `most` already or the time is over.
pub async fn try_half(
    connection: &mut Connection<'_>,
    token: &TokenHash,
    now: i64,
    most: i64,
) -> Result<Option<i64>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(TRY_HALF)
        .bind(token)
        .bind(now)
        .bind(most)
        .fetch_optional(c)
        .await)?)
}

/// Ends a log-in that waits; `false` when somebody else has.
pub async fn end_half(connection: &mut Connection<'_>, token: &TokenHash) -> Result<bool, ApiError> {
    Ok(affected!(connection, END_HALF, token)? == 1)
}

/// Writes down from which browser an account was used; whether it is a new one of an account that was used before.
pub async fn see_device(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    device: &TokenHash,
    now: i64,
) -> Result<bool, ApiError> {
    if affected!(connection, SEE_DEVICE, site_user_id, device, now)? == 1 {
        return Ok(false);
    }
    let known: i64 =
        fetch!(connection, |c| sqlx::query_scalar(KNOWS_ANY_DEVICE).bind(site_user_id).fetch_one(c).await)?;
    affected!(connection, ADD_DEVICE, site_user_id, device, now)?;
    Ok(known > 0)
}

/// Forgets the sessions and log-ins whose time is over, those that nobody used since `idle_before`, and the browsers that were
/// not seen since `seen_before`.
pub async fn remove_expired(
    connection: &mut Connection<'_>,
    now: i64,
    (idle_before, seen_before): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, REMOVE_EXPIRED, now)?;
    affected!(connection, REMOVE_IDLE, idle_before)?;
    affected!(connection, REMOVE_EXPIRED_HALVES, now)?;
    affected!(connection, REMOVE_OLD_DEVICES, seen_before)?;
    Ok(())
}
