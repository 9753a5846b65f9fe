//! The mailing list: who asked to be on it, since when, and who left.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;

statements! {
    JOIN = "INSERT INTO mailing_list_member (email, source, created_at) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING";
    COME_BACK = "UPDATE mailing_list_member SET left_at = NULL, source = $2, created_at = $3 WHERE email = $1 AND left_at IS NOT NULL";
    LEAVE = "UPDATE mailing_list_member SET left_at = $2 WHERE email = $1 AND left_at IS NULL";
    IS_MEMBER = "SELECT COUNT(*) FROM mailing_list_member WHERE email = $1 AND left_at IS NULL";
    SINCE = "SELECT created_at FROM mailing_list_member WHERE email = $1 AND left_at IS NULL";
    LIST = "SELECT email, source, created_at FROM mailing_list_member WHERE left_at IS NULL AND email > $1 ORDER BY email LIMIT $2";
}

/// Somebody on the list.
#[derive(Clone, Debug, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Member {
    /// In lower case.
    pub email: String,
    /// `restock`, or `form` and the form's id.
    pub source: String,
    /// Since when, in epoch milliseconds.
    pub created_at: i64,
}

/// What became of a request to join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// A new member.
    New,
    /// One who had left.
    Back,
    /// One who is a member already.
    Already,
}

/// Adds an address (in lower case) to the list, once; who left and asks again is on it again, since now.
pub async fn join(
    connection: &mut Connection<'_>,
    email: &str,
    source: &str,
    now: i64,
) -> Result<Joined, ApiError> {
    if affected!(connection, JOIN, email, source, now)? == 1 {
        return Ok(Joined::New);
    }
    let back = affected!(connection, COME_BACK, email, source, now)? == 1;
    Ok(if back { Joined::Back } else { Joined::Already })
}

/// Whether an address (in lower case) is on the list.
pub async fn is_member(connection: &mut Connection<'_>, email: &str) -> Result<bool, ApiError> {
    let found: i64 = fetch!(connection, |c| sqlx::query_scalar(IS_MEMBER).bind(email).fetch_one(c).await)?;
    Ok(found > 0)
}

/// Since when an address (in lower case) is on the list; epoch milliseconds.
///
/// # Errors
/// Faults of the store.
pub async fn since(connection: &mut Connection<'_>, email: &str) -> Result<Option<i64>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(SINCE).bind(email).fetch_optional(c).await)?)
}

/// Takes an address off the list; `false` when it is not on it.
pub async fn leave(connection: &mut Connection<'_>, email: &str, now: i64) -> Result<bool, ApiError> {
    Ok(affected!(connection, LEAVE, email, now)? == 1)
}

/// Who is on the list, by address, after one of them ("" for the first).
pub async fn list(connection: &mut Connection<'_>, after: &str, limit: i64) -> Result<Vec<Member>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).bind(after).bind(limit).fetch_all(c).await)?)
}
