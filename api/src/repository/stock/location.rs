//! Where stock lies. A shop without any row keeps everything at one place; its first has the id `main` as soon as there is a second.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

/// The id of the first location.
pub const MAIN: &str = "main";

statements! {
    LIST = "SELECT id, name, name_key, position, archived_at, created_at FROM location ORDER BY position, id";
    ADD = "INSERT INTO location (id, name, name_key, position, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    RENAME = "UPDATE location SET name = $2, name_key = $3 WHERE id = $1";
    ARCHIVE = "UPDATE location SET archived_at = $2 WHERE id = $1";
    PUT_AT = "UPDATE location SET position = $2 WHERE id = $1";
    HOLD = "UPDATE location SET position = position WHERE id = $1 AND archived_at IS NULL";
    LYING = "SELECT COUNT(*), CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM stock_level WHERE location_id = $1 AND quantity > 0";
    COMING = "SELECT COUNT(*) FROM stock_transfer WHERE to_id = $1 AND state = 'on-its-way'";
}

/// A location.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Location {
    /// Its id.
    pub id: String,
    /// What the staff call it.
    pub name: String,
    /// The name as it is compared.
    pub name_key: String,
    /// The lowest is taken from first.
    pub position: i64,
    /// Since when it is not used any more; epoch milliseconds.
    pub archived_at: Option<i64>,
    /// Epoch milliseconds.
    pub created_at: i64,
}

impl Location {
    /// It is the shop's first.
    pub fn is_main(&self) -> bool {
        self.id == MAIN
    }

    /// The id as it stands with counts: none of the first.
    pub fn part(&self) -> Option<&str> {
        part(&self.id)
    }
}

/// An id as it stands with counts: none of the first.
pub fn part(id: &str) -> Option<&str> {
    Some(id).filter(|id| *id != MAIN)
}

/// Every location in its order, archived ones too.
///
/// # Errors
/// Faults of the store.
pub async fn list(connection: &mut Connection<'_>) -> Result<Vec<Location>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).fetch_all(c).await)?)
}

/// Adds one; `false` when there is one of that id or name.
///
/// # Errors
/// Faults of the store.
pub async fn add(connection: &mut Connection<'_>, one: &Location) -> Result<bool, ApiError> {
    let Location { id, name, name_key, position, created_at, .. } = one;
    Ok(affected!(connection, ADD, id, name, name_key, position, created_at)? == 1)
}

/// Gives one another name.
///
/// # Errors
/// Faults of the store.
pub async fn rename(
    connection: &mut Connection<'_>,
    id: &str,
    (name, key): (&str, &str),
) -> Result<(), ApiError> {
    affected!(connection, RENAME, id, name, key)?;
    Ok(())
}

/// One is not used any more since a moment, or is again.
///
/// # Errors
/// Faults of the store.
pub async fn archive(connection: &mut Connection<'_>, id: &str, at: Option<i64>) -> Result<(), ApiError> {
    affected!(connection, ARCHIVE, id, at)?;
    Ok(())
}

/// Puts one at a position.
///
/// # Errors
/// Faults of the store.
pub async fn put_at(connection: &mut Connection<'_>, id: &str, position: i64) -> Result<(), ApiError> {
    affected!(connection, PUT_AT, id, position)?;
    Ok(())
}

/// Nobody archives it from here on until the transaction ends; `false` when it is archived, or there is none.
///
/// # Errors
/// Faults of the store.
pub async fn hold(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, HOLD, id)? == 1)
}

/// Of how many variants how many pieces lie at one that is not the first.
///
/// # Errors
/// Faults of the store.
pub async fn lying(connection: &mut Connection<'_>, id: &str) -> Result<(i64, i64), ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LYING).bind(id).fetch_one(c).await)?)
}

/// How many transfers are on their way to one.
///
/// # Errors
/// Faults of the store.
pub async fn coming(connection: &mut Connection<'_>, id: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COMING).bind(id).fetch_one(c).await)?)
}
