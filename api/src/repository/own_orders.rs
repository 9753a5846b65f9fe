//! What somebody signed in bought: with the account, or with its address before there was one.

use super::connection::{Connection, fetch, statements};
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    LIST = "SELECT id, number, link_version, status, test_mode, currency, grand_total_cents, refunded_cents, created_at, fulfilled_at, cancelled_at, tracking FROM shop_order \
        WHERE (site_user_id = $1 OR lower(email) = $2) AND ($3 = '' OR id < $3) AND (status <> 'pending' OR manual_payment IS NOT NULL) ORDER BY id DESC LIMIT $4";
}

/// One order of one's own. Amounts are minor units, times epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct OwnOrder {
    /// Its id.
    pub id: String,
    /// The number that people say.
    pub number: Option<i64>,
    /// Links to its page of another version hold no more.
    pub link_version: i64,
    /// `paid` or `cancelled`; `pending` where it is paid by hand.
    pub status: String,
    /// No money moved.
    pub test_mode: bool,
    /// ISO 4217 code.
    pub currency: String,
    /// What was paid.
    pub grand_total_cents: i64,
    /// What of it went back.
    pub refunded_cents: i64,
    /// When it was placed.
    pub created_at: i64,
    /// When its goods went out.
    pub fulfilled_at: Option<i64>,
    /// When it was called off.
    pub cancelled_at: Option<i64>,
    /// How the goods can be followed, as JSON.
    pub tracking: Option<String>,
}

/// The orders of a site user with this address (in lower case), newest first; only those older than `before`.
pub async fn list(
    connection: &mut Connection<'_>,
    (site_user_id, email): (&str, &str),
    before: &str,
    limit: i64,
) -> Result<Vec<OwnOrder>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST)
        .bind(site_user_id)
        .bind(email)
        .bind(before)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}
