//! Site users and their sessions.

use super::connection::{Connection, affected, change, fetch, statements};
use crate::error::ApiError;
use crate::token::{self, TokenHash};
use sqlx::FromRow;

statements! {
    BY_EMAIL = "SELECT id, email, password_hash, roles FROM site_user WHERE email = $1";
    ADD = "INSERT INTO site_user (id, email, password_hash, roles, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (email) DO NOTHING";
    // Who can read the address may choose its password, whether there is an account yet or not.
    CLAIM = "INSERT INTO site_user (id, email, password_hash, roles, created_at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash RETURNING id, email, password_hash, roles";
    BEGIN_SESSION = "INSERT INTO session (token_hash, site_user_id, xsrf_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)";
    BY_SESSION = "SELECT site_user.id, site_user.email, site_user.roles, session.xsrf_hash \
        FROM session JOIN site_user ON site_user.id = session.site_user_id WHERE session.token_hash = $1 AND session.expires_at > $2";
    END_SESSION = "DELETE FROM session WHERE token_hash = $1";
    LIST = "SELECT email, roles FROM site_user ORDER BY email";
    SET_PASSWORD = "UPDATE site_user SET password_hash = $2 WHERE email = $1";
    SET_ROLES = "UPDATE site_user SET roles = $2 WHERE email = $1";
    REMOVE = "DELETE FROM site_user WHERE email = $1";
    END_SESSIONS_OF = "DELETE FROM session WHERE site_user_id IN (SELECT id FROM site_user WHERE email = $1)";
    END_OTHER_SESSIONS = "DELETE FROM session WHERE site_user_id = $1 AND token_hash <> $2";
    FORGET_CART = "DELETE FROM cart WHERE site_user_id = $1 AND kind = 'cart' AND NOT is_purchased";
    REMOVE_EXPIRED = "DELETE FROM session WHERE expires_at <= $1";
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

/// Somebody signed in.
#[derive(Clone, Debug, FromRow)]
pub struct Session {
    /// The site user's id.
    pub id: String,
    /// The address.
    pub email: String,
    /// Role codes, as JSON.
    pub roles: String,
    /// The hash of what `X-SiteUser-XSRF-Token` must say.
    pub xsrf_hash: TokenHash,
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

/// Removes an account; `false` when nobody has the address.
pub async fn remove(connection: &mut Connection<'_>, email: &str) -> Result<bool, ApiError> {
    Ok(affected!(connection, REMOVE, email)? == 1)
}

/// Ends every session of the person with this address.
pub async fn end_sessions_of(connection: &mut Connection<'_>, email: &str) -> Result<(), ApiError> {
    affected!(connection, END_SESSIONS_OF, email)?;
    Ok(())
}

/// Ends every session of a site user but this one.
pub async fn end_other_sessions(
    connection: &mut Connection<'_>,
    site_user_id: &str,
    own: &TokenHash,
) -> Result<(), ApiError> {
    affected!(connection, END_OTHER_SESSIONS, site_user_id, own)?;
    Ok(())
}

/// Forgets the cart of a site user, unless it was bought.
pub async fn forget_cart(connection: &mut Connection<'_>, site_user_id: &str) -> Result<(), ApiError> {
    affected!(connection, FORGET_CART, site_user_id)?;
    Ok(())
}

/// Begins a session.
pub async fn begin_session(
    connection: &mut Connection<'_>,
    token_hash: &TokenHash,
    site_user_id: &str,
    xsrf_hash: &TokenHash,
    (now, expires_at): (i64, i64),
) -> Result<(), ApiError> {
    affected!(connection, BEGIN_SESSION, token_hash, site_user_id, xsrf_hash, now, expires_at)?;
    Ok(())
}

/// Who is signed in with this session, if its time is not over.
pub async fn by_session(
    connection: &mut Connection<'_>,
    token_hash: &TokenHash,
    now: i64,
) -> Result<Option<Session>, ApiError> {
    Ok(fetch!(connection, |c| sqlx::query_as(BY_SESSION).bind(token_hash).bind(now).fetch_optional(c).await)?)
}

/// Ends a session.
pub async fn end_session(connection: &mut Connection<'_>, token_hash: &TokenHash) -> Result<(), ApiError> {
    affected!(connection, END_SESSION, token_hash)?;
    Ok(())
}

/// Forgets the sessions whose time is over.
pub async fn remove_expired(connection: &mut Connection<'_>, now: i64) -> Result<u64, ApiError> {
    Ok(affected!(connection, REMOVE_EXPIRED, now)?)
}
