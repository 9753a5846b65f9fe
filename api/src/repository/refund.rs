//! What goes back: refunds, each promised to the books before the provider is asked.

use super::books::mark;
use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    // The one place that promises money back: never more than was paid, however many ask at once.
    PROMISE = "UPDATE shop_order SET refunded_cents = refunded_cents + $2 WHERE id = $1 AND status = 'paid' AND refunded_cents + $2 <= grand_total_cents";
    TAKE_BACK = "UPDATE shop_order SET refunded_cents = refunded_cents - $2 WHERE id = $1";
    // Of what is promised with it the order knows already.
    ADD = "INSERT INTO refund (id, order_id, amount_cents, status, reason, reference, created_at, ended_at, before_cents) \
        SELECT $1, id, $3, $4, $5, $6, $7, $8, refunded_cents - $3 FROM shop_order WHERE id = $2";
    ADD_FAILED = "INSERT INTO refund (id, order_id, amount_cents, status, reason, reference, fault, created_at, ended_at, before_cents) \
        SELECT $1, id, $3, 'failed', $4, $5, $6, $7, $7, refunded_cents FROM shop_order WHERE id = $2";
    READ = "SELECT id, order_id, amount_cents, status, reason, reference, fault, created_at, before_cents FROM refund WHERE id = $1";
    BY_REFERENCE = "SELECT id, order_id, amount_cents, status, reason, reference, fault, created_at, before_cents FROM refund WHERE reference = $1";
    OF_ORDER = "SELECT id, order_id, amount_cents, status, reason, reference, fault, created_at, before_cents FROM refund WHERE order_id = $1 ORDER BY id";
    SET_DONE = "UPDATE refund SET status = 'done', reference = $2, ended_at = $3 WHERE id = $1 AND status = 'pending'";
    SET_FAILED = "UPDATE refund SET status = 'failed', fault = $2, ended_at = $3 WHERE id = $1 AND status <> 'failed'";
    NAME = "UPDATE refund SET reference = $2 WHERE id = $1";
    RESTOCK_LINE = "UPDATE order_line SET restocked = restocked + $3 WHERE order_id = $1 AND position = $2 AND restocked + $3 <= quantity";
    ADD_LINE = "INSERT INTO refund_line (refund_id, order_id, position, quantity, cents) VALUES ($1, $2, $3, $4, $5)";
    LINES = "SELECT position, CAST(SUM(quantity) AS BIGINT) AS quantity, CAST(SUM(cents) AS BIGINT) AS cents FROM refund_line WHERE order_id = $1 GROUP BY position ORDER BY position";
    REMOVE_LINES = "DELETE FROM refund_line WHERE refund_id = $1";
}

/// The place of what delivery cost, among the lines of a refund.
pub const DELIVERY: i64 = -1;

/// What refunds were for: pieces of a line, or delivery.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RefundedLine {
    /// The line of the order, or [`DELIVERY`].
    pub position: i64,
    /// How many of it.
    pub quantity: i64,
    /// What they cost, in minor units.
    pub cents: i64,
}

/// Notes what a refund of an order is for.
///
/// # Errors
/// Faults of the store.
pub async fn add_line(
    connection: &mut Connection<'_>,
    (order_id, refund_id): (&str, &str),
    line: &RefundedLine,
) -> Result<(), ApiError> {
    affected!(connection, ADD_LINE, refund_id, order_id, line.position, line.quantity, line.cents)?;
    Ok(())
}

/// What went back of an order by its lines, summed.
///
/// # Errors
/// Faults of the store.
pub async fn lines(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<RefundedLine>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LINES).bind(order_id).fetch_all(c).await)?)
}

/// A refund.
#[derive(Clone, Debug, FromRow)]
pub struct StoredRefund {
    /// Its id.
    pub id: String,
    /// Of which order.
    pub order_id: String,
    /// Minor units.
    pub amount_cents: i64,
    /// `pending`, `done` or `failed`.
    pub status: String,
    /// Why, in the owner's words.
    pub reason: String,
    /// The provider's name of it.
    pub reference: Option<String>,
    /// Why it failed.
    pub fault: Option<String>,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// What of the order had gone back, or was promised, before it.
    pub before_cents: i64,
}

/// A refund that is to be written down.
#[derive(Clone, Debug)]
pub struct NewRefund<'a> {
    /// Its id.
    pub id: &'a str,
    /// Of which order.
    pub order_id: &'a str,
    /// Minor units.
    pub amount_cents: i64,
    /// Why.
    pub reason: &'a str,
    /// The provider's name, for one that was made there; then it is done.
    pub reference: Option<&'a str>,
}

/// Promises a refund; `false` when less than that is left of what was paid.
pub async fn promise(
    connection: &mut Connection<'_>,
    refund: &NewRefund<'_>,
    now: i64,
) -> Result<bool, ApiError> {
    let promised = affected!(connection, PROMISE, refund.order_id, refund.amount_cents)?;
    if promised == 0 {
        return Ok(false);
    }
    let status = if refund.reference.is_some() { "done" } else { "pending" };
    affected!(
        connection,
        ADD,
        refund.id,
        refund.order_id,
        refund.amount_cents,
        status,
        refund.reason,
        refund.reference,
        now,
        refund.reference.map(|_| now)
    )?;
    if refund.reference.is_some() {
        mark::take(connection, refund.order_id).await?;
    }
    Ok(true)
}

/// Writes down a refund that came to nothing before anything was promised.
///
/// # Errors
/// Faults of the store.
pub async fn add_failed(
    connection: &mut Connection<'_>,
    refund: &NewRefund<'_>,
    fault: &str,
    now: i64,
) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD_FAILED,
        refund.id,
        refund.order_id,
        refund.amount_cents,
        refund.reason,
        refund.reference,
        fault,
        now
    )?;
    Ok(())
}

/// The refund with this id.
pub async fn read(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredRefund>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(id).fetch_optional(c).await)?)
}

/// The refund the provider calls so.
pub async fn by_reference(
    connection: &mut Connection<'_>,
    reference: &str,
) -> Result<Option<StoredRefund>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_REFERENCE).bind(reference).fetch_optional(c).await)?)
}

/// Gives a refund the provider's name of it, once that is known.
pub async fn name(connection: &mut Connection<'_>, id: &str, reference: &str) -> Result<(), ApiError> {
    affected!(connection, NAME, id, reference)?;
    Ok(())
}

/// The refunds of an order, oldest first.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Vec<StoredRefund>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}

/// The provider gave it back; `false` when that was known.
pub async fn set_done(
    connection: &mut Connection<'_>,
    id: &str,
    reference: &str,
    now: i64,
) -> Result<bool, ApiError> {
    let done = affected!(connection, SET_DONE, id, reference, now)?;
    if done == 1
        && let Some(refund) = read(connection, id).await?
    {
        mark::take(connection, &refund.order_id).await?;
    }
    Ok(done == 1)
}

/// Nothing went back: what was promised may be promised again; `false` when that was known.
pub async fn set_failed(
    connection: &mut Connection<'_>,
    refund: &StoredRefund,
    fault: &str,
    now: i64,
) -> Result<bool, ApiError> {
    let done = affected!(connection, SET_FAILED, &refund.id, fault, now)?;
    if done == 1 {
        affected!(connection, REMOVE_LINES, &refund.id)?;
        affected!(connection, TAKE_BACK, &refund.order_id, refund.amount_cents)?;
        mark::take(connection, &refund.order_id).await?;
    }
    Ok(done == 1)
}

/// Notes that `quantity` of a line go back into stock; `false` when fewer of it are out.
pub async fn restock_line(
    connection: &mut Connection<'_>,
    order_id: &str,
    position: i64,
    quantity: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, RESTOCK_LINE, order_id, position, quantity)? == 1)
}
