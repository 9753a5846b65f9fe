//! What must reach the outside: written in the transaction that causes it, leased by one worker at a time, tried again.

use super::connection::{Connection, change, fetch, statements};
use crate::error::ApiError;
use crate::token;
use sqlx::FromRow;

statements! {
    ADD = "INSERT INTO outbox (id, dedupe_key, kind, body, due_at, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (dedupe_key) DO NOTHING";
    DUE = "SELECT id FROM outbox WHERE done_at IS NULL AND failed_at IS NULL AND due_at <= $1 ORDER BY due_at LIMIT 50";
    // The condition is looked at again when the row is free: of two workers one gets it.
    LEASE = "UPDATE outbox SET due_at = $3, attempts = attempts + 1 WHERE id = $1 AND due_at <= $2 AND done_at IS NULL AND failed_at IS NULL \
        RETURNING id, dedupe_key, kind, body, attempts";
    BY_KEY = "SELECT id FROM outbox WHERE dedupe_key = $1 AND done_at IS NULL AND failed_at IS NULL";
    // What was said is not kept: a letter may hold a gift card's code.
    DONE = "UPDATE outbox SET done_at = $2, body = '' WHERE id = $1";
    AGAIN = "UPDATE outbox SET due_at = $2, last_error = $3 WHERE id = $1";
    GIVE_UP = "UPDATE outbox SET failed_at = $2, last_error = $3 WHERE id = $1";
}

/// A letter.
pub const MAIL: &str = "mail";
/// A message for one of the owner's systems.
pub const WEBHOOK: &str = "webhook";
/// Something that happened, to be told to each of the owner's systems.
pub const NOTICE: &str = "notice";
/// A promised refund.
pub const REFUND: &str = "refund";
/// A payment nobody waits for any more.
pub const CLOSE_PAYMENT: &str = "close-payment";
/// Money that came for a cancelled order.
pub const LATE_PAYMENT: &str = "late-payment";

/// A message on its way.
#[derive(Clone, Debug, FromRow)]
pub struct Message {
    /// Its id.
    pub id: String,
    /// The same for the same cause: receivers tell repeats by it.
    pub dedupe_key: String,
    /// What it is: one of the words above.
    pub kind: String,
    /// What is sent, as JSON.
    pub body: String,
    /// How often it was tried, this time included.
    pub attempts: i64,
}

/// Puts a message into the outbox, unless its cause has put one there already.
pub async fn add(
    connection: &mut Connection<'_>,
    dedupe_key: &str,
    kind: &str,
    body: &str,
    now: i64,
) -> Result<(), ApiError> {
    add_for(connection, dedupe_key, kind, body, (now, now)).await
}

/// The same for a message that is not to leave before `due_at`.
pub async fn add_for(
    connection: &mut Connection<'_>,
    dedupe_key: &str,
    kind: &str,
    body: &str,
    (due_at, now): (i64, i64),
) -> Result<(), ApiError> {
    Ok(change!(connection, |c| sqlx::query(ADD)
        .bind(token::new_id())
        .bind(dedupe_key)
        .bind(kind)
        .bind(body)
        .bind(due_at)
        .bind(now)
        .execute(c)
        .await
        .map(drop))?)
}

/// The messages that are due.
pub async fn due(connection: &mut Connection<'_>, now: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(DUE).bind(now).fetch_all(c).await)?)
}

/// The waiting message of a cause.
pub async fn by_key(connection: &mut Connection<'_>, dedupe_key: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(BY_KEY).bind(dedupe_key).fetch_optional(c).await)?)
}

/// Takes a message for `lease` milliseconds; `None` when another worker has it.
pub async fn lease(
    connection: &mut Connection<'_>,
    id: &str,
    now: i64,
    lease: i64,
) -> Result<Option<Message>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_as(LEASE)
        .bind(id)
        .bind(now)
        .bind(now + lease)
        .fetch_optional(c)
        .await)?)
}

/// It arrived.
pub async fn done(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<(), ApiError> {
    Ok(change!(connection, |c| sqlx::query(DONE).bind(id).bind(now).execute(c).await.map(drop))?)
}

/// It did not; try again at `due_at`.
pub async fn again(
    connection: &mut Connection<'_>,
    id: &str,
    due_at: i64,
    fault: &str,
) -> Result<(), ApiError> {
    Ok(change!(connection, |c| sqlx::query(AGAIN)
        .bind(id)
        .bind(due_at)
        .bind(fault)
        .execute(c)
        .await
        .map(drop))?)
}

/// It did not, and it will not.
pub async fn give_up(
    connection: &mut Connection<'_>,
    id: &str,
    now: i64,
    fault: &str,
) -> Result<(), ApiError> {
    Ok(change!(connection, |c| sqlx::query(GIVE_UP)
        .bind(id)
        .bind(now)
        .bind(fault)
        .execute(c)
        .await
        .map(drop))?)
}
