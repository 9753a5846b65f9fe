//! What the owner sees: the lists of orders and subscriptions.

use super::connection::{Connection, fetch, statements};
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    // The state an owner reads comes from what happened to the order; filters that are empty let everything through.
    ORDERS = "SELECT * FROM (SELECT id, number, email, test_mode, currency, subtotal_cents, discount_cents - relief_cents AS discount_cents, shipping_cents, tax_cents, relief_cents, grand_total_cents, \
        refunded_cents, subscription_id, created_at, buyer, shipping_location, shipping_option, CASE WHEN status = 'pending' THEN 'PENDING' WHEN status = 'cancelled' OR cancelled_at IS NOT NULL \
        THEN 'CANCELLED' WHEN fulfilled_at IS NOT NULL THEN 'FULFILLED' ELSE 'PAID' END AS state, \
        (SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT) FROM order_line WHERE order_line.order_id = shop_order.id) AS pieces FROM shop_order) AS listed \
        WHERE ($1 = '' OR id < $1) AND ($2 = '' OR state = $2) AND ($3 = '' OR lower(email) = $3) AND created_at >= $4 AND created_at < $5 AND ($7 = 0 OR number = $7) ORDER BY id DESC LIMIT $6";
    // An address is found by how it begins, an order by its number or whole id.
    SUBSCRIPTIONS = "SELECT id FROM subscription WHERE ($1 = '' OR CASE WHEN status = 'active' AND paused_at IS NOT NULL THEN 'paused' ELSE status END = $1) \
        AND ($2 = '' OR id < $2) AND ($4 = '' OR substr(lower(email), 1, length($4)) = $4 OR order_id = $4 OR order_id IN (SELECT id FROM shop_order WHERE number = $5)) \
        ORDER BY id DESC LIMIT $3";
}

/// One order in a list.
#[derive(Clone, Debug, FromRow)]
pub struct ListedOrder {
    /// Its id.
    pub id: String,
    /// The number that people say; one that is not paid has none.
    pub number: Option<i64>,
    /// Who bought.
    pub email: String,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code.
    pub currency: String,
    /// Minor units.
    pub subtotal_cents: i64,
    /// Minor units.
    pub discount_cents: i64,
    /// Minor units.
    pub shipping_cents: i64,
    /// Minor units.
    pub tax_cents: i64,
    /// Minor units.
    pub relief_cents: i64,
    /// Minor units.
    pub grand_total_cents: i64,
    /// Minor units.
    pub refunded_cents: i64,
    /// The subscription it is a later payment of.
    pub subscription_id: Option<String>,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// `PENDING`, `PAID`, `FULFILLED` or `CANCELLED`.
    pub state: String,
    /// How many pieces.
    pub pieces: i64,
    /// Who bought, as the JSON of a `Buyer`.
    pub buyer: String,
    /// Where it goes, as JSON.
    pub shipping_location: Option<String>,
    /// How it goes, as JSON.
    pub shipping_option: Option<String>,
}

/// Which orders.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// Only those older than this id.
    pub before: String,
    /// Only those in this state.
    pub state: String,
    /// Only those of this address, in lower case.
    pub email: String,
    /// Only those made at or after this moment.
    pub from: i64,
    /// Only those made before this moment.
    pub to: i64,
    /// Only the one of this number; 0 for all.
    pub number: i64,
}

/// Orders, newest first.
pub async fn orders(
    connection: &mut Connection<'_>,
    filter: &OrderFilter,
    limit: i64,
) -> Result<Vec<ListedOrder>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ORDERS)
        .bind(&filter.before)
        .bind(&filter.state)
        .bind(&filter.email)
        .bind(filter.from)
        .bind(filter.to)
        .bind(limit)
        .bind(filter.number)
        .fetch_all(c)
        .await)?)
}

/// Which subscriptions the owner looks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubscriptionFilter<'a> {
    /// How they stand, `paused` too; "" for all.
    pub status: &'a str,
    /// How their address begins, in lower case, or the id of the order that began them; "" for all.
    pub text: &'a str,
    /// The number of that order, where `text` is one.
    pub number: Option<i64>,
}

/// The ids of subscriptions, newest first, from behind `before`.
///
/// # Errors
/// Faults of the store.
pub async fn subscriptions(
    connection: &mut Connection<'_>,
    filter: SubscriptionFilter<'_>,
    before: &str,
    limit: i64,
) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(SUBSCRIPTIONS)
        .bind(filter.status)
        .bind(before)
        .bind(limit)
        .bind(filter.text)
        .bind(filter.number)
        .fetch_all(c)
        .await)?)
}
