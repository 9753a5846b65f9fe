//! The mark that everything of an order stands in the books.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};

statements! {
    // Without a condition on the mark: an order that is being written down at this moment has none yet, and a statement that skipped
    // it would not wait for its row, so that the mark set a moment later would hide what happened.
    TAKE = "UPDATE shop_order SET is_booked = (1 = 0) WHERE id = $1";
    SET = "UPDATE shop_order SET is_booked = (1 = 1) WHERE id = $1";
    UNBOOKED = "SELECT id FROM shop_order WHERE status = 'paid' AND NOT is_booked ORDER BY id LIMIT $1";
    // Every id is at or behind the empty one: said so that the index of those orders is read, and not one of all that are paid.
    COUNT = "SELECT COUNT(*) FROM (SELECT 1 FROM shop_order WHERE status = 'paid' AND NOT is_booked AND id >= '' LIMIT $1) AS unbooked";
}

/// Something happened to the money of an order that the books do not say yet.
///
/// # Errors
/// Faults of the store.
pub async fn take(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    affected!(connection, TAKE, order_id)?;
    Ok(())
}

/// Everything that happened to an order stands in the books.
pub(super) async fn set(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    affected!(connection, SET, order_id)?;
    Ok(())
}

/// Paid orders of which the books do not say everything, at most `most`.
///
/// # Errors
/// Faults of the store.
pub async fn unbooked(connection: &mut Connection<'_>, most: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(UNBOOKED).bind(most).fetch_all(c).await)?)
}

/// How many there are, counted up to `most`.
///
/// # Errors
/// Faults of the store.
pub async fn count(connection: &mut Connection<'_>, most: i64) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT).bind(most).fetch_one(c).await)?)
}
