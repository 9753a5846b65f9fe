//! The places in the windows of ways of delivery. An order that did not come to nothing has one: what frees it is what becomes of
//! the order, and nothing else has to be undone.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use loggia_commerce::DeliveryWindow;
use std::collections::HashMap;

statements! {
    // The row is held until the transaction ends: who counts next sees this order.
    HOLD_WINDOW = "INSERT INTO delivery_window (window_key) VALUES ($1) ON CONFLICT (window_key) DO UPDATE SET window_key = excluded.window_key";
    TAKEN = "SELECT COUNT(*) FROM shop_order WHERE window_key = $1 AND status <> 'cancelled' AND cancelled_at IS NULL AND id <> $2";
    SET_WINDOW = "UPDATE shop_order SET window_key = $2 WHERE id = $1";
    // But for the orders of the cart that is looked at.
    TAKEN_SINCE = "SELECT window_key, COUNT(*) FROM shop_order WHERE window_key >= $1 AND status <> 'cancelled' AND cancelled_at IS NULL AND cart_id <> $2 GROUP BY window_key";
    FORGET_WINDOWS = "DELETE FROM delivery_window WHERE window_key < $1";
}

/// The window by its day first, so that those to come stand together.
pub fn key(option: &str, window: &DeliveryWindow) -> String {
    format!("{}T{} {option}", window.day, window.from)
}

/// Takes a place in a window of a way of delivery for an order, in place of the one it has; without a window it has none. `false`
/// when `places` orders have one already.
pub async fn take(
    connection: &mut Connection<'_>,
    order_id: &str,
    wanted: Option<(&str, &DeliveryWindow)>,
    places: Option<u32>,
) -> Result<bool, ApiError> {
    let key = wanted.map(|(option, window)| key(option, window));
    if let (Some(key), Some(places)) = (&key, places) {
        affected!(connection, HOLD_WINDOW, key)?;
        let taken: i64 =
            fetch!(connection, |c| sqlx::query_scalar(TAKEN).bind(key).bind(order_id).fetch_one(c).await)?;
        if taken >= i64::from(places) {
            return Ok(false);
        }
    }
    affected!(connection, SET_WINDOW, order_id, &key)?;
    Ok(true)
}

/// How many orders have a place in each window from a day on, but for those of a cart.
pub async fn taken_since(
    connection: &mut Connection<'_>,
    day: &str,
    cart_id: &str,
) -> Result<HashMap<String, i64>, ApiError> {
    let rows: Vec<(String, i64)> =
        fetch!(connection, |c| sqlx::query_as(TAKEN_SINCE).bind(day).bind(cart_id).fetch_all(c).await)?;
    Ok(rows.into_iter().collect())
}

/// Forgets the rows that were held for windows before a day.
pub async fn forget_before(connection: &mut Connection<'_>, day: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_WINDOWS, day)?;
    Ok(())
}
