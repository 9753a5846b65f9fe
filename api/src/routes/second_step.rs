//! The second step of a log-in, and the fresh proof before what costs most.
//!
//! Anyone who gave the right password holds a token that opens nothing: no call but those of this file and of setting up a factor
//! knows it.

use super::session::LogInAnswer;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::factors::Proof;
use crate::respond::session::{completed, with_cookies};
use crate::usecase::session::confirm::{Confirmation, ConfirmationWanted, confirm, confirmation_wanted};
use crate::usecase::session::second_step::{FactorWanted, finish, still_wanted};
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Tells anew what a log-in waits for, for a page that was loaded again.
#[utoipa::path(tag = "session", responses((status = 200, body = FactorWanted), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/site-users/account/session/factor/challenge")]
pub async fn ask_again(
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(still_wanted(&context, &visitor).await?))
}

/// Gives the second factor, and is logged in. Five wrong ones end the log-in.
#[utoipa::path(tag = "session", request_body = Proof, responses((status = 200, body = LogInAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/session/factor")]
pub async fn give_factor(
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    proof: web::Json<Proof>,
) -> Result<HttpResponse, ApiError> {
    let begun = finish(&context, &visitor, shopper, &proof).await?;
    let cookies = completed(&context, &begun)?;
    let answer = LogInAnswer { xsrf_token: Some(begun.xsrf_token), factor: None };
    Ok(with_cookies(HttpResponse::Ok().json(answer), &cookies))
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ConfirmedAnswer {
    /// Always true.
    pub confirmed: bool,
}

/// Tells what a session may be confirmed by.
#[utoipa::path(tag = "session", responses((status = 200, body = ConfirmationWanted), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody)))]
#[post("/site-users/account/session/confirmation/challenge")]
pub async fn ask_for_confirmation(
    visitor: Visitor,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(confirmation_wanted(&context, &visitor, &who).await?))
}

/// Confirms that it is still the same person. Five wrong proofs end the session.
#[utoipa::path(tag = "session", request_body = Confirmation, responses((status = 200, body = ConfirmedAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/session/confirmation")]
pub async fn confirm_session(
    visitor: Visitor,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    given: web::Json<Confirmation>,
) -> Result<HttpResponse, ApiError> {
    confirm(&context, &visitor, &who, &given).await?;
    Ok(HttpResponse::Ok().json(ConfirmedAnswer { confirmed: true }))
}
