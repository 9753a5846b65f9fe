//! Payments as their provider knows them, and what the provider reported by itself.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token::TokenHash;
use sqlx_macros::FromRow;

statements! {
    OF_ORDER = "SELECT provider, status, amount_cents, currency, reference, means_hash, slow_since FROM payment WHERE order_id = $1";
    // Of two calls that prepared it at once the first name stays; the provider gave both the same.
    NOTE = "UPDATE payment SET reference = COALESCE(reference, $2), means_hash = $3 WHERE order_id = $1 AND status = 'started' RETURNING reference";
    SET_SLOW = "UPDATE payment SET slow_since = $2 WHERE order_id = $1 AND status = 'started' AND slow_since IS NULL";
    SET_REFUSED = "UPDATE payment SET refused_at = $2 WHERE order_id = $1 AND refused_at IS NULL";
    ORDER_OF_REFERENCE = "SELECT order_id FROM payment WHERE provider = $1 AND reference = $2";
    ADD_EVENT = "INSERT INTO payment_event (provider, id, kind, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT (provider, id) DO NOTHING";
    REMOVE_OLD_EVENTS = "DELETE FROM payment_event WHERE received_at <= $1";
}

/// What begins the name of a payment by money that stayed from another order.
const KEPT: &str = "kept-of-";

/// A payment.
#[derive(Clone, Debug, FromRow)]
pub struct StoredPayment {
    /// Who takes the money.
    pub provider: String,
    /// `started`, `paid` or `declined`.
    pub status: String,
    /// Minor units.
    pub amount_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// The provider's name of it, once it was prepared.
    pub reference: Option<String>,
    /// The hash of the means of payment that was tried last.
    pub means_hash: Option<TokenHash>,
    /// Since when the shopper's bank takes its time over it; epoch milliseconds.
    pub slow_since: Option<i64>,
}

/// The payment of an order.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Option<StoredPayment>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_optional(c).await)?)
}

/// How the payment of an order is called that was paid by what another had paid and took back.
pub fn name_of_kept((from, order_id): (&str, &str)) -> String {
    format!("{KEPT}{from}-{order_id}")
}

/// The payment whose money an order was paid with: its own, or that of the order whose money stayed for it.
///
/// # Errors
/// Faults of the store.
pub async fn behind(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Option<StoredPayment>, ApiError> {
    let mut id = order_id.to_owned();
    loop {
        let Some(found) = of_order(connection, &id).await? else { return Ok(None) };
        let from = found.reference.as_deref().and_then(|name| name.strip_prefix(KEPT)?.split('-').next());
        match from.map(str::to_owned) {
            // An order is younger than the one whose money stayed for it, so this comes to an end.
            Some(from) if from < id => id = from,
            _ => return Ok(Some(found)),
        }
    }
}

/// Notes how the provider calls a payment and what it is tried with, before it is tried; the name that counts, or `None`
/// when the payment was decided meanwhile.
pub async fn note(
    connection: &mut Connection<'_>,
    order_id: &str,
    reference: &str,
    means_hash: &TokenHash,
) -> Result<Option<String>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_scalar(NOTE)
        .bind(order_id)
        .bind(reference)
        .bind(means_hash)
        .fetch_optional(c)
        .await)?)
}

/// Notes that the shopper's bank takes its time; `false` when that was known.
pub async fn set_slow(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_SLOW, order_id, now)? == 1)
}

/// Notes that the shopper's means of payment was refused.
///
/// # Errors
/// Faults of the store.
pub async fn set_refused(connection: &mut Connection<'_>, order_id: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, SET_REFUSED, order_id, now)?;
    Ok(())
}

/// The order a provider's payment belongs to.
pub async fn order_of(
    connection: &mut Connection<'_>,
    provider: &str,
    reference: &str,
) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(ORDER_OF_REFERENCE)
        .bind(provider)
        .bind(reference)
        .fetch_optional(c)
        .await)?)
}

/// Notes a message of the provider's; `false` when it was acted on before.
pub async fn add_event(
    connection: &mut Connection<'_>,
    provider: &str,
    (id, kind): (&str, &str),
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, ADD_EVENT, provider, id, kind, now)? == 1)
}

/// Forgets messages so old that no provider sends them again.
pub async fn remove_old_events(connection: &mut Connection<'_>, before: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_OLD_EVENTS, before)?)
}
