//! The keys that emails carry: each opens one address, once.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token::TokenHash;
use sqlx_macros::FromRow;

statements! {
    ADD = "INSERT INTO account_key (key_hash, email, roles, created_at, expires_at, kind) VALUES ($1, $2, $3, $4, $5, $6)";
    NEWEST = "SELECT MAX(created_at) FROM account_key WHERE email = $1";
    SPEND = "DELETE FROM account_key WHERE key_hash = $1 AND expires_at > $2 RETURNING email, roles";
    REMOVE_KIND = "DELETE FROM account_key WHERE email = $1 AND kind = $2";
    REMOVE_OF = "DELETE FROM account_key WHERE email = $1";
    INVITATIONS = "SELECT email, roles, created_at, expires_at FROM account_key WHERE kind = 'invitation' AND expires_at > $1 ORDER BY email LIMIT 500";
    REMOVE_EXPIRED = "DELETE FROM account_key WHERE expires_at <= $1";
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Choosing a password, asked for by the owner of the address.
    Password,
    /// An account the owner gives: nobody's asking takes it away.
    Invitation,
}

impl KeyKind {
    fn word(self) -> &'static str {
        match self {
            KeyKind::Password => "password",
            KeyKind::Invitation => "invitation",
        }
    }
}

/// What a key opens.
#[derive(Clone, Debug, FromRow)]
pub struct AccountKey {
    /// The address it was sent to, in lower case.
    pub email: String,
    /// The role codes a new account gets, as JSON.
    pub roles: String,
}

/// Keeps a key from `now` until `expires_at`; the one of its kind that the address had before opens nothing more.
pub async fn add(
    connection: &mut Connection<'_>,
    key: &TokenHash,
    (opens, kind): (&AccountKey, KeyKind),
    (now, expires_at): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, REMOVE_KIND, &opens.email, kind.word())?;
    affected!(connection, ADD, key, &opens.email, &opens.roles, now, expires_at, kind.word())?;
    Ok(())
}

/// When the last key was made that an address still has; epoch milliseconds.
pub async fn newest(connection: &mut Connection<'_>, email: &str) -> Result<Option<i64>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_scalar(NEWEST).bind(email).fetch_one(c).await)?)
}

/// Spends a key, and with it every other of the same address; `None` for one that is spent, over or unknown.
pub async fn spend(
    connection: &mut Connection<'_>,
    key: &TokenHash,
    now: i64,
) -> Result<Option<AccountKey>, ApiError> {
    let spent: Option<AccountKey> =
        change!(connection, |c| sqlx::query_as(SPEND).bind(key).bind(now).fetch_optional(c).await)?;
    if let Some(spent) = &spent {
        affected!(connection, REMOVE_OF, &spent.email)?;
    }
    Ok(spent)
}

/// Takes back every key of an address: its password was changed, or it has no account any more.
pub async fn remove_of(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    affected!(connection, REMOVE_OF, email)?;
    Ok(())
}

/// Takes back the invitation of an address; `false` when there is none.
pub async fn take_back_invitation(connection: &mut Connection<'_>, email: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, REMOVE_KIND, email, KeyKind::Invitation.word())? > 0)
}

/// An invitation that was not taken up yet.
#[derive(Clone, Debug, FromRow)]
pub struct Invitation {
    /// The address it was sent to, in lower case.
    pub email: String,
    /// The role codes of the account, as JSON.
    pub roles: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// Epoch milliseconds.
    pub expires_at: i64,
}

/// The invitations that still hold, by address.
pub async fn invitations(connection: &mut Connection<'_>, now: i64) -> Result<Vec<Invitation>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(INVITATIONS).bind(now).fetch_all(c).await)?)
}

/// Forgets the keys whose time is over.
pub async fn remove_expired(connection: &mut Connection<'_>, now: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_EXPIRED, now)?)
}
