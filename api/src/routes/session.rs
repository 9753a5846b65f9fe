//! Logging in and out; what happens to the cart on the way.

#![expect(unused_qualifications, reason = "the macro of the document repeats the query type with its path")]

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper::{self, Shopper};
use crate::extract::visitor::Visitor;
use crate::respond::session::{self, with_cookies};
use crate::usecase::session::log_in::{LogIn, LogInStep, log_in as begin_log_in};
use crate::usecase::session::log_out::log_out as end_session;
use crate::usecase::session::second_step::FactorWanted;
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, delete, post, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The session's token, for `X-SiteUser-XSRF-Token`; or, where the password alone does not let in, what is asked besides.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogInAnswer {
    /// To be sent with every changing call that needs somebody signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub xsrf_token: Option<String>,
    /// The second step: nobody is signed in before it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<FactorWanted>,
}

/// Logs in; an anonymous cart joins the person's own.
#[utoipa::path(tag = "session", request_body = LogIn, responses((status = 200, body = LogInAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/site-users/account/session")]
pub async fn log_in(
    visitor: Visitor,
    _crumb: Crumb,
    context: web::Data<Context>,
    shopper: Shopper,
    who: web::Json<LogIn>,
) -> Result<HttpResponse, ApiError> {
    let step = begin_log_in(&context, &visitor, shopper, who.into_inner()).await?;
    of_step(&context, step)
}

/// The answer to the first step of a log-in.
///
/// # Errors
/// When a cookie cannot be written.
pub(super) fn of_step(context: &Context, step: LogInStep) -> Result<HttpResponse, ApiError> {
    let cookies = session::of_step(context, &step)?;
    let answer = match step {
        LogInStep::Begun(begun) => LogInAnswer { xsrf_token: Some(begun.xsrf_token), factor: None },
        LogInStep::Pending(pending) => LogInAnswer { xsrf_token: None, factor: Some(pending.wanted) },
    };
    Ok(with_cookies(HttpResponse::Ok().json(answer), &cookies))
}

/// How to leave.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct LogOutQuery {
    /// `true`: the person's cart stays as a copy of its own for the anonymous visitor.
    pub clone_cart: bool,
}

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LogOutAnswer {
    /// Always true.
    pub success: bool,
}

/// Logs out.
#[utoipa::path(tag = "session", params(LogOutQuery), responses((status = 200, body = LogOutAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[delete("/site-users/account/session")]
pub async fn log_out(
    request: HttpRequest,
    _crumb: Crumb,
    context: web::Data<Context>,
    query: Query<LogOutQuery>,
) -> Result<HttpResponse, ApiError> {
    let (visitor, session) = (Visitor::of(&request, &context), shopper::session(&request, &context).await?);
    let copied = end_session(&context, &visitor, session, query.clone_cart).await?;
    let cookies = session::ended(&context, copied.as_deref());
    Ok(with_cookies(HttpResponse::Ok().json(LogOutAnswer { success: true }), &cookies))
}
