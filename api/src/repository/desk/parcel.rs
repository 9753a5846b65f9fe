//! Parcels: which pieces of an order went out when, and how they can be followed. Never more than was bought.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    SEND = "UPDATE order_line SET sent = sent + $3 WHERE order_id = $1 AND position = $2 AND sent + $3 <= quantity";
    ADD = "INSERT INTO shipment (id, order_id, carrier, tracking_number, tracking_url, created_at) VALUES ($1, $2, $3, $4, $5, $6)";
    ADD_LINE = "INSERT INTO shipment_line (shipment_id, position, quantity) VALUES ($1, $2, $3)";
    BEGIN = "UPDATE shop_order SET shipped_at = COALESCE(shipped_at, $2), tracking = $3 WHERE id = $1 AND (status = 'paid' OR (status = 'pending' AND manual_payment IS NOT NULL)) AND cancelled_at IS NULL AND fulfilled_at IS NULL";
    END = "UPDATE shop_order SET fulfilled_at = $2 WHERE id = $1 AND fulfilled_at IS NULL";
    NAME = "UPDATE shipment SET carrier = $2, tracking_number = $3, tracking_url = $4 WHERE id = $1";
    FOLLOW = "UPDATE shop_order SET tracking = $2 WHERE id = $1";
    OF_ORDER = "SELECT id, carrier, tracking_number, tracking_url, created_at FROM shipment WHERE order_id = $1 ORDER BY created_at, id";
    LINES = "SELECT shipment_id, position, quantity FROM shipment_line WHERE shipment_id IN (SELECT id FROM shipment WHERE order_id = $1) ORDER BY shipment_id, position";
    UNSEND = "UPDATE order_line SET sent = 0 WHERE order_id = $1";
    REMOVE = "DELETE FROM shipment WHERE order_id = $1";
    UNDO = "UPDATE shop_order SET fulfilled_at = NULL, shipped_at = NULL, tracking = NULL WHERE id = $1 AND shipped_at IS NOT NULL AND cancelled_at IS NULL";
}

/// A parcel.
#[derive(Clone, Debug, FromRow)]
pub struct StoredParcel {
    /// Its id.
    pub id: String,
    /// Who carries it; "" when nothing was said.
    pub carrier: String,
    /// The carrier's number; "" when nothing was said.
    pub tracking_number: String,
    /// Where it can be followed; "" when nothing was said.
    pub tracking_url: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// Pieces of a line in a parcel.
#[derive(Clone, Debug, FromRow)]
pub struct ParcelLine {
    /// The parcel.
    pub shipment_id: String,
    /// The line of the order.
    pub position: i64,
    /// How many of it.
    pub quantity: i64,
}

/// Notes that a parcel of these lines (place, how many) goes out. `Ok(false)` when more of one is named than was bought; then the
/// transaction must come to nothing.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    (order_id, parcel): (&str, &StoredParcel),
    lines: &[(i64, i64)],
) -> Result<bool, ApiError> {
    let StoredParcel { id, carrier, tracking_number, tracking_url, created_at } = parcel;
    affected!(connection, ADD, id, order_id, carrier, tracking_number, tracking_url, created_at)?;
    for (position, quantity) in lines {
        if affected!(connection, SEND, order_id, position, quantity)? != 1 {
            return Ok(false);
        }
        affected!(connection, ADD_LINE, id, position, quantity)?;
    }
    Ok(true)
}

/// A parcel of a paid order is on its way, followed by `tracking` (JSON); `false` when nothing of it is left to be sent.
///
/// # Errors
/// Faults of the store.
pub async fn begin(
    connection: &mut Connection<'_>,
    order_id: &str,
    tracking: Option<&str>,
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, BEGIN, order_id, now, tracking)? == 1)
}

/// A parcel of an order that is on its way can be followed so; `json` is the same as the order keeps it.
///
/// # Errors
/// Faults of the store.
pub async fn name(
    connection: &mut Connection<'_>,
    (order_id, parcel_id): (&str, &str),
    (carrier, number, url): (&str, &str, &str),
    json: &str,
) -> Result<(), ApiError> {
    affected!(connection, NAME, parcel_id, carrier, number, url)?;
    affected!(connection, FOLLOW, order_id, json)?;
    Ok(())
}

/// Nothing is left to be sent.
///
/// # Errors
/// Faults of the store.
pub async fn end(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, END, order_id, now)?;
    Ok(())
}

/// The parcels of an order, oldest first, and what is in them.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<(Vec<StoredParcel>, Vec<ParcelLine>), ApiError> {
    let parcels = fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?;
    let lines = fetch!(connection, |c| sqlx::query_as(LINES).bind(order_id).fetch_all(c).await)?;
    Ok((parcels, lines))
}

/// Nothing was sent after all; `false` when that was known.
///
/// # Errors
/// Faults of the store.
pub async fn undo(connection: &mut Connection<'_>, order_id: &str) -> Result<bool, ApiError> {
    let done = affected!(connection, UNDO, order_id)?;
    if done == 1 {
        affected!(connection, UNSEND, order_id)?;
        affected!(connection, REMOVE, order_id)?;
    }
    Ok(done == 1)
}
