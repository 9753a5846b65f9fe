//! Views of the orders that are kept by name.

use crate::error::ApiError;
use crate::repository::connection::{Connection, affected, fetch, statements};
use sqlx_macros::FromRow;

statements! {
    VISIBLE = "SELECT id, author_id, author, name, body, is_shared, revision FROM desk_view WHERE author_id = $1 OR is_shared ORDER BY lower(name), id LIMIT 200";
    READ = "SELECT id, author_id, author, name, body, is_shared, revision FROM desk_view WHERE id = $1";
    // Of two of one name the first stays.
    ADD = "INSERT INTO desk_view (id, author_id, author, name, body, is_shared, revision, created_at) VALUES ($1, $2, $3, $4, $5, $6, 1, $7) ON CONFLICT DO NOTHING";
    CHANGE = "UPDATE desk_view SET name = $3, body = $4, is_shared = $5, revision = revision + 1 WHERE id = $1 AND revision = $2";
    REMOVE = "DELETE FROM desk_view WHERE id = $1";
    NAMING = "SELECT id, name || ' ' || body FROM desk_view WHERE lower(name) LIKE $1 ESCAPE '!' OR lower(body) LIKE $1 ESCAPE '!'";
    FORGET_OWN = "DELETE FROM desk_view WHERE author_id = $1 AND NOT is_shared";
    FORGET_AUTHOR = "UPDATE desk_view SET author = '' WHERE author_id = $1";
}

/// A view that is kept.
#[derive(Clone, Debug, FromRow)]
pub struct StoredView {
    /// Its id.
    pub id: String,
    /// The account that saved it.
    pub author_id: String,
    /// As whom people know that; "" of an account that was erased.
    pub author: String,
    /// What it is called.
    pub name: String,
    /// Which orders it shows, as JSON.
    pub body: String,
    /// All staff see it.
    pub is_shared: bool,
    /// Another one after each change.
    pub revision: i64,
}

/// What somebody sees: their own, and those for all; by name.
///
/// # Errors
/// Faults of the store.
pub async fn visible(connection: &mut Connection<'_>, author_id: &str) -> Result<Vec<StoredView>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(VISIBLE).bind(author_id).fetch_all(c).await)?)
}

/// One view.
///
/// # Errors
/// Faults of the store.
pub async fn read(connection: &mut Connection<'_>, id: &str) -> Result<Option<StoredView>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(READ).bind(id).fetch_optional(c).await)?)
}

/// Keeps a new view; `false` when there is one of that name.
///
/// # Errors
/// Faults of the store.
pub async fn add(connection: &mut Connection<'_>, view: &StoredView, now: i64) -> Result<bool, ApiError> {
    let StoredView { id, author_id, author, name, body, is_shared, .. } = view;
    Ok(affected!(connection, ADD, id, author_id, author, name, body, is_shared, now)? == 1)
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It was made.
    Yes,
    /// Somebody changed or removed the view meanwhile.
    Outdated,
    /// Another view has that name.
    NameTaken,
}

/// Changes the view that still has this revision.
///
/// # Errors
/// Faults of the store.
pub async fn change(connection: &mut Connection<'_>, view: &StoredView) -> Result<Changed, ApiError> {
    let StoredView { id, name, body, is_shared, revision, .. } = view;
    match affected!(connection, CHANGE, id, revision, name, body, is_shared) {
        Ok(1) => Ok(Changed::Yes),
        Ok(_) => Ok(Changed::Outdated),
        Err(sqlx::Error::Database(fault)) if fault.is_unique_violation() => Ok(Changed::NameTaken),
        Err(fault) => Err(fault.into()),
    }
}

/// Forgets a view; `false` when there is none.
///
/// # Errors
/// Faults of the store.
pub async fn remove(connection: &mut Connection<'_>, id: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, REMOVE, id)? == 1)
}

/// The views whose name or words hold a pattern, each with those.
///
/// # Errors
/// Faults of the store.
pub async fn naming(
    connection: &mut Connection<'_>,
    pattern: &str,
) -> Result<Vec<(String, String)>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(NAMING).bind(pattern).fetch_all(c).await)?)
}

/// Forgets what an account kept for itself, and that it was who shared the rest.
///
/// # Errors
/// Faults of the store.
pub async fn forget_author(connection: &mut Connection<'_>, author_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_OWN, author_id)?;
    affected!(connection, FORGET_AUTHOR, author_id)?;
    Ok(())
}
