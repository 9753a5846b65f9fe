//! Passwords: chosen with the key of an email, changed by the person signed in.

use crate::accounts;
use crate::context::Context;
use crate::emails;
use crate::error::{ApiError, StatusCode};
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::guesses::{self, Guess};
use crate::outbound::email::EmailMessage;
use crate::passwords::{self, Weak};
use crate::rates::Class;
use crate::repository::record::{self, Event, Kind};
use crate::repository::{Connection, account_key, outbox, session, site_user};
use crate::token;
use crate::usecase::session::log_in::{LogInStep, proceed};
use serde::Deserialize;
use utoipa::ToSchema;

/// A password, and the key that allows to choose it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChosenPassword {
    /// Out of the email.
    pub key: String,
    /// At least 10 characters.
    pub password: String,
    /// For thirty days, over the end of the browser.
    #[serde(default)]
    pub remember_me: bool,
}

/// Chooses a password by the key of an email, ends every other session of the account and goes on as a log-in does. An address
/// without an account has one afterwards.
///
/// # Errors
/// `key-over`; `short-password`; `common-password`; `too-many-requests`.
pub async fn choose(
    context: &Context,
    visitor: &Visitor,
    shopper: Shopper,
    chosen: ChosenPassword,
) -> Result<LogInStep, ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "password").await?;
    let (key, now) = (token::hash(&chosen.key), context.clock.now_ms());
    let published = context.publications.newest(&context.db).await?;
    let title = published.catalog.website.title.clone();
    let hash = accounts::hashed(&chosen.password, &[&title]).await.map_err(refused)?;
    let visitor_of_call = visitor.clone();
    let account = context
        .db
        .write(async move |connection| {
            let spent = account_key::spend(connection, &key, now).await?.ok_or_else(over)?;
            // A person who may not choose this one keeps the key.
            passwords::check(&chosen.password, &[&spent.email, &title]).map_err(weak)?;
            let before = site_user::by_email(connection, &spent.email).await?;
            session::end_all_of(connection, &spent.email).await?;
            let account = site_user::claim(connection, &spent.email, &hash, &spent.roles, now).await?;
            if before.is_some() {
                tell(connection, emails::account::password_changed(&published, &spent.email), now).await?;
            }
            let actor = visitor_of_call.account(&account.id, &account.email);
            record::write(connection, &actor, chosen_by_key(&account, before.is_some(), &spent.roles)?, now)
                .await?;
            Ok(account)
        })
        .await?;
    proceed(context, visitor, shopper, account, chosen.remember_me).await
}

/// Changes the password of the person signed in, and ends every other session.
///
/// # Errors
/// `wrong-password`; `short-password`; `common-password`; `too-many-requests`.
pub async fn change(
    context: &Context,
    visitor: &Visitor,
    who: SignedIn,
    changed: ChangedPassword,
) -> Result<(), ApiError> {
    context.count_caller(Class::LogIn, &visitor.caller, "password").await?;
    prove(context, visitor, &who, changed.current_password).await?;
    let (published, now) = (context.publications.newest(&context.db).await?, context.clock.now_ms());
    let words = [who.email.as_str(), &published.catalog.website.title];
    let hash = accounts::hashed(&changed.password, &words).await.map_err(refused)?;
    context
        .db
        .write(async move |connection| {
            session::end_others(connection, &who.id, &who.session_id).await?;
            site_user::set_password(connection, &who.email, &hash).await?;
            account_key::remove_of(connection, &who.email).await?;
            tell(connection, emails::account::password_changed(&published, &who.email), now).await?;
            record::write(connection, &who.actor(), Event::new(Kind::PasswordChanged, &who.id), now).await
        })
        .await
}

/// What the use of an email's key was: a new password; else a new account, by invitation when the key brought roles.
fn chosen_by_key(account: &site_user::Account, is_known: bool, roles: &str) -> Result<Event, ApiError> {
    let roles: Vec<u8> = serde_json::from_str(roles)?;
    let kind = match (is_known, roles.is_empty()) {
        (true, _) => Kind::PasswordChanged,
        (false, false) => Kind::InvitationAccepted,
        (false, true) => Kind::AccountMade,
    };
    let event = Event::new(kind, &account.id);
    Ok(if is_known { event } else { event.with("roles", roles) })
}

fn over() -> ApiError {
    ApiError::bad_request("key-over", "This address is not valid any more. Please ask for a new letter.")
}

/// A change of password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedPassword {
    /// The one so far.
    pub current_password: String,
    /// At least 10 characters.
    pub password: String,
}

/// Checks that the person signed in knows their password; each try counts.
///
/// # Errors
/// `wrong-password`; `too-many-requests` while a pause for wrong passwords holds.
pub async fn prove(
    context: &Context,
    visitor: &Visitor,
    who: &SignedIn,
    password: String,
) -> Result<(), ApiError> {
    let (tried, now) = (Guess::password(&who.email, &visitor.caller), context.clock.now_ms());
    guesses::begin(&context.db, &tried, now).await?;
    let account =
        context.db.read(async |connection| site_user::by_email(connection, &who.email).await).await?;
    if passwords::verify(password, account.map(|account| account.password_hash)).await? {
        return guesses::right(&context.db, &tried, now).await;
    }
    Err(ApiError::refused(StatusCode::FORBIDDEN, "wrong-password", "Incorrect password."))
}

async fn tell(
    connection: &mut Connection<'_>,
    email_message: EmailMessage,
    now: i64,
) -> Result<(), ApiError> {
    let cause = format!("password-{}", token::new_id());
    outbox::add(connection, &cause, outbox::MAIL, &serde_json::to_string(&email_message)?, now).await
}

fn refused(fault: accounts::AccountError) -> ApiError {
    match fault {
        accounts::AccountError::Password(fault) => weak(fault),
        accounts::AccountError::Store(fault) => fault,
        // A password that one may choose is refused for nothing else.
        other => ApiError::Internal(other.into()),
    }
}

fn weak(fault: Weak) -> ApiError {
    match fault {
        Weak::Short => ApiError::bad_request(
            "short-password",
            format!("Your password must have at least {} characters.", passwords::SHORTEST),
        ),
        Weak::Common => ApiError::bad_request(
            "common-password",
            "This password is among the first that are tried. Choose several words that do not belong together, or let a password manager choose.",
        ),
    }
}
