//! What a service that works out taxes answered, and what it was told of orders.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use loggia_commerce::TaxCalculation;
use sqlx_macros::FromRow;

statements! {
    KNOWN = "SELECT body FROM tax_calculation WHERE cart_id = $1 AND expires_at > $2 ORDER BY expires_at DESC, asked LIMIT 20";
    COUNT = "SELECT COUNT(*) FROM tax_calculation WHERE cart_id = $1";
    KEEP = "INSERT INTO tax_calculation (cart_id, asked, body, expires_at) VALUES ($1, $2, $3, $4) ON CONFLICT (cart_id, asked) DO UPDATE \
        SET body = excluded.body, expires_at = excluded.expires_at";
    FORGET = "DELETE FROM tax_calculation WHERE expires_at <= $1";
    ADD_SALE = "INSERT INTO tax_sale (order_id, calculation, total_cents) VALUES ($1, $2, $3)";
    SALE = "SELECT order_id, calculation, total_cents, reference, reversed_cents FROM tax_sale WHERE order_id = $1";
    SET_RECORDED = "UPDATE tax_sale SET reference = $2 WHERE order_id = $1 AND reference IS NULL";
    SET_REVERSED = "UPDATE tax_sale SET reversed_cents = $2 WHERE order_id = $1 AND reversed_cents = $3";
    ADD_REVERSAL = "INSERT INTO tax_reversal (id, order_id, cents) VALUES ($1, $2, $3)";
    REVERSAL = "SELECT id, order_id, cents, reference FROM tax_reversal WHERE id = $1";
    REVERSAL_DONE = "UPDATE tax_reversal SET reference = $2 WHERE id = $1 AND reference IS NULL";
}

/// An order whose taxes a service worked out.
#[derive(Clone, Debug, FromRow)]
pub struct TaxSale {
    /// The order.
    pub order_id: String,
    /// What the service calls the calculation.
    pub calculation: String,
    /// What that came to, with the taxes; minor units.
    pub total_cents: i64,
    /// What the service calls the sale, once it was told.
    pub reference: Option<String>,
    /// How much of it went back, told or to be told; minor units.
    pub reversed_cents: i64,
}

/// What went back of such an order.
#[derive(Clone, Debug, FromRow)]
pub struct TaxReversal {
    /// Its id.
    pub id: String,
    /// The order.
    pub order_id: String,
    /// How much; minor units.
    pub cents: i64,
    /// What the service calls it, once it was told.
    pub reference: Option<String>,
}

/// What was answered for a cart and still holds.
pub async fn known(
    connection: &mut Connection<'_>,
    cart_id: &str,
    now: i64,
) -> Result<Vec<TaxCalculation>, ApiError> {
    let bodies: Vec<String> =
        fetch!(connection, |c| sqlx::query_scalar(KNOWN).bind(cart_id).bind(now).fetch_all(c).await)?;
    Ok(bodies.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?)
}

/// For how many questions of a cart there is an answer that was not forgotten.
pub async fn count(connection: &mut Connection<'_>, cart_id: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT).bind(cart_id).fetch_one(c).await)?)
}

/// Keeps what was answered for a cart.
pub async fn keep(
    connection: &mut Connection<'_>,
    cart_id: &str,
    answer: &TaxCalculation,
    expires_at: i64,
) -> Result<(), ApiError> {
    affected!(connection, KEEP, cart_id, &answer.asked, &serde_json::to_string(answer)?, expires_at)?;
    Ok(())
}

/// Forgets what does not hold any more.
pub async fn forget(connection: &mut Connection<'_>, now: i64) -> Result<(), ApiError> {
    affected!(connection, FORGET, now)?;
    Ok(())
}

/// An order has the taxes of this answer.
pub async fn add_sale(
    connection: &mut Connection<'_>,
    order_id: &str,
    answer: &TaxCalculation,
) -> Result<(), ApiError> {
    affected!(connection, ADD_SALE, order_id, &answer.id, answer.total_cents.get())?;
    Ok(())
}

/// The sale of an order; `None` of one whose taxes no service worked out.
pub async fn sale(connection: &mut Connection<'_>, order_id: &str) -> Result<Option<TaxSale>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(SALE).bind(order_id).fetch_optional(c).await)?)
}

/// The service was told of the sale.
pub async fn set_recorded(
    connection: &mut Connection<'_>,
    order_id: &str,
    reference: &str,
) -> Result<(), ApiError> {
    affected!(connection, SET_RECORDED, order_id, reference)?;
    Ok(())
}

/// So much of the sale went back by now; `false` when it was not `before` any more.
pub async fn set_reversed(
    connection: &mut Connection<'_>,
    order_id: &str,
    (before, now): (i64, i64),
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_REVERSED, order_id, now, before)? == 1)
}

/// Something went back that the service is to be told of.
pub async fn add_reversal(
    connection: &mut Connection<'_>,
    id: &str,
    (order_id, cents): (&str, i64),
) -> Result<(), ApiError> {
    affected!(connection, ADD_REVERSAL, id, order_id, cents)?;
    Ok(())
}

/// What went back.
pub async fn reversal(connection: &mut Connection<'_>, id: &str) -> Result<Option<TaxReversal>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(REVERSAL).bind(id).fetch_optional(c).await)?)
}

/// The service was told of it.
pub async fn set_told(connection: &mut Connection<'_>, id: &str, reference: &str) -> Result<(), ApiError> {
    affected!(connection, REVERSAL_DONE, id, reference)?;
    Ok(())
}
