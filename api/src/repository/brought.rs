//! Who came along from another shop: people and buyers of imported orders, by their addresses in lower case.

use super::connection::{Connection, fetch, statements};
use super::imported::Imported;
use crate::error::ApiError;

statements! {
    // Either table is read by its index up to a page, so the union stays small.
    LIST = "SELECT email FROM (\
        SELECT email FROM (SELECT email FROM imported_person WHERE email > $1 ORDER BY email LIMIT $2) AS p \
        UNION SELECT email FROM (SELECT DISTINCT email FROM imported_order WHERE email > $1 AND email LIKE '%@%' AND NOT erased ORDER BY email LIMIT $2) AS o\
        ) AS b ORDER BY email LIMIT $2";
    FOUND = "SELECT email FROM (\
        SELECT email FROM imported_person WHERE email > $1 AND lower(body) LIKE $3 ESCAPE '!' \
        UNION SELECT email FROM imported_order WHERE email > $1 AND email LIKE '%@%' AND NOT erased AND lower(body) LIKE $3 ESCAPE '!'\
        ) AS b ORDER BY email LIMIT $2";
    ORDERS_OF = "SELECT source, number, body FROM imported_order WHERE email = $1 AND NOT erased ORDER BY created_at DESC, source, number LIMIT $2";
    COUNT_OF = "SELECT COUNT(*) FROM imported_order WHERE email = $1 AND NOT erased";
}

/// The addresses behind one of them, in their order.
///
/// # Errors
/// Faults of the store.
pub async fn list(connection: &mut Connection<'_>, after: &str, limit: i64) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(LIST).bind(after).bind(limit).fetch_all(c).await)?)
}

/// Those of them of whom the old shop says these words.
///
/// # Errors
/// Faults of the store.
pub async fn found(
    connection: &mut Connection<'_>,
    words: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<String>, ApiError> {
    let words = words.trim().to_lowercase();
    let plain: String = words
        .chars()
        .flat_map(|c| (matches!(c, '%' | '_' | '!')).then_some('!').into_iter().chain([c]))
        .collect();
    let pattern = format!("%{plain}%");
    Ok(fetch!(connection, |c| sqlx::query_scalar(FOUND)
        .bind(after)
        .bind(limit)
        .bind(&pattern)
        .fetch_all(c)
        .await)?)
}

/// The newest orders of an address.
///
/// # Errors
/// Faults of the store.
pub async fn orders_of(
    connection: &mut Connection<'_>,
    email: &str,
    limit: i64,
) -> Result<Vec<Imported>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ORDERS_OF).bind(email).bind(limit).fetch_all(c).await)?)
}

/// How many orders of an address there are.
///
/// # Errors
/// Faults of the store.
pub async fn count_of(connection: &mut Connection<'_>, email: &str) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT_OF).bind(email).fetch_one(c).await)?)
}
