//! What monitoring asks of the store: one statement over small indexes.

use super::connection::{Connection, fetch, statements};
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    READ = "SELECT (SELECT COUNT(*) FROM outbox WHERE done_at IS NULL AND failed_at IS NULL) AS outbox_waiting, \
        (SELECT COUNT(*) FROM shop_order WHERE status = 'pending') AS orders_pending, \
        (SELECT COUNT(*) FROM cart WHERE NOT is_purchased AND expires_at > $1) AS carts_open, \
        COALESCE((SELECT version FROM catalog WHERE id = 1), 0) AS catalog_version";
}

/// How much of everything there is.
#[derive(Clone, Copy, Debug, Default, FromRow)]
pub struct Gauges {
    /// Messages that wait in the outbox.
    pub outbox_waiting: i64,
    /// Orders whose payment is not decided.
    pub orders_pending: i64,
    /// Carts that are neither bought nor expired.
    pub carts_open: i64,
    /// The version of the catalogue.
    pub catalog_version: i64,
}

/// The gauges of now.
pub async fn read(connection: &mut Connection<'_>, now: i64) -> Result<Gauges, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(now).fetch_one(c).await)?)
}
