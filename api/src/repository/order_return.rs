//! Goods of orders that come back.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use loggia_commerce::ReturnReason;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO order_return (id, order_id, state, reason, answer, by_staff, is_told, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    ADD_LINE = "INSERT INTO order_return_line (return_id, position, quantity, reason) VALUES ($1, $2, $3, $4)";
    READ = "SELECT r.id, r.order_id, o.number, o.email, o.currency, r.state, r.reason, r.answer, r.fee_cents, r.by_staff, r.is_told, r.created_at FROM order_return AS r \
        JOIN shop_order AS o ON o.id = r.order_id WHERE r.id = $1";
    LIST = "SELECT r.id, r.order_id, o.number, o.email, o.currency, r.state, r.reason, r.answer, r.fee_cents, r.by_staff, r.is_told, r.created_at FROM order_return AS r \
        JOIN shop_order AS o ON o.id = r.order_id WHERE ($1 = '' OR r.id < $1) ORDER BY r.id DESC LIMIT $2";
    OF_ORDER = "SELECT r.id, r.order_id, o.number, o.email, o.currency, r.state, r.reason, r.answer, r.fee_cents, r.by_staff, r.is_told, r.created_at FROM order_return AS r \
        JOIN shop_order AS o ON o.id = r.order_id WHERE r.order_id = $1 ORDER BY r.id";
    LINES = "SELECT l.position, l.quantity, l.received, l.restocked, l.reason, s.title, s.sku FROM order_return_line AS l JOIN order_return AS r ON r.id = l.return_id \
        JOIN order_line AS s ON s.order_id = r.order_id AND s.position = l.position WHERE l.return_id = $1 ORDER BY l.position";
    // Pieces of an order that returns wait for.
    AWAITED = "SELECT l.position, CAST(SUM(l.quantity) AS BIGINT) FROM order_return_line AS l JOIN order_return AS r ON r.id = l.return_id \
        WHERE r.order_id = $1 AND r.state IN ('requested', 'accepted') GROUP BY l.position";
    ACCEPT = "UPDATE order_return SET state = 'accepted', answer = $2 WHERE id = $1 AND state = 'requested'";
    DECLINE = "UPDATE order_return SET state = 'declined', answer = $2, ended_at = $3 WHERE id = $1 AND state IN ('requested', 'accepted')";
    // The one place where a return is refunded: the transaction that changes the row does what follows from it.
    END = "UPDATE order_return SET state = 'refunded', fee_cents = $2, ended_at = $3 WHERE id = $1 AND state = 'accepted'";
    RECEIVE = "UPDATE order_return_line SET received = $3, restocked = $4 WHERE return_id = $1 AND position = $2";
    FORGET = "UPDATE order_return SET reason = '', answer = '' WHERE order_id = $1";
}

/// A return. Amounts are minor units, moments epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct StoredReturn {
    /// Its id.
    pub id: String,
    /// Of which order.
    pub order_id: String,
    /// That order's number.
    pub number: Option<i64>,
    /// Who bought.
    pub email: String,
    /// The currency of the order.
    pub currency: String,
    /// `requested`, `accepted`, `declined` or `refunded`.
    pub state: String,
    /// Why, in the words of who asked.
    pub reason: String,
    /// What the shop said to it.
    pub answer: String,
    /// What the shop kept of the money.
    pub fee_cents: i64,
    /// The staff began it, not who bought.
    pub by_staff: bool,
    /// Who bought is written to about it.
    pub is_told: bool,
    /// When it was asked for.
    pub created_at: i64,
}

/// Pieces of a line that come back.
#[derive(Clone, Debug, FromRow)]
pub struct ReturnLine {
    /// The line of the order.
    pub position: i64,
    /// How many were announced.
    pub quantity: i64,
    /// How many came.
    pub received: i64,
    /// How many of those went back into stock.
    pub restocked: i64,
    /// Why, by the code of a [`ReturnReason`](loggia_commerce::ReturnReason).
    pub reason: String,
    /// What the line was called.
    pub title: String,
    /// Its SKU; "" when it has none.
    pub sku: String,
}

/// A return that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewReturn<'a> {
    /// Its id.
    pub id: &'a str,
    /// Of which order.
    pub order_id: &'a str,
    /// The staff begin it, and it is accepted at once; else who bought asks for it.
    pub by_staff: bool,
    /// Who bought is written to about it.
    pub is_told: bool,
    /// Why, in words.
    pub reason: &'a str,
    /// What the shop says to it.
    pub answer: &'a str,
}

/// How many pieces of a line come back, and why.
#[derive(Clone, Copy, Debug)]
pub struct NewLine {
    /// The line of the order.
    pub position: i64,
    /// How many.
    pub quantity: i64,
    /// Why.
    pub reason: ReturnReason,
}

/// A return of an order begins.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    new: &NewReturn<'_>,
    pieces: &[NewLine],
    now: i64,
) -> Result<(), ApiError> {
    let state = if new.by_staff { "accepted" } else { "requested" };
    let (id, told) = (new.id, new.is_told);
    affected!(connection, ADD, id, new.order_id, state, new.reason, new.answer, new.by_staff, told, now)?;
    for line in pieces {
        affected!(connection, ADD_LINE, id, line.position, line.quantity, line.reason.code())?;
    }
    Ok(())
}

/// The return of this id.
///
/// # Errors
/// Faults of the store.
pub async fn read(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredReturn>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(id).fetch_optional(c).await)?)
}

/// The newest first; only those before `before`, unless that is "".
///
/// # Errors
/// Faults of the store.
pub async fn list(
    connection: &mut Connection<'_>,
    before: &str,
    limit: i64,
) -> Result<Vec<StoredReturn>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).bind(before).bind(limit).fetch_all(c).await)?)
}

/// Those of an order, oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Vec<StoredReturn>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}

/// The pieces of one, in the order of the lines.
///
/// # Errors
/// Faults of the store.
pub async fn lines(connection: &mut Connection<'_>, id: &str) -> Result<Vec<ReturnLine>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LINES).bind(id).fetch_all(c).await)?)
}

/// How many pieces of each line of an order its returns wait for.
///
/// # Errors
/// Faults of the store.
pub async fn awaited(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<(i64, i64)>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(AWAITED).bind(order_id).fetch_all(c).await)?)
}

/// Accepts one that was requested; `false` when it was decided before.
///
/// # Errors
/// Faults of the store.
pub async fn accept(connection: &mut Connection<'_>, id: &str, answer: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, ACCEPT, id, answer)? == 1)
}

/// Declines one that is open; `false` when it is not.
///
/// # Errors
/// Faults of the store.
pub async fn decline(
    connection: &mut Connection<'_>,
    id: &str,
    answer: &str,
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, DECLINE, id, answer, now)? == 1)
}

/// Ends one that was accepted, as refunded but for a fee; `false` when it is not to be.
///
/// # Errors
/// Faults of the store.
pub async fn end(
    connection: &mut Connection<'_>,
    id: &str,
    fee_cents: i64,
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, END, id, fee_cents, now)? == 1)
}

/// Notes how many pieces of a line came, and how many of them went back into stock.
///
/// # Errors
/// Faults of the store.
pub async fn receive(
    connection: &mut Connection<'_>,
    id: &str,
    position: i64,
    (received, restocked): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, RECEIVE, id, position, received, restocked)?;
    Ok(())
}

/// Takes away what people wrote about the returns of an order.
///
/// # Errors
/// Faults of the store.
pub async fn forget(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET, order_id)?;
    Ok(())
}
