//! What about orders is worth a look, and when it was looked for.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use crate::token;
use sqlx_macros::FromRow;

statements! {
    UNLOOKED = "SELECT id FROM shop_order WHERE status = 'paid' AND looked_at IS NULL ORDER BY id LIMIT $1";
    SET_LOOKED = "UPDATE shop_order SET looked_at = $2, risk_due = $3 WHERE id = $1 AND looked_at IS NULL";
    RISK_DUE = "SELECT id, paid_at FROM shop_order WHERE risk_due <= $1 ORDER BY risk_due LIMIT $2";
    SET_RISK_DUE = "UPDATE shop_order SET risk_due = $2 WHERE id = $1 AND risk_due IS NOT NULL";
    // Each reason once, however often it is found.
    ADD = "INSERT INTO order_mark (id, order_id, kind, detail, found_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (order_id, kind, detail) DO NOTHING";
    OF_ORDER = "SELECT m.id, m.kind, m.detail, m.found_at, m.seen_at, m.seen_by, other.number AS other_number FROM order_mark AS m \
        LEFT JOIN shop_order AS other ON other.id = m.detail WHERE m.order_id = $1 ORDER BY m.found_at, m.id";
    SET_SEEN = "UPDATE order_mark SET seen_at = $3, seen_by = $4 WHERE id = $2 AND order_id = $1 AND seen_at IS NULL";
    // What was added to an order by a change of it, or is charged again by a subscription, is no second order of its buyer.
    TWINS = "SELECT id, created_at, shipping_location FROM shop_order WHERE status = 'paid' AND lower(email) = lower($1) AND created_at BETWEEN $2 AND $3 \
        AND id <> $4 AND test_mode = $5 AND cancelled_at IS NULL AND subscription_id IS NULL \
        AND NOT EXISTS (SELECT 1 FROM order_change WHERE order_change.draft_id = shop_order.cart_id) ORDER BY created_at, id LIMIT 20";
    IS_OF_CHANGE = "SELECT COUNT(*) FROM order_change WHERE draft_id = $1";
    REFUSED = "SELECT COUNT(*) FROM payment AS p JOIN shop_order AS o ON o.id = p.order_id WHERE p.refused_at BETWEEN $1 AND $2 \
        AND (o.cart_id = $3 OR lower(o.email) = lower($4) OR ($5 <> '' AND o.site_user_id = $5))";
}

/// Something that is worth a look. Moments are epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct StoredMark {
    /// Its id.
    pub id: String,
    /// The code of the reason.
    pub kind: String,
    /// Countries with a space between, a count, or the id of another order.
    pub detail: String,
    /// When it was found.
    pub found_at: i64,
    /// When somebody had looked at it.
    pub seen_at: Option<i64>,
    /// Who: an email address.
    pub seen_by: String,
    /// The number of the other order, where one is named.
    pub other_number: Option<i64>,
}

/// An order of the same buyer. Moments are epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct Twin {
    /// Its id.
    pub id: String,
    /// When it was placed.
    pub created_at: i64,
    /// Where it goes, as JSON.
    pub shipping_location: Option<String>,
}

/// Paid orders that were not looked at yet, the oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn unlooked(connection: &mut Connection<'_>, most: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(UNLOOKED).bind(most).fetch_all(c).await)?)
}

/// Notes that an order was looked at, and when its provider is asked; `false` when that was done.
///
/// # Errors
/// Faults of the store.
pub async fn set_looked(
    connection: &mut Connection<'_>,
    order_id: &str,
    (now, risk_due): (i64, Option<i64>),
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_LOOKED, order_id, now, risk_due)? == 1)
}

/// Orders whose provider is to be asked now, with when they were paid.
///
/// # Errors
/// Faults of the store.
pub async fn risk_due(
    connection: &mut Connection<'_>,
    now: i64,
    most: i64,
) -> Result<Vec<(String, Option<i64>)>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(RISK_DUE).bind(now).bind(most).fetch_all(c).await)?)
}

/// Says when the provider is asked again; `None` when it has answered, or nothing more comes of it. `false` when it had answered.
///
/// # Errors
/// Faults of the store.
pub async fn set_risk_due(
    connection: &mut Connection<'_>,
    order_id: &str,
    due: Option<i64>,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_RISK_DUE, order_id, due)? == 1)
}

/// Marks an order with a reason; one that it has already stays as it is.
///
/// # Errors
/// Faults of the store.
pub async fn add(
    connection: &mut Connection<'_>,
    order_id: &str,
    (kind, detail): (&str, &str),
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, ADD, token::new_id(), order_id, kind, detail, now)?;
    Ok(())
}

/// The marks of an order, oldest first.
///
/// # Errors
/// Faults of the store.
pub async fn of_order(connection: &mut Connection<'_>, order_id: &str) -> Result<Vec<StoredMark>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OF_ORDER).bind(order_id).fetch_all(c).await)?)
}

/// Notes who had looked at a mark of an order; `false` when somebody had before, or there is none.
///
/// # Errors
/// Faults of the store.
pub async fn set_seen(
    connection: &mut Connection<'_>,
    (order_id, mark_id): (&str, &str),
    (now, who): (i64, &str),
) -> Result<bool, ApiError> {
    Ok(affected!(connection, SET_SEEN, order_id, mark_id, now, who)? == 1)
}

/// Other paid orders of the same email address that were placed between these moments, by the shopper.
///
/// # Errors
/// Faults of the store.
pub async fn twins(
    connection: &mut Connection<'_>,
    (order_id, email, test_mode): (&str, &str, bool),
    (from, to): (i64, i64),
) -> Result<Vec<Twin>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(TWINS)
        .bind(email)
        .bind(from)
        .bind(to)
        .bind(order_id)
        .bind(test_mode)
        .fetch_all(c)
        .await)?)
}

/// Whether a cart is what a change added to an order.
///
/// # Errors
/// Faults of the store.
pub async fn is_of_change(connection: &mut Connection<'_>, cart_id: &str) -> Result<bool, ApiError> {
    let found: i64 =
        fetch!(connection, |c| sqlx::query_scalar(IS_OF_CHANGE).bind(cart_id).fetch_one(c).await)?;
    Ok(found > 0)
}

/// How many payments were refused between these moments of this cart, this email address, or this member ("" for a guest).
///
/// # Errors
/// Faults of the store.
pub async fn refused(
    connection: &mut Connection<'_>,
    (cart_id, email, member): (&str, &str, &str),
    (from, to): (i64, i64),
) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(REFUSED)
        .bind(from)
        .bind(to)
        .bind(cart_id)
        .bind(email)
        .bind(member)
        .fetch_one(c)
        .await)?)
}
