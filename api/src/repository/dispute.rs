//! Payments that a customer disputes at the bank.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO dispute (id, order_id, amount_cents, status, created_at) VALUES ($1, $2, $3, 'open', $4) ON CONFLICT (id) DO NOTHING";
    END = "UPDATE dispute SET status = $2, ended_at = $3 WHERE id = $1 AND status = 'open'";
    OF_ORDER = "SELECT id, amount_cents, status, created_at FROM dispute WHERE order_id = $1 ORDER BY created_at, id";
}

/// A dispute.
#[derive(Clone, Debug, FromRow)]
pub struct StoredDispute {
    /// The provider's name of it.
    pub id: String,
    /// Minor units.
    pub amount_cents: i64,
    /// `open`, `won` by the shop, or `lost`.
    pub status: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// Notes a dispute; `false` when it is known.
pub async fn add(
    connection: &mut Connection<'_>,
    id: &str,
    (order_id, amount_cents): (&str, i64),
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, ADD, id, order_id, amount_cents, now)? == 1)
}

/// Notes how a dispute ended; `false` when that is known.
pub async fn end(
    connection: &mut Connection<'_>,
    id: &str,
    status: &str,
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, END, id, status, now)? == 1)
}

/// The disputes about an order, oldest first.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Vec<StoredDispute>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}
