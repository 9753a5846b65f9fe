//! Withdrawals from contracts, as consumers declared them.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO withdrawal (id, declared_at, name, order_name, email, goods, language, order_id, acknowledged) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    // The order whose number or id was typed, of the same address.
    FITTING = "SELECT id FROM shop_order WHERE (CAST(number AS TEXT) = $1 OR lower(id) = $1) AND lower(email) = $2 AND status = 'paid'";
    SAME = "SELECT id, declared_at, name, order_name, email, goods, language, order_id, acknowledged, handled_at FROM withdrawal \
        WHERE email = $1 AND order_name = $2 AND name = $3 AND goods = $4 AND declared_at > $5 ORDER BY id DESC LIMIT 1";
    LETTERS_SINCE = "SELECT COUNT(*) FROM withdrawal WHERE email = $1 AND declared_at > $2 AND acknowledged";
    LIST = "SELECT id, declared_at, name, order_name, email, goods, language, order_id, acknowledged, handled_at FROM withdrawal \
        WHERE ($1 = '' OR id < $1) ORDER BY id DESC LIMIT $2";
    HANDLE = "UPDATE withdrawal SET handled_at = $2 WHERE id = $1 AND handled_at IS NULL";
    EMAIL_OF = "SELECT email FROM withdrawal WHERE id = $1";
}

/// A withdrawal. Times are epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct StoredWithdrawal {
    /// Its id.
    pub id: String,
    /// When it was declared.
    pub declared_at: i64,
    /// Who declared it.
    pub name: String,
    /// What they called the order.
    pub order_name: String,
    /// Where the acknowledgement went; in lower case.
    pub email: String,
    /// Which goods; "" for all of the order.
    pub goods: String,
    /// The language it was declared in.
    pub language: String,
    /// The order that fits.
    pub order_id: Option<String>,
    /// The acknowledgement went out.
    pub acknowledged: bool,
    /// When the owner was done with it.
    pub handled_at: Option<i64>,
}

/// Writes one down.
pub async fn add(connection: &mut Connection<'_>, one: &StoredWithdrawal) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD,
        &one.id,
        one.declared_at,
        &one.name,
        &one.order_name,
        &one.email,
        &one.goods,
        &one.language,
        &one.order_id,
        one.acknowledged
    )?;
    Ok(())
}

/// The paid order that fits what was typed (both in lower case).
pub async fn fitting(
    connection: &mut Connection<'_>,
    order: &str,
    email: &str,
) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(FITTING).bind(order).bind(email).fetch_optional(c).await)?)
}

/// One that says the same and was declared after `since`: the button was pressed twice.
pub async fn same(
    connection: &mut Connection<'_>,
    one: &StoredWithdrawal,
    since: i64,
) -> Result<Option<StoredWithdrawal>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(SAME)
        .bind(&one.email)
        .bind(&one.order_name)
        .bind(&one.name)
        .bind(&one.goods)
        .bind(since)
        .fetch_optional(c)
        .await)?)
}

/// How many acknowledgements went to an address after `since`.
pub async fn letters_since(
    connection: &mut Connection<'_>,
    email: &str,
    since: i64,
) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(LETTERS_SINCE).bind(email).bind(since).fetch_one(c).await)?)
}

/// The newest first; only those before `before`, unless that is "".
pub async fn list(
    connection: &mut Connection<'_>,
    before: &str,
    limit: i64,
) -> Result<Vec<StoredWithdrawal>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).bind(before).bind(limit).fetch_all(c).await)?)
}

/// The owner is done with it; `false` when that was so.
pub async fn handle(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, HANDLE, id, now)? == 1)
}

/// The address of one.
pub async fn email_of(connection: &mut Connection<'_>, id: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(EMAIL_OF).bind(id).fetch_optional(c).await)?)
}
