//! Addresses that somebody typed for a mailing list, until their owner confirms it.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token::TokenHash;
use sqlx_macros::FromRow;

statements! {
    READ = "SELECT source, is_member, tells, handovers, letters, sent_at FROM list_wish WHERE email = $1";
    PUT = "INSERT INTO list_wish (email, key_hash, source, is_member, tells, handovers, letters, sent_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
        ON CONFLICT (email) DO UPDATE SET key_hash = excluded.key_hash, source = excluded.source, is_member = excluded.is_member, tells = excluded.tells, \
        handovers = excluded.handovers, letters = excluded.letters, sent_at = excluded.sent_at, expires_at = excluded.expires_at";
    // No new email: what was asked for beside is kept, the key stays.
    ADD_TO = "UPDATE list_wish SET is_member = $2, tells = $3, handovers = $4 WHERE email = $1";
    EMAIL_OF = "SELECT email FROM list_wish WHERE key_hash = $1 AND expires_at > $2";
    TAKE = "DELETE FROM list_wish WHERE key_hash = $1 AND expires_at > $2 RETURNING email, source, is_member, tells, handovers";
    FORGET = "DELETE FROM list_wish WHERE email = $1";
    REMOVE_OLD = "DELETE FROM list_wish WHERE sent_at < $1";
}

/// What an address was typed for.
#[derive(Clone, Debug, Default, FromRow)]
pub struct Kept {
    /// `restock`, or `form` and the form's id.
    pub source: String,
    /// It becomes a member of our list.
    pub is_member: bool,
    /// The owner's mailing service is notified of the member.
    pub tells: bool,
    /// `[[cause, body], …]` for the outbox, as JSON.
    pub handovers: String,
    /// How many emails were sent.
    pub letters: i64,
    /// When the last one was; epoch milliseconds.
    pub sent_at: i64,
}

/// What is confirmed.
#[derive(Clone, Debug, FromRow)]
pub struct Confirmed {
    /// In lower case.
    pub email: String,
    /// `restock`, or `form` and the form's id.
    pub source: String,
    /// It becomes a member of our list.
    pub is_member: bool,
    /// The owner's mailing service is notified of the member.
    pub tells: bool,
    /// As in [`Kept`].
    pub handovers: String,
}

/// What waits for an address (in lower case).
pub async fn read(connection: &mut Connection<'_>, email: &str) -> Result<Option<Kept>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(email).fetch_optional(c).await)?)
}

/// Keeps a request with the key of its email, which holds until `expires_at`.
pub async fn put(
    connection: &mut Connection<'_>,
    email: &str,
    key: &TokenHash,
    kept: &Kept,
    expires_at: i64,
) -> Result<(), ApiError> {
    affected!(
        connection,
        PUT,
        email,
        key,
        &kept.source,
        kept.is_member,
        kept.tells,
        &kept.handovers,
        kept.letters,
        kept.sent_at,
        expires_at
    )?;
    Ok(())
}

/// Adds to a request whose email was sent.
pub async fn add_to(connection: &mut Connection<'_>, email: &str, kept: &Kept) -> Result<(), ApiError> {
    affected!(connection, ADD_TO, email, kept.is_member, kept.tells, &kept.handovers)?;
    Ok(())
}

/// Whose email has this key, if it holds.
pub async fn email_of(
    connection: &mut Connection<'_>,
    key: &TokenHash,
    now: i64,
) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(EMAIL_OF).bind(key).bind(now).fetch_optional(c).await)?)
}

/// Takes the request with this key, once.
pub async fn take(
    connection: &mut Connection<'_>,
    key: &TokenHash,
    now: i64,
) -> Result<Option<Confirmed>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_as(TAKE).bind(key).bind(now).fetch_optional(c).await)?)
}

/// Forgets what an address (in lower case) was typed for.
pub async fn forget(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET, email)?;
    Ok(())
}

/// Forgets requests whose last email is older than this moment.
pub async fn remove_old(connection: &mut Connection<'_>, before: i64) -> Result<(), ApiError> {
    affected!(connection, REMOVE_OLD, before)?;
    Ok(())
}
