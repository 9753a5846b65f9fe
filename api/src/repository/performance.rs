//! What browsers measured of pages.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use crate::token;

statements! {
    ADD = "INSERT INTO performance_record (id, pathname, body, created_at) VALUES ($1, $2, $3, $4)";
    SINCE = "SELECT body FROM performance_record WHERE created_at >= $1";
}

/// Keeps records: the path of the page and the record as JSON.
pub async fn add(
    connection: &mut Connection<'_>,
    records: &[(String, String)],
    now: i64,
) -> Result<(), ApiError> {
    for (pathname, body) in records {
        affected!(connection, ADD, token::new_id(), pathname, body, now)?;
    }
    Ok(())
}

/// The records since `from`, as JSON.
pub async fn since(connection: &mut Connection<'_>, from: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(SINCE).bind(from).fetch_all(c).await)?)
}
