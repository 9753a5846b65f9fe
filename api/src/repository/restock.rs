//! Sign-ups for a variant that is sold out, and the groups they make.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO restock_sign_up (id, product_id, variant_id, email, created_at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (product_id, variant_id, email) WHERE sent_at IS NULL DO NOTHING";
    // Both lists go on behind the last row that was seen.
    LIST = "SELECT id, email, created_at FROM restock_sign_up WHERE product_id = $1 AND variant_id = $2 AND sent_at IS NULL AND id > $3 ORDER BY id LIMIT $4";
    GROUPS = "SELECT product_id, variant_id, COUNT(*) AS waiting FROM restock_sign_up WHERE sent_at IS NULL \
        AND (product_id > $1 OR (product_id = $1 AND variant_id > $2)) GROUP BY product_id, variant_id ORDER BY product_id, variant_id LIMIT $3";
    EMAIL_OF = "SELECT email FROM restock_sign_up WHERE id = $1";
    WAIT_NO_MORE = "DELETE FROM restock_sign_up WHERE email = $1 AND sent_at IS NULL";
    SEND = "UPDATE restock_sign_up SET sent_at = $3 WHERE product_id = $1 AND variant_id = $2 AND sent_at IS NULL RETURNING id, email, created_at";
}

/// One waiting sign-up.
#[derive(Clone, Debug, FromRow)]
pub struct SignUp {
    /// Its id; sorts by age.
    pub id: String,
    /// Who waits.
    pub email: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// Everybody who waits for one variant.
#[derive(Clone, Debug, FromRow)]
pub struct Group {
    /// The product.
    pub product_id: String,
    /// The variant.
    pub variant_id: String,
    /// How many wait.
    pub waiting: i64,
}

/// Notes a sign-up, once a person and variant.
pub async fn add(
    connection: &mut Connection<'_>,
    (product_id, variant_id): (&str, &str),
    email: &str,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, ADD, token::new_id(), product_id, variant_id, email, now)?;
    Ok(())
}

/// Who waits for a variant, behind `after`, at most `most`.
pub async fn list(
    connection: &mut Connection<'_>,
    (product_id, variant_id): (&str, &str),
    after: &str,
    most: i64,
) -> Result<Vec<SignUp>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST)
        .bind(product_id)
        .bind(variant_id)
        .bind(after)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// The groups behind `after`, at most `most`.
pub async fn groups(
    connection: &mut Connection<'_>,
    after: (&str, &str),
    most: i64,
) -> Result<Vec<Group>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(GROUPS)
        .bind(after.0)
        .bind(after.1)
        .bind(most)
        .fetch_all(c)
        .await)?)
}

/// Takes everybody who waits for a variant off the list, to be notified; a second call finds nobody.
pub async fn send(
    connection: &mut Connection<'_>,
    (product_id, variant_id): (&str, &str),
    now: i64,
) -> Result<Vec<SignUp>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_as(SEND)
        .bind(product_id)
        .bind(variant_id)
        .bind(now)
        .fetch_all(c)
        .await)?)
}

/// Whose sign-up it is, waiting or notified.
pub async fn email_of(connection: &mut Connection<'_>, id: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(EMAIL_OF).bind(id).fetch_optional(c).await)?)
}

/// Takes an address off everything it waits for.
pub async fn wait_no_more(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    affected!(connection, WAIT_NO_MORE, email)?;
    Ok(())
}
