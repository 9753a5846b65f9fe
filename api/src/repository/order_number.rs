//! The numbers that people say (`#1042`): one after the other, each given in the transaction that makes its order paid. What is undone
//! gives its number back, so none is left out and none is given twice.

use super::connection::{Connection, affected, change, statements};
use crate::error::ApiError;

statements! {
    // Whoever turns the row holds it until the transaction ends: the next one waits to see whether this number is used.
    TAKE = "INSERT INTO order_number (id, last) VALUES (1, $1) ON CONFLICT (id) DO UPDATE \
        SET last = CASE WHEN order_number.last < $1 THEN $1 ELSE order_number.last + 1 END RETURNING last";
    GIVE = "UPDATE shop_order SET number = $2 WHERE id = $1 AND number IS NULL";
}

/// Gives an order the next number, `first` at least.
///
/// # Errors
/// When it has one: an order becomes paid once.
pub async fn give(connection: &mut Connection<'_>, order_id: &str, first: i64) -> Result<i64, ApiError> {
    let number: i64 = change!(connection, |c| sqlx::query_scalar(TAKE).bind(first).fetch_one(c).await)?;
    if affected!(connection, GIVE, order_id, number)? != 1 {
        return Err(ApiError::Internal(format!("order {order_id} has a number already").into()));
    }
    Ok(number)
}
