//! Form keys and submissions.

use super::connection::{Connection, affected, change, fetch, statements};
use super::inbox;
use crate::error::ApiError;
use crate::token::{self, TokenHash};
use sqlx_macros::FromRow;

statements! {
    ADD_KEY = "INSERT INTO form_key (key_hash, visitor_hash, expires_at) VALUES ($1, $2, $3)";
    GIVEN = "SELECT visitor_hash, expires_at FROM form_key WHERE key_hash = $1 AND expires_at > $2";
    SPEND_KEY = "DELETE FROM form_key WHERE key_hash = $1";
    REMOVE_EXPIRED = "DELETE FROM form_key WHERE expires_at <= $1";
    ADD = "INSERT INTO form_submission (id, form_id, site_user_id, answers, page, created_at, is_suspect, suspicion) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    LIST = "SELECT id, form_id, site_user_id, answers, page, created_at, is_suspect, suspicion FROM form_submission \
        WHERE ($1 = '' OR form_id = $1) AND ($2 = 0 OR is_suspect = ($2 = 1)) AND ($3 = '' OR id < $3) ORDER BY id DESC LIMIT $4";
    ONE = "SELECT id, form_id, site_user_id, answers, page, created_at, is_suspect, suspicion FROM form_submission WHERE id = $1";
    CLEAR = "UPDATE form_submission SET is_suspect = FALSE, suspicion = '' WHERE id = $1 AND is_suspect RETURNING id, form_id, site_user_id, answers, page, created_at, is_suspect, suspicion";
    SUSPECT = "UPDATE form_submission SET is_suspect = TRUE, suspicion = 'owner' WHERE id = $1 AND NOT is_suspect";
    EXISTS = "SELECT COUNT(*) FROM form_submission WHERE id = $1";
    REMOVE = "DELETE FROM form_submission WHERE id = $1";
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
    /// Why a program may have sent it; `None` when nothing speaks for that.
    pub suspicion: Option<&'static str>,
}

impl NewSubmission {
    /// Whether a program may have sent it.
    pub fn is_suspect(&self) -> bool {
        self.suspicion.is_some()
    }
}

/// A key that was given to a visitor.
#[derive(Clone, Debug, FromRow)]
pub struct GivenKey {
    /// Whose it is.
    pub visitor_hash: TokenHash,
    /// Epoch milliseconds.
    pub expires_at: i64,
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

/// What is known of a key; `None` for one that is spent, over or unknown.
pub async fn given(
    connection: &mut Connection<'_>,
    key: &TokenHash,
    now: i64,
) -> Result<Option<GivenKey>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(GIVEN).bind(key).bind(now).fetch_optional(c).await)?)
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
        submission.is_suspect(),
        submission.suspicion.unwrap_or_default()
    )?;
    Ok(id)
}

/// A submission that is kept.
#[derive(Clone, Debug, FromRow)]
pub struct StoredSubmission {
    /// Its id.
    pub id: String,
    /// The form.
    pub form_id: String,
    /// Who sent it, when signed in.
    pub site_user_id: Option<String>,
    /// The answers, as JSON.
    pub answers: String,
    /// The page it came from, as JSON.
    pub page: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// A program may have sent it.
    pub is_suspect: bool,
    /// Why: `decoy`, `not-run`, `too-fast`, `owner`; empty when nothing speaks for it, or was not written down.
    pub suspicion: String,
}

/// The submission with this id.
pub async fn one(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredSubmission>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(ONE).bind(id).fetch_optional(c).await)?)
}

/// Which submissions.
#[derive(Clone, Debug, Default)]
pub struct SubmissionFilter {
    /// Only those of this form; all when empty.
    pub form_id: String,
    /// Only those that are suspect, or only those that are not.
    pub is_suspect: Option<bool>,
    /// Only those older than this id.
    pub before: String,
}

/// Submissions, newest first.
pub async fn list(
    connection: &mut Connection<'_>,
    filter: &SubmissionFilter,
    limit: i64,
) -> Result<Vec<StoredSubmission>, ApiError> {
    let which = match filter.is_suspect {
        None => 0_i64,
        Some(true) => 1,
        Some(false) => 2,
    };
    Ok(fetch!(connection, |c| sqlx::query_as(LIST)
        .bind(&filter.form_id)
        .bind(which)
        .bind(&filter.before)
        .bind(limit)
        .fetch_all(c)
        .await)?)
}

/// Takes the mark off a submission; `None` when it has none.
pub async fn clear(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredSubmission>, ApiError> {
    Ok(change!(connection, |c| sqlx::query_as(CLEAR).bind(id).fetch_optional(c).await)?)
}

/// Marks a submission; `false` when it is marked already, or not there.
pub async fn suspect(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, SUSPECT, id)? == 1)
}

/// Whether there is such a submission.
pub async fn exists(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    let found: i64 = fetch!(connection, |c| sqlx::query_scalar(EXISTS).bind(id).fetch_one(c).await)?;
    Ok(found > 0)
}

/// Removes a submission; `false` when it is not there.
pub async fn remove(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    let removed = affected!(connection, REMOVE, id)? == 1;
    if removed {
        inbox::forget(connection, "form", id).await?;
    }
    Ok(removed)
}
