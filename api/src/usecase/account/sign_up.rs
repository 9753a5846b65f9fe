//! Emails with a key: for a first password and for a forgotten one.

use crate::accounts;
use crate::clock::{HOUR, MINUTE};
use crate::config::SignUp;
use crate::context::Context;
use crate::emails::account::Reason;
use crate::error::{ApiError, StatusCode};
use crate::extract::visitor::Visitor;
use crate::rates::Class;
use crate::repository::{account_key, outbox, site_user};
use loggia_commerce::Problem;
use loggia_commerce::forms::{Email, EmailProblem};

/// How long a key for a first password holds.
const JOIN: i64 = 24 * HOUR;

/// How long one for a forgotten password holds.
const FORGOTTEN: i64 = HOUR;

/// One letter an address in this time, however often it is asked for: nobody's letter box is filled from here.
const PAUSE: i64 = 2 * MINUTE;

/// Asks for an account: an email with a key goes to the address, whether it has an account or not.
///
/// # Errors
/// `sign-up-closed` where the owner makes the accounts; `too-many-requests`; an address that cannot be one.
pub async fn sign_up(context: &Context, visitor: &Visitor, email: &str) -> Result<(), ApiError> {
    if context.settings.sign_up == SignUp::Closed {
        let message = "New accounts are made by the owner of this site.";
        return Err(ApiError::refused(StatusCode::FORBIDDEN, "sign-up-closed", message));
    }
    context.count_caller(Class::LogIn, &visitor.caller, "join").await?;
    write_to(context, email, Some(Reason::Join)).await
}

/// Asks for a new password: an email with a key goes to the address if it has an account.
///
/// # Errors
/// `too-many-requests`; an address that cannot be one.
pub async fn forgot_password(context: &Context, visitor: &Visitor, email: &str) -> Result<(), ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "forgotten").await?;
    write_to(context, email, None).await
}

/// Writes to an address; `unknown` says what for when it has no account.
async fn write_to(context: &Context, email: &str, unknown: Option<Reason>) -> Result<(), ApiError> {
    let email = Email::parse(email)
        .map_err(|problem| match problem {
            EmailProblem::Blank => Problem::EmailBlank,
            _ => Problem::EmailInvalid,
        })?
        .key();
    let (published, now) = (context.publications.newest(&context.db).await?, context.clock.now_ms());
    let letters_a_day = context.settings.commerce.letters_a_day;
    context
        .db
        .write(async move |connection| {
            // The same statements for an address that is known and for one that is not.
            let known = site_user::by_email(connection, &email).await?.is_some();
            let reason = match (known, unknown) {
                (true, Some(_)) => Some(Reason::HasOne),
                (true, None) => Some(Reason::Forgotten),
                (false, reason) => reason,
            };
            // The pause of an address without an account is counted apart: somebody told that there is none may sign up at once.
            let whose = if reason.is_some() { email.clone() } else { format!("nobody {email}") };
            let newest = account_key::newest(connection, &whose).await?;
            if newest.is_some_and(|made| now - made < PAUSE) {
                return Ok(());
            }
            let most = i64::from(letters_a_day);
            if !outbox::may_be_written_to(connection, &whose, most, now).await? {
                return Ok(());
            }
            let Some(reason) = reason else {
                return accounts::send_nothing(connection, &whose, (now, FORGOTTEN)).await;
            };
            let lifetime = if known { FORGOTTEN } else { JOIN };
            accounts::send_key(connection, &published, (&email, &[]), reason, (now, lifetime)).await
        })
        .await
}
