//! Letters with a key: for a first password and for a forgotten one.

use super::{Address, LetterAnswer};
use crate::accounts;
use crate::clock::{HOUR, MINUTE};
use crate::config::SignUp;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::letters::account::Reason;
use crate::rates::Class;
use crate::repository::{account_key, outbox, site_user};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, post, web};
use loggia_commerce::Problem;
use loggia_commerce::forms::{Email, EmailProblem};

/// How long a key for a first password holds.
const JOIN: i64 = 24 * HOUR;
/// How long one for a forgotten password holds.
const FORGOTTEN: i64 = HOUR;
/// One letter an address in this time, however often it is asked for: nobody's letter box is filled from here.
const PAUSE: i64 = 2 * MINUTE;

/// Asks for an account. A letter with a key goes to the address; the answer is the same whether it has an account or not.
#[utoipa::path(tag = "session", request_body = Address, responses((status = 200, body = LetterAnswer), (status = 400, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account")]
pub async fn join(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    who: web::Json<Address>,
) -> Result<HttpResponse, ApiError> {
    if context.settings.sign_up == SignUp::Closed {
        let message = "New accounts are made by the owner of this site.";
        return Err(ApiError::refused(StatusCode::FORBIDDEN, "sign-up-closed", message));
    }
    context.count(Class::LogIn, &request, "join").await?;
    write_to(&context, &who.email, Some(Reason::Join)).await
}

/// Asks for a new password. A letter with a key goes to the address if it has an account; the answer is always the same.
#[utoipa::path(tag = "session", request_body = Address, responses((status = 200, body = LetterAnswer), (status = 400, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/password/key")]
pub async fn forgotten(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    who: web::Json<Address>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::LogIn, &request, "forgotten").await?;
    write_to(&context, &who.email, None).await
}

/// Writes to an address; `unknown` says what for when it has no account.
async fn write_to(context: &Context, email: &str, unknown: Option<Reason>) -> Result<HttpResponse, ApiError> {
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
            // Nobody's pause is kept apart: whoever finds out that there is no account may ask for one at once.
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
        .await?;
    Ok(HttpResponse::Ok().json(LetterAnswer { sent: true }))
}
