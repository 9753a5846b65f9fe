//! Small named documents of the site that are edited while it is live.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;

statements! {
    READ = "SELECT body FROM site_document WHERE name = $1";
    SAVE = "INSERT INTO site_document (name, body, updated_at) VALUES ($1, $2, $3) \
        ON CONFLICT (name) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at";
}

/// The document of this name, as JSON.
pub async fn read(connection: &mut Connection<'_>, name: &str) -> Result<Option<String>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(READ).bind(name).fetch_optional(c).await)?)
}

/// Keeps the document of this name.
pub async fn save(connection: &mut Connection<'_>, name: &str, body: &str, now: i64) -> Result<(), ApiError> {
    affected!(connection, SAVE, name, body, now)?;
    Ok(())
}
