//! What the staff keep of a customer: notes, and the addresses of one who was merged of two. Addresses are in lower case.

use super::connection::{Connection, affected, fetch, statements};
use super::mention;
use crate::error::ApiError;
use crate::token;
use serde::Serialize;
use sqlx_macros::FromRow;

statements! {
    MAIN = "SELECT main FROM customer_email WHERE email = $1";
    OTHERS = "SELECT email FROM customer_email WHERE main = $1 AND email <> $1 ORDER BY email";
    TAKE_OVER = "UPDATE customer_email SET main = $2 WHERE main = $1";
    JOIN = "INSERT INTO customer_email (email, main) VALUES ($1, $2) ON CONFLICT (email) DO UPDATE SET main = excluded.main";
    MOVE_NOTES = "UPDATE customer_note SET email = $2 WHERE email = $1";
    JOIN_GROUPS = "INSERT INTO customer_group_member (group_key, email, added_at) SELECT m.group_key, $2, m.added_at FROM customer_group_member AS m \
        WHERE m.email = $1 AND NOT EXISTS (SELECT 1 FROM customer_group_member AS own WHERE own.group_key = m.group_key AND own.email = $2)";
    LEAVE_GROUPS = "DELETE FROM customer_group_member WHERE email = $1";
    ADD_NOTE = "INSERT INTO customer_note (id, email, author, body, created_at) VALUES ($1, $2, $3, $4, $5)";
    NOTES = "SELECT id, author, body, created_at FROM customer_note WHERE email = $1 ORDER BY created_at DESC, id LIMIT 100";
    NEWEST = "SELECT id, author, body, created_at FROM customer_note WHERE email = $1 ORDER BY created_at DESC, id LIMIT 1";
    NOTE = "SELECT email FROM customer_note WHERE id = $1";
    REMOVE_NOTE = "DELETE FROM customer_note WHERE id = $1";
    FORGET_NOTES = "DELETE FROM customer_note WHERE email = $1";
    FORGET_EMAILS = "DELETE FROM customer_email WHERE email = $1 OR main = $1";
}

/// A note about a customer.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct FiledNote {
    /// Its id.
    #[serde(skip)]
    pub id: String,
    /// Who wrote it: an e-mail address.
    #[serde(skip)]
    pub author: String,
    /// What.
    pub body: String,
    /// Epoch milliseconds.
    pub created_at: i64,
}

/// The address under which a customer is known who has this one.
///
/// # Errors
/// Faults of the store.
pub async fn main_of(connection: &mut Connection<'_>, email: &str) -> Result<String, ApiError> {
    let main: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(MAIN).bind(email).fetch_optional(c).await)?;
    Ok(main.unwrap_or_else(|| email.to_owned()))
}

/// The other addresses of a customer who is known under this one.
///
/// # Errors
/// Faults of the store.
pub async fn others(connection: &mut Connection<'_>, main: &str) -> Result<Vec<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(OTHERS).bind(main).fetch_all(c).await)?)
}

/// Makes one customer of two, each given by the address under which they are known: notes and groups of the second are the first's.
///
/// # Errors
/// Faults of the store.
pub async fn merge(connection: &mut Connection<'_>, main: &str, second: &str) -> Result<(), ApiError> {
    affected!(connection, TAKE_OVER, second, main)?;
    for email in [main, second] {
        affected!(connection, JOIN, email, main)?;
    }
    affected!(connection, MOVE_NOTES, second, main)?;
    affected!(connection, JOIN_GROUPS, second, main)?;
    affected!(connection, LEAVE_GROUPS, second)?;
    Ok(())
}

/// Adds a note about a customer; its id.
///
/// # Errors
/// Faults of the store.
pub async fn add_note(
    connection: &mut Connection<'_>,
    email: &str,
    (author, body): (&str, &str),
    now: i64,
) -> Result<String, ApiError> {
    let id = token::new_id();
    affected!(connection, ADD_NOTE, &id, email, author, body, now)?;
    Ok(id)
}

/// The newest 100 notes about a customer.
///
/// # Errors
/// Faults of the store.
pub async fn notes(connection: &mut Connection<'_>, email: &str) -> Result<Vec<FiledNote>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(NOTES).bind(email).fetch_all(c).await)?)
}

/// The newest note about a customer.
///
/// # Errors
/// Faults of the store.
pub async fn newest_note(
    connection: &mut Connection<'_>,
    email: &str,
) -> Result<Option<FiledNote>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(NEWEST).bind(email).fetch_optional(c).await)?)
}

/// Removes a note; whom it was about, or nothing when there is none.
///
/// # Errors
/// Faults of the store.
pub async fn remove_note(connection: &mut Connection<'_>, id: &str) -> Result<Option<String>, ApiError> {
    let about = fetch!(connection, |c| sqlx::query_scalar(NOTE).bind(id).fetch_optional(c).await)?;
    mention::forget_note(connection, id).await?;
    affected!(connection, REMOVE_NOTE, id)?;
    Ok(about)
}

/// Takes an address out of all of this; other addresses of the same customer stand by themselves again.
///
/// # Errors
/// Faults of the store.
pub async fn forget(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    mention::forget_customer(connection, email).await?;
    affected!(connection, FORGET_NOTES, email)?;
    affected!(connection, FORGET_EMAILS, email)?;
    Ok(())
}
