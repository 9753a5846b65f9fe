//! Making accounts.

use crate::error::ApiError;
use crate::passwords;
use crate::repository::{Db, site_user};
use crate::roles::Role;
use loggia_commerce::forms::Email;

/// Why an account was not made.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The address is none.
    #[error("{0}")]
    Email(#[from] loggia_commerce::forms::EmailProblem),
    /// Too short a password.
    #[error("the password must have at least {} characters", passwords::SHORTEST)]
    Password,
    /// The address has an account.
    #[error("{0} has an account already")]
    Taken(String),
    /// The store refused.
    #[error(transparent)]
    Store(#[from] ApiError),
}

/// Makes an account; its id.
pub async fn add(
    db: &Db,
    email: &str,
    password: &str,
    roles: &[Role],
    now: i64,
) -> Result<String, AccountError> {
    let email = Email::parse(email)?.key();
    if password.chars().count() < passwords::SHORTEST {
        return Err(AccountError::Password);
    }
    let hash = passwords::hash(password.to_owned()).await?;
    let roles = serde_json::to_string(roles).map_err(ApiError::from)?;
    let address = email.clone();
    let made = db
        .write(async move |connection| site_user::add(connection, &address, &hash, &roles, now).await)
        .await?;
    made.ok_or(AccountError::Taken(email))
}
