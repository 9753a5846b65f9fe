//! The owner's account numbers, one row of JSON.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};

statements! {
    READ = "SELECT body FROM accounting_setting WHERE id = 1";
    KEEP = "INSERT INTO accounting_setting (id, body, updated_at) VALUES (1, $1, $2) \
        ON CONFLICT (id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at";
}

/// What the owner said, if anything.
///
/// # Errors
/// Faults of the store.
pub async fn read(connection: &mut Connection<'_>) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(READ).fetch_optional(c).await)?)
}

/// Keeps it, in place of what was said before.
///
/// # Errors
/// Faults of the store.
pub async fn keep(connection: &mut Connection<'_>, body: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, KEEP, body, now)?;
    Ok(())
}
