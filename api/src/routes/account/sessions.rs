//! Where one is signed in, and ending it there. A session that is ended opens nothing from the next call on, on every server.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::usecase::account::sessions::{self, Sessions};
use actix_web::{HttpResponse, delete, get, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is left to say.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SessionsEnded {
    /// How many.
    pub ended: u64,
}

/// Lists one's own sessions.
#[utoipa::path(tag = "session", responses((status = 200, body = Sessions), (status = 401, body = ErrorBody)))]
#[get("/site-users/account/sessions")]
pub async fn list_own_sessions(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(sessions::of(&context, &who.id, &who).await?))
}

/// Ends one of one's own sessions.
#[utoipa::path(tag = "session", params(("sessionId" = String, Path)), responses((status = 200, body = SessionsEnded), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/site-users/account/sessions/{sessionId}")]
pub async fn end_own_session(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    sessions::end_one(&context, &who, who.id.clone(), id.into_inner()).await?;
    Ok(HttpResponse::Ok().json(SessionsEnded { ended: 1 }))
}

/// Ends every session of one's own but this one.
#[utoipa::path(tag = "session", responses((status = 200, body = SessionsEnded), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[delete("/site-users/account/sessions")]
pub async fn end_other_sessions(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(SessionsEnded { ended: sessions::end_others(&context, &who).await? }))
}
