//! Emails with a key: for a first password and for a forgotten one.

use super::{Address, EmailSentAnswer};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::visitor::Visitor;
use crate::usecase::account::sign_up::{forgot_password, sign_up};
use actix_web::{HttpResponse, post, web};

/// Asks for an account. An email with a key goes to the address; the answer is the same whether it has an account or not.
#[utoipa::path(tag = "session", request_body = Address, responses((status = 200, body = EmailSentAnswer), (status = 400, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account")]
pub async fn join(
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
    who: web::Json<Address>,
) -> Result<HttpResponse, ApiError> {
    sign_up(&context, &visitor, &who.email).await?;
    Ok(HttpResponse::Ok().json(EmailSentAnswer { sent: true }))
}

/// Asks for a new password. An email with a key goes to the address if it has an account; the answer is always the same.
#[utoipa::path(tag = "session", request_body = Address, responses((status = 200, body = EmailSentAnswer), (status = 400, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/password/key")]
pub async fn forgotten(
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
    who: web::Json<Address>,
) -> Result<HttpResponse, ApiError> {
    forgot_password(&context, &visitor, &who.email).await?;
    Ok(HttpResponse::Ok().json(EmailSentAnswer { sent: true }))
}
