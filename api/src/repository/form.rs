//! Form keys and submissions; the mailing list that some of them feed.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use crate::token::{self, TokenHash};

statements! {
    ADD_KEY = "INSERT INTO form_key (key_hash, visitor_hash, expires_at) VALUES ($1, $2, $3)";
    VISITOR_OF_KEY = "SELECT visitor_hash FROM form_key WHERE key_hash = $1 AND expires_at > $2";
    SPEND_KEY = "DELETE FROM form_key WHERE key_hash = $1";
    REMOVE_EXPIRED = "DELETE FROM form_key WHERE expires_at <= $1";
    ADD = "INSERT INTO form_submission (id, form_id, site_user_id, answers, page, created_at, is_suspect) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    JOIN_LIST = "INSERT INTO mailing_list_member (email, source, created_at) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING";
}

/// A submission to be kept.
#[derive(Clone, Debug)]
pub struct NewSubmission {
    /// The form.
    pub form_id: String,
    /// Who sent it, when signed in.
    pub site_user_id: Option<String>,
    /// The answers that are kept, as JSON.
    pub answers: String,
    /// The page it came from, as JSON.
    pub page: String,
    /// A program may have sent it.
    pub is_suspect: bool,
}

/// Keeps a key for the visitor it is given to.
pub async fn add_key(
    connection: &mut Connection<'_>,
    key: &TokenHash,
    visitor: &TokenHash,
    expires_at: i64,
) -> Result<(), ApiError> {
    affected!(connection, ADD_KEY, key, visitor, expires_at)?;
    Ok(())
}

/// Whose key it is; `None` for one that is spent, over or unknown.
pub async fn visitor_of_key(
    connection: &mut Connection<'_>,
    key: &TokenHash,
    now: i64,
) -> Result<Option<TokenHash>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(VISITOR_OF_KEY)
        .bind(key)
        .bind(now)
        .fetch_optional(c)
        .await)?)
}

/// Spends a key; `false` when somebody was faster.
pub async fn spend_key(connection: &mut Connection<'_>, key: &TokenHash) -> Result<bool, ApiError> {
    Ok(affected!(connection, SPEND_KEY, key)? == 1)
}

/// Forgets the keys whose time is over.
pub async fn remove_expired(connection: &mut Connection<'_>, now: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_EXPIRED, now)?)
}

/// Keeps a submission; its id.
pub async fn add(
    connection: &mut Connection<'_>,
    submission: &NewSubmission,
    now: i64,
) -> Result<String, ApiError> {
    let id = token::new_id();
    affected!(
        connection,
        ADD,
        &id,
        &submission.form_id,
        &submission.site_user_id,
        &submission.answers,
        &submission.page,
        now,
        submission.is_suspect
    )?;
    Ok(id)
}

/// Adds an address (in lower case) to the mailing list, once.
pub async fn join_list(
    connection: &mut Connection<'_>,
    email: &str,
    source: &str,
    now: i64,
) -> Result<(), ApiError> {
    affected!(connection, JOIN_LIST, email, source, now)?;
    Ok(())
}
