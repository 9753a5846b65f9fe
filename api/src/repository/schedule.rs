//! Work that is due every so often: of all processes that look, the one that moves the row does it.

use super::connection::{Connection, affected, statements};
use crate::error::ApiError;

statements! {
    CLAIM = "INSERT INTO schedule (name, due_at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at WHERE schedule.due_at <= $3";
}

/// Takes a piece of work that is due; it is due again after `every` milliseconds, also when the server that took it dies.
pub async fn claim(
    connection: &mut Connection<'_>,
    name: &str,
    now: i64,
    every: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, CLAIM, name, now + every, now)? == 1)
}
