//! Passwords: chosen with the key of an email, changed by the person signed in.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::Shopper;
use crate::extract::signed_in::SignedIn;
use crate::extract::visitor::Visitor;
use crate::routes::session::{LogInAnswer, of_step};
use crate::usecase::account::password::{self, ChangedPassword, ChosenPassword};
use actix_web::{HttpResponse, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Chooses a password by the key of an email, ends every other session of the account and logs in. An address without an
/// account has one afterwards.
#[utoipa::path(tag = "session", request_body = ChosenPassword, responses((status = 200, body = LogInAnswer), (status = 400, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[put("/site-users/account/password")]
pub async fn choose(
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    chosen: web::Json<ChosenPassword>,
) -> Result<HttpResponse, ApiError> {
    let step = password::choose(&context, &visitor, shopper, chosen.into_inner()).await?;
    of_step(&context, step)
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct PasswordAnswer {
    /// Always true; a wrong password shows in the status.
    pub changed: bool,
}

/// Changes the password of the person signed in, and ends every other session.
#[utoipa::path(tag = "session", request_body = ChangedPassword, responses((status = 200, body = PasswordAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/password")]
pub async fn change(
    visitor: Visitor,
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    changed: web::Json<ChangedPassword>,
) -> Result<HttpResponse, ApiError> {
    password::change(&context, &visitor, who, changed.into_inner()).await?;
    Ok(HttpResponse::Ok().json(PasswordAnswer { changed: true }))
}
