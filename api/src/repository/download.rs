//! How often files that were bought were fetched.

use super::connection::{Connection, affected, change, fetch, statements};
use super::product_file::OrderedFile;
use crate::error::ApiError;

/// The parts of one copy come from one place within this time, in milliseconds.
const ONE_COPY: i64 = 60 * 60 * 1000;

statements! {
    // A part of the copy that was begun is no new one. The count is looked at by the statement that changes it: of many at once no more
    // are given than may be.
    COUNT = "INSERT INTO download (order_id, line, digest, given, place, begun_at) SELECT $1, $2, $3, 1, $4, $5 WHERE $6 > 0 \
        ON CONFLICT (order_id, line, digest) DO UPDATE SET \
        given = download.given + CASE WHEN download.place = $4 AND download.begun_at > $5 - $7 THEN 0 ELSE 1 END, \
        begun_at = CASE WHEN download.place = $4 AND download.begun_at > $5 - $7 THEN download.begun_at ELSE $5 END, place = $4 \
        WHERE download.given < $6 OR (download.place = $4 AND download.begun_at > $5 - $7) RETURNING given";
    NOTE = "INSERT INTO download (order_id, line, digest, given, place, begun_at) VALUES ($1, $2, $3, 0, '', $4) ON CONFLICT (order_id, line, digest) DO NOTHING";
    IS_FETCHED = "SELECT EXISTS (SELECT 1 FROM download WHERE order_id = $1)";
}

/// Counts a file that is given by link to a place (a hash); `false` when it was given `most` times.
pub async fn count(
    connection: &mut Connection<'_>,
    (order_id, file): (&str, &OrderedFile),
    (place, most): (&str, i64),
    now: i64,
) -> Result<bool, ApiError> {
    let given: Option<i64> = change!(connection, |c| sqlx::query_scalar(COUNT)
        .bind(order_id)
        .bind(file.line)
        .bind(&file.digest)
        .bind(place)
        .bind(now)
        .bind(most)
        .bind(ONE_COPY)
        .fetch_optional(c)
        .await)?;
    Ok(given.is_some())
}

/// Notes that the buyer's account fetched a file: that has no bound.
pub async fn note(
    connection: &mut Connection<'_>,
    (order_id, file): (&str, &OrderedFile),
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, NOTE, order_id, file.line, &file.digest, now)?;
    Ok(())
}

/// Whether any file of an order was fetched.
pub async fn is_fetched(connection: &mut Connection<'_>, order_id: &str) -> Result<bool, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(IS_FETCHED).bind(order_id).fetch_one(c).await)?)
}
