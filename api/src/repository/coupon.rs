//! Coupons made in the shop, beside those of the site's own files.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use loggia_commerce::Coupon;

statements! {
    BY_CODE = "SELECT body FROM coupon WHERE code_key = $1";
    LIST = "SELECT body FROM coupon ORDER BY code_key LIMIT 1000";
    PUT = "INSERT INTO coupon (code_key, body, updated_at) VALUES ($1, $2, $3) ON CONFLICT (code_key) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at";
    REMOVE = "DELETE FROM coupon WHERE code_key = $1";
}

/// A code in the one spelling it is kept by.
pub(super) fn key(code: &str) -> String {
    code.trim().to_lowercase()
}

/// The coupon with this code.
pub async fn by_code(connection: &mut Connection<'_>, code: &str) -> Result<Option<Coupon>, ApiError> {
    let body: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(BY_CODE).bind(key(code)).fetch_optional(c).await)?;
    Ok(body.as_deref().map(serde_json::from_str).transpose()?)
}

/// All of them, by code.
pub async fn list(connection: &mut Connection<'_>) -> Result<Vec<Coupon>, ApiError> {
    let bodies: Vec<String> = fetch!(connection, |c| sqlx::query_scalar(LIST).fetch_all(c).await)?;
    Ok(bodies.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?)
}

/// Keeps a coupon, in place of one with the same code.
pub async fn put(connection: &mut Connection<'_>, coupon: &Coupon, now: i64) -> Result<(), ApiError> {
    let body = serde_json::to_string(coupon)?;
    affected!(connection, PUT, key(&coupon.code), &body, now)?;
    Ok(())
}

/// Removes a coupon; `false` when there was none.
pub async fn remove(connection: &mut Connection<'_>, code: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, REMOVE, key(code))? == 1)
}
