//! Changes of what was bought, made by the staff before it is sent.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO order_change (id, order_id, draft_id, state, takes_out, body, reason, author, created_at) VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8)";
    OF_ORDER = "SELECT c.id, c.order_id, c.draft_id, c.state, c.takes_out, c.body, c.reason, c.returned_cents, c.author, c.created_at, c.ended_at, o.id AS added_order_id, o.number AS added_number \
        FROM order_change AS c LEFT JOIN shop_order AS o ON o.cart_id = c.draft_id AND o.status = 'paid' WHERE c.order_id = $1 ORDER BY c.id";
    PENDING = "SELECT c.id, c.order_id, c.draft_id, c.state, c.takes_out, c.body, c.reason, c.returned_cents, c.author, c.created_at, c.ended_at, o.id AS added_order_id, o.number AS added_number \
        FROM order_change AS c LEFT JOIN shop_order AS o ON o.cart_id = c.draft_id AND o.status = 'paid' WHERE c.order_id = $1 AND c.state = 'pending'";
    OF_DRAFT = "SELECT c.id, c.order_id, c.draft_id, c.state, c.takes_out, c.body, c.reason, c.returned_cents, c.author, c.created_at, c.ended_at, o.id AS added_order_id, o.number AS added_number \
        FROM order_change AS c LEFT JOIN shop_order AS o ON o.cart_id = c.draft_id AND o.status = 'paid' WHERE c.draft_id = $1";
    // The one place where a change is made: the transaction that changes the row does what follows from it.
    END = "UPDATE order_change SET state = $2, returned_cents = $3, ended_at = $4 WHERE id = $1 AND state = 'pending'";
    FORGET = "UPDATE order_change SET reason = '' WHERE order_id = $1";
}

/// A change. Amounts are minor units, moments epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct StoredChange {
    /// Its id.
    pub id: String,
    /// Of which order.
    pub order_id: String,
    /// The draft of what is added; none where nothing is.
    pub draft_id: Option<String>,
    /// `pending`, `done` or `withdrawn`.
    pub state: String,
    /// Something is taken out.
    pub takes_out: bool,
    /// What is taken out and added, as JSON.
    pub body: String,
    /// Why.
    pub reason: String,
    /// What went back.
    pub returned_cents: i64,
    /// Who made it.
    pub author: String,
    /// When.
    pub created_at: i64,
    /// When it was made or withdrawn.
    pub ended_at: Option<i64>,
    /// The order of what was added, once that is paid.
    pub added_order_id: Option<String>,
    /// That order's number.
    pub added_number: Option<i64>,
}

impl StoredChange {
    /// It waits to be paid.
    pub fn is_pending(&self) -> bool {
        self.state == "pending"
    }
}

/// A change that is to be written down.
#[derive(Clone, Copy, Debug)]
pub struct NewChange<'a> {
    /// Its id.
    pub id: &'a str,
    /// Of which order.
    pub order_id: &'a str,
    /// The draft of what is added.
    pub draft_id: Option<&'a str>,
    /// Something is taken out.
    pub takes_out: bool,
    /// What is taken out and added, as JSON.
    pub body: &'a str,
    /// Why.
    pub reason: &'a str,
    /// Who makes it.
    pub author: &'a str,
}

/// Writes a change down, as one that is not made yet.
///
/// # Errors
/// Faults of the store.
pub async fn add(connection: &mut Connection<'_>, change: &NewChange<'_>, now: i64) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD,
        change.id,
        change.order_id,
        change.draft_id,
        change.takes_out,
        change.body,
        change.reason,
        change.author,
        now
    )?;
    Ok(())
}

/// The changes of an order, oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Vec<StoredChange>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}

/// The change of an order that waits to be paid.
///
/// # Errors
/// Faults of the store.
pub async fn pending(
    connection: &mut Connection<'_>,
    order_id: &str,
) -> Result<Option<StoredChange>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(PENDING).bind(order_id).fetch_optional(c).await)?)
}

/// The change that a draft, or the cart of an order, belongs to.
///
/// # Errors
/// Faults of the store.
pub async fn of_draft(
    connection: &mut Connection<'_>,
    draft_id: &str,
) -> Result<Option<StoredChange>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_DRAFT).bind(draft_id).fetch_optional(c).await)?)
}

/// Ends a change as made, with what went back; `false` when it had ended.
///
/// # Errors
/// Faults of the store.
pub async fn set_done(
    connection: &mut Connection<'_>,
    id: &str,
    returned_cents: i64,
    now: i64,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, END, id, "done", returned_cents, now)? == 1)
}

/// Ends a change of which nothing comes; `false` when it had ended.
///
/// # Errors
/// Faults of the store.
pub async fn withdraw(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, END, id, "withdrawn", 0_i64, now)? == 1)
}

/// Forgets the words of the changes of an order.
///
/// # Errors
/// Faults of the store.
pub async fn forget(connection: &mut Connection<'_>, order_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET, order_id)?;
    Ok(())
}
