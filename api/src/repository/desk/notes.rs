//! What the staff note about orders, and by what they sort them.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use crate::token;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO order_note (id, order_id, author, body, created_at) VALUES ($1, $2, $3, $4, $5)";
    OF_ORDER = "SELECT id, author, body, created_at FROM order_note WHERE order_id = $1 ORDER BY created_at, id";
    SET_TAGS = "UPDATE shop_order SET tags = $2 WHERE id = $1";
    READDRESS = "UPDATE shop_order SET buyer = $2, shipping_location = $3, shipping_option = COALESCE($4, shipping_option) WHERE id = $1 AND status = 'paid' AND cancelled_at IS NULL AND shipped_at IS NULL";
    LETTER = "SELECT created_at, done_at, failed_at FROM outbox WHERE dedupe_key = $1";
}

/// A note.
#[derive(Clone, Debug, FromRow)]
pub struct StoredNote {
    /// Its id.
    pub id: String,
    /// Who wrote it: an email address.
    pub author: String,
    /// What.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// A letter that was written; moments are epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct StoredLetter {
    /// When it was written.
    pub created_at: i64,
    /// When it was sent.
    pub done_at: Option<i64>,
    /// When it was given up.
    pub failed_at: Option<i64>,
}

/// Adds a note to an order; its id.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    order_id: &str,
    (author, body): (&str, &str),
    now: i64,
) -> Result<String, ApiError> {
    let id = token::new_id();
    affected!(connection, ADD, &id, order_id, author, body, now)?;
    Ok(id)
}

/// The notes of an order, oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<StoredNote>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}

/// Sorts an order by these tags, a JSON list, in place of those it had.
///
/// # Errors
/// Faults of the store.
pub async fn set_tags(connection: &mut Connection<'_>, order_id: &str, tags: &str) -> Result<(), ApiError> {
    affected!(connection, SET_TAGS, order_id, tags)?;
    Ok(())
}

/// Sends a paid order elsewhere, as JSON of a `Buyer` and a `ShippingLocation`, and where it is named by another way, as JSON of an
/// `OfferedShippingOption`; `false` once a part of it was sent or it was called off.
///
/// # Errors
/// Faults of the store.
pub async fn readdress(
    connection: &mut Connection<'_>,
    order_id: &str,
    (buyer, place, option): (&str, &str, Option<&str>),
) -> Result<bool, ApiError> {
    Ok(affected!(connection, READDRESS, order_id, buyer, place, option)? == 1)
}

/// The letter that was written for this cause.
///
/// # Errors
/// Faults of the store.
pub async fn letter(connection: &mut Connection<'_>, cause: &str) -> Result<Option<StoredLetter>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LETTER).bind(cause).fetch_optional(c).await)?)
}
