//! The first step of a log-in: the password.

use super::begin::{Begun, begin};
use super::second_step::{self, Pending};
use crate::error::StatusCode;
use crate::extract::visitor::Visitor;

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::guesses::{self, Guess};
use crate::passwords;
use crate::rates::Class;
use crate::repository::record::{self, Event};
use crate::repository::site_user::{self, Account};
use serde::Deserialize;
use utoipa::ToSchema;

/// Who wants in.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogIn {
    /// The address.
    pub email: String,
    /// The password.
    pub password: String,
    /// For thirty days, over the end of the browser.
    #[serde(default)]
    pub remember_me: bool,
}

/// Logs somebody in who says who they are: a session, or the second step that comes before one.
///
/// # Errors
/// `wrong-credentials`; `too-many-requests` while a pause for wrong passwords holds.
pub async fn log_in(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    who: LogIn,
) -> Result<LogInStep, ApiError> {
    let account = check_password(context, visitor, &who.email, who.password).await?;
    proceed(context, visitor, shopper, account, who.remember_me).await
}

/// What a right password leads to.
#[derive(Debug)]
pub enum LogInStep {
    /// In.
    Begun(Begun),
    /// To the second step; nobody is signed in before it is done.
    Pending(Pending),
}

/// Goes on with somebody whose first proof was right: in, or to the second step.
pub async fn proceed(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    account: Account,
    remember_me: bool,
) -> Result<LogInStep, ApiError> {
    match second_step::purpose(context, &account).await? {
        Some(purpose) => {
            let pending = second_step::begin(context, &account, purpose, remember_me).await?;
            Ok(LogInStep::Pending(pending))
        }
        None => Ok(LogInStep::Begun(begin(context, visitor, shopper, account, remember_me).await?)),
    }
}

/// The account that an address and a password belong to; each try counts.
pub async fn check_password(
    context: &Context,
    visitor: &Visitor,
    email: &str,
    password: String,
) -> Result<Account, ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "").await?;
    let email = email.trim().to_ascii_lowercase();
    let (tried, now) = (Guess::password(&email, &visitor.caller), context.clock.now_ms());
    guesses::begin(&context.db, &tried, now).await?;
    let account = context.db.read(async |connection| site_user::by_email(connection, &email).await).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    let right = passwords::verify(password, hash).await?;
    let Some(account) = account.as_ref().filter(|_| right).cloned() else {
        failed(context, visitor, account).await?;
        let message = "Incorrect email or password.";
        return Err(ApiError::refused(StatusCode::UNAUTHORIZED, "wrong-credentials", message));
    };
    guesses::right(&context.db, &tried, now).await?;
    Ok(account)
}

/// Writes a wrong password down. What was typed is not kept, and the work is the same whether there is such an account.
async fn failed(context: &Context, visitor: &Visitor, account: Option<Account>) -> Result<(), ApiError> {
    let (actor, now) = (visitor.anonymous(), context.clock.now_ms());
    let event = match account {
        Some(account) => Event::new(record::Kind::LogInFailed, &account.id).about(&account.email),
        None => Event::new(record::Kind::LogInFailed, "unknown"),
    };
    context
        .db
        .write(async move |connection| record::write(connection, &actor, event.clone(), now).await)
        .await
}
