//! Keys of the owner's own programs: made, found, listed, revoked.

use super::connection::{Connection, affected, fetch, statements};
use crate::error::ApiError;
use crate::token::TokenHash;
use sqlx_macros::FromRow;

/// Who made a key at the machine of a site without accounts; its rights are all.
pub const MACHINE: &str = "editor";

statements! {
    ADD = "INSERT INTO api_key (id, hint, key_hash, name, scopes, made_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    // Without the account of who made it a key opens nothing.
    BY_HINT = "SELECT k.id, k.key_hash, k.name, k.scopes, k.used_at, CASE WHEN k.made_by = 'editor' THEN '[1]' ELSE u.roles END AS roles \
        FROM api_key AS k LEFT JOIN site_user AS u ON u.id = k.made_by WHERE k.hint = $1 AND k.revoked_at IS NULL \
        AND (k.expires_at IS NULL OR k.expires_at > $2) AND (k.made_by = 'editor' OR u.id IS NOT NULL)";
    TOUCH = "UPDATE api_key SET used_at = $2, used_from = $3 WHERE id = $1 AND (used_at IS NULL OR used_at < $2)";
    LIST = "SELECT k.id, k.hint, k.name, k.scopes, k.created_at, k.expires_at, k.used_at, k.used_from, COALESCE(u.email, '') AS email, \
        (k.made_by = 'editor' OR u.id IS NOT NULL) AS is_held \
        FROM api_key AS k LEFT JOIN site_user AS u ON u.id = k.made_by WHERE k.revoked_at IS NULL ORDER BY k.id DESC LIMIT 200";
    COUNT = "SELECT COUNT(*) FROM api_key WHERE revoked_at IS NULL";
    NAME = "SELECT name FROM api_key WHERE id = $1 AND revoked_at IS NULL";
    REVOKE = "UPDATE api_key SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";
}

/// What is written down of a key when it is made.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// Its id.
    pub id: String,
    /// The part by which it is found.
    pub hint: String,
    /// The hash of the whole.
    pub key_hash: TokenHash,
    /// What the owner calls it.
    pub name: String,
    /// Its scopes, as JSON.
    pub scopes: String,
    /// The account that makes it, or [`MACHINE`].
    pub made_by: String,
    /// From when on it opens nothing; epoch milliseconds.
    pub expires_at: Option<i64>,
}

/// A key that holds, as a call is checked against it.
#[derive(Clone, Debug, FromRow)]
pub struct HeldKey {
    /// Its id.
    pub id: String,
    /// The hash of the whole key.
    pub key_hash: TokenHash,
    /// What the owner calls it.
    pub name: String,
    /// Its scopes, as JSON.
    pub scopes: String,
    /// When it was last used, to the minute; epoch milliseconds.
    pub used_at: Option<i64>,
    /// The role codes of the account that made it, as JSON: what they are now.
    pub roles: String,
}

/// A key in the list. Moments are epoch milliseconds.
#[derive(Clone, Debug, FromRow)]
pub struct ListedKey {
    /// Its id.
    pub id: String,
    /// The part by which it is told apart.
    pub hint: String,
    /// What the owner calls it.
    pub name: String,
    /// Its scopes, as JSON.
    pub scopes: String,
    /// When it was made.
    pub created_at: i64,
    /// From when on it opens nothing.
    pub expires_at: Option<i64>,
    /// When it was last used, to the minute.
    pub used_at: Option<i64>,
    /// From where, as far as the address says.
    pub used_from: String,
    /// Who made it; "" for the one at the machine and for an account that is gone.
    pub email: String,
    /// The account that made it is there.
    pub is_held: bool,
}

/// Keeps a new key.
pub async fn add(connection: &mut Connection<'_>, new: &NewKey, now: i64) -> Result<(), ApiError> {
    affected!(
        connection,
        ADD,
        &new.id,
        &new.hint,
        &new.key_hash,
        &new.name,
        &new.scopes,
        &new.made_by,
        now,
        new.expires_at
    )?;
    Ok(())
}

/// The key with this hint, if it still holds. Whether the rest is right is the caller's to look at.
pub async fn by_hint(
    connection: &mut Connection<'_>,
    hint: &str,
    now: i64,
) -> Result<Option<HeldKey>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_HINT).bind(hint).bind(now).fetch_optional(c).await)?)
}

/// The key was used now, from there.
pub async fn touch(connection: &mut Connection<'_>, id: &str, now: i64, from: &str) -> Result<(), ApiError> {
    affected!(connection, TOUCH, id, now, from)?;
    Ok(())
}

/// The keys that are not revoked, newest first.
pub async fn list(connection: &mut Connection<'_>) -> Result<Vec<ListedKey>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).fetch_all(c).await)?)
}

/// How many keys are not revoked.
pub async fn count(connection: &mut Connection<'_>) -> Result<i64, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(COUNT).fetch_one(c).await)?)
}

/// Revokes a key; its name, or `None` when there is none.
pub async fn revoke(connection: &mut Connection<'_>, id: &str, now: i64) -> Result<Option<String>, ApiError> {
    let name: Option<String> =
        fetch!(connection, |c| sqlx::query_scalar(NAME).bind(id).fetch_optional(c).await)?;
    let is_revoked = affected!(connection, REVOKE, id, now)? == 1;
    Ok(name.filter(|_| is_revoked))
}
