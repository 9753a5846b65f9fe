//! Site users: made, found, listed, changed, removed.

use super::connection::{Connection, affected, change, fetch, statements};
use super::wallet;
use crate::error::ApiError;
use crate::token;
use sqlx_macros::FromRow;

statements! {
    BY_EMAIL = "SELECT id, email, password_hash, roles FROM site_user WHERE email = $1";
    ADD = "INSERT INTO site_user (id, email, password_hash, roles, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (email) DO NOTHING";
    // Who can read the address may choose its password, whether there is an account yet or not.
    CLAIM = "INSERT INTO site_user (id, email, password_hash, roles, created_at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash RETURNING id, email, password_hash, roles";
    BY_ID = "SELECT id, email, password_hash, roles FROM site_user WHERE id = $1";
    // What counts as a second factor is what a log-in asks for.
    PEOPLE = "SELECT site_user.id, site_user.email, site_user.roles, site_user.created_at, \
        (EXISTS (SELECT 1 FROM totp_factor WHERE totp_factor.site_user_id = site_user.id AND totp_factor.confirmed_at IS NOT NULL) \
        OR EXISTS (SELECT 1 FROM passkey WHERE passkey.site_user_id = site_user.id)) AS has_factor, \
        (SELECT MAX(seen_at) FROM session WHERE session.site_user_id = site_user.id) AS seen_at \
        FROM site_user WHERE ($1 = '' AND roles <> '[]') OR email = $1 ORDER BY email LIMIT 500";
    // A change that changes nothing: another transaction that would take the last administrator away waits here.
    HOLD_WORKERS = "UPDATE site_user SET roles = roles WHERE roles <> '[]'";
    // A change that changes nothing: whoever would take a role of it away waits.
    HOLD_ONE = "UPDATE site_user SET roles = roles WHERE id = $1";
    WORKERS = "SELECT id, roles FROM site_user WHERE roles <> '[]'";
    LIST = "SELECT email, roles FROM site_user ORDER BY email";
    SET_PASSWORD = "UPDATE site_user SET password_hash = $2 WHERE email = $1";
    SET_ROLES = "UPDATE site_user SET roles = $2 WHERE email = $1";
    REMOVE = "DELETE FROM site_user WHERE email = $1";
    FORGET_CART = "DELETE FROM cart WHERE site_user_id = $1 AND kind = 'cart' AND NOT is_purchased";
}

/// Somebody with an account.
#[derive(Clone, Debug, FromRow)]
pub struct Account {
    /// The id.
    pub id: String,
    /// The address, in lower case.
    pub email: String,
    /// The argon2id hash of the password.
    pub password_hash: String,
    /// Role codes, as JSON.
    pub roles: String,
}

/// Somebody who works on the site, or is looked for by address.
#[derive(Clone, Debug, FromRow)]
pub struct Person {
    /// The id.
    pub id: String,
    /// The address.
    pub email: String,
    /// Role codes, as JSON.
    pub roles: String,
    /// Epoch milliseconds.
    pub created_at: i64,
    /// There is a second factor.
    pub has_factor: bool,
    /// When one of their sessions was last used; epoch milliseconds.
    pub seen_at: Option<i64>,
}

/// The account with this address (in lower case).
pub async fn by_email(connection: &mut Connection<'_>, email: &str) -> Result<Option<Account>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_EMAIL).bind(email).fetch_optional(c).await)?)
}

/// A new account; `None` when the address has one.
pub async fn add(
    connection: &mut Connection<'_>,
    email: &str,
    password_hash: &str,
    roles: &str,
    now: i64,
) -> Result<Option<String>, ApiError> {
    let id = token::new_id();
    let made = affected!(connection, ADD, &id, email, password_hash, roles, now)?;
    Ok((made == 1).then_some(id))
}

/// Sets the password of an address, which gets an account with these roles if it has none.
pub async fn claim(
    connection: &mut Connection<'_>,
    email: &str,
    password_hash: &str,
    roles: &str,
    now: i64,
) -> Result<Account, ApiError> {
    Ok(change!(connection, |c| sqlx::query_as(CLAIM)
        .bind(token::new_id())
        .bind(email)
        .bind(password_hash)
        .bind(roles)
        .bind(now)
        .fetch_one(c)
        .await)?)
}

/// Every account's address and role codes (as JSON), by address.
pub async fn list(connection: &mut Connection<'_>) -> Result<Vec<(String, String)>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(LIST).fetch_all(c).await)?)
}

/// Sets the password's hash; `false` when nobody has the address.
pub async fn set_password(
    connection: &mut Connection<'_>,
    email: &str,
    password_hash: &str,
) -> Result<bool, ApiError> {
    set(connection, SET_PASSWORD, email, password_hash).await
}

/// Sets the role codes, as JSON; `false` when nobody has the address.
pub async fn set_roles(connection: &mut Connection<'_>, email: &str, roles: &str) -> Result<bool, ApiError> {
    set(connection, SET_ROLES, email, roles).await
}

async fn set(
    connection: &mut Connection<'_>,
    statement: &'static str,
    email: &str,
    value: &str,
) -> Result<bool, ApiError> {
    Ok(affected!(connection, statement, email, value)? == 1)
}

/// Removes an account, also where cards are kept for it; `false` when nobody has the address.
pub async fn remove(connection: &mut Connection<'_>, email: &str, now: i64) -> Result<bool, ApiError> {
    wallet::forget_account(connection, email, now).await?;
    Ok(affected!(connection, REMOVE, email)? == 1)
}

/// Forgets the cart of a site user, unless it was bought.
pub async fn forget_cart(connection: &mut Connection<'_>, site_user_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_CART, site_user_id)?;
    Ok(())
}

/// The account of this id.
pub async fn by_id(connection: &mut Connection<'_>, id: &str) -> Result<Option<Account>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_ID).bind(id).fetch_optional(c).await)?)
}

/// The account of this id, which nobody changes until the transaction is over.
pub async fn hold(connection: &mut Connection<'_>, id: &str) -> Result<Option<Account>, ApiError> {
    affected!(connection, HOLD_ONE, id)?;
    by_id(connection, id).await
}

/// Everybody who has a role, by address; or, when `email` is not empty, the person with that address.
pub async fn people(connection: &mut Connection<'_>, email: &str) -> Result<Vec<Person>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(PEOPLE).bind(email).fetch_all(c).await)?)
}

/// The ids and role codes (as JSON) of everybody who has a role. Nobody else changes one until the transaction is over.
pub async fn hold_workers(connection: &mut Connection<'_>) -> Result<Vec<(String, String)>, ApiError> {
    affected!(connection, HOLD_WORKERS)?;
    Ok(fetch!(connection, |c| sqlx::query_as(WORKERS).fetch_all(c).await)?)
}
