//! Orders of other shops as they are listed beside ours, and what all of them came to.

use super::connection::{Connection, fetch, statements};
use super::imported::Imported;
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    LIST = "SELECT source, number, body FROM imported_order WHERE ($1 = '' OR email = $1) AND created_at >= $2 AND created_at < $3 \
        AND (created_at < $4 OR (created_at = $4 AND (source > $5 OR (source = $5 AND number > $6)))) ORDER BY created_at DESC, source, number LIMIT $7";
    ONE = "SELECT source, number, body FROM imported_order WHERE source = $1 AND number = $2";
    IS_OWN = "SELECT EXISTS (SELECT 1 FROM shop_order WHERE id = $1)";
    OWN_SUMS = "SELECT currency, test_mode, COUNT(*) AS orders, CAST(SUM(grand_total_cents) AS BIGINT) AS total_cents, \
        CAST(SUM(refunded_cents) AS BIGINT) AS refunded_cents FROM shop_order WHERE status = 'paid' AND created_at >= $1 AND created_at < $2 \
        GROUP BY currency, test_mode ORDER BY currency, test_mode";
    IMPORTED_SUMS = "SELECT currency, (1 = 0) AS test_mode, COUNT(*) AS orders, CAST(SUM(total_cents) AS BIGINT) AS total_cents, \
        CAST(SUM(refunded_cents) AS BIGINT) AS refunded_cents FROM imported_order WHERE is_paid AND created_at > 0 AND created_at >= $1 AND created_at < $2 \
        GROUP BY currency ORDER BY currency";
}

/// Which imported orders.
#[derive(Clone, Debug)]
pub struct ImportedFilter {
    /// Only those of this address, in lower case; "" for all.
    pub email: String,
    /// Only those placed at or after this moment.
    pub from: i64,
    /// Only those placed before this moment.
    pub to: i64,
    /// Behind this one: when it was placed, its source and number.
    pub after: (i64, String, String),
}

impl Default for ImportedFilter {
    fn default() -> Self {
        ImportedFilter {
            email: String::new(),
            from: i64::MIN,
            to: i64::MAX,
            after: (i64::MAX, String::new(), String::new()),
        }
    }
}

/// Imported orders, newest first.
pub async fn imported(
    connection: &mut Connection<'_>,
    filter: &ImportedFilter,
    limit: i64,
) -> Result<Vec<Imported>, ApiError> {
    let (at, source, number) = &filter.after;
    Ok(fetch!(connection, |c| sqlx::query_as(LIST)
        .bind(&filter.email)
        .bind(filter.from)
        .bind(filter.to)
        .bind(at)
        .bind(source)
        .bind(number)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// One imported order.
pub async fn one_imported(
    connection: &mut Connection<'_>,
    source: &str,
    number: &str,
) -> Result<Option<Imported>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ONE).bind(source).bind(number).fetch_optional(c).await)?)
}

/// Whether this is the id of an order of this shop.
pub async fn is_own(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(IS_OWN).bind(id).fetch_one(c).await)?)
}

/// What orders of one currency came to. Amounts are minor units.
#[derive(Clone, Debug, FromRow)]
pub struct Sum {
    /// ISO 4217 code.
    pub currency: String,
    /// No money moved.
    pub test_mode: bool,
    /// How many were paid.
    pub orders: i64,
    /// What was paid.
    pub total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
}

/// What the orders of this shop that were placed from `from` until before `to` came to.
pub async fn own_sums(connection: &mut Connection<'_>, (from, to): (i64, i64)) -> Result<Vec<Sum>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(OWN_SUMS).bind(from).bind(to).fetch_all(c).await)?)
}

/// What the imported ones came to.
pub async fn imported_sums(
    connection: &mut Connection<'_>,
    (from, to): (i64, i64),
) -> Result<Vec<Sum>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(IMPORTED_SUMS).bind(from).bind(to).fetch_all(c).await)?)
}
