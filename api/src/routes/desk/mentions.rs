//! Notes that name colleagues: whom they may name, and those that name who asks.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::mentions::{self, Colleagues, Mentions};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Lists whom a note may name: everybody of the staff who may read orders; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = Colleagues), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/colleagues")]
pub async fn list_colleagues(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    Ok(HttpResponse::Ok().json(mentions::colleagues(&context).await?))
}

/// Lists the notes at orders and on customers that name who asks, and counts those that they have not opened; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", responses((status = 200, body = Mentions), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/commerce/desk/mentions")]
pub async fn list_mentions(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    Ok(HttpResponse::Ok().json(mentions::list(&context, &who).await?))
}

/// Which notes were opened.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct OpenedNotes {
    /// Their ids, at most 100.
    pub notes: Vec<String>,
}

/// Notes that who asks has opened notes that name them; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", request_body = OpenedNotes, responses((status = 200, body = Mentions), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/commerce/desk/mentions/opened")]
pub async fn open_mentions(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<OpenedNotes>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    Ok(HttpResponse::Ok().json(mentions::open(&context, &who, body.into_inner().notes).await?))
}
