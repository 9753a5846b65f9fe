//! What is kept of one person: given out whole, or erased. Both calls name the person in their body, so that no log has the address.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::respond::file::as_file;
use crate::usecase::owner::personal_data::{self, PersonRequest};
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What was taken away, by kind: how many of each.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErasureAnswer {
    /// By the names of the export.
    #[schema(value_type = Object)]
    pub erased: Value,
}

/// Gives everything that is kept of a person as one JSON document; for ADMIN.
#[utoipa::path(tag = "owner", request_body = PersonRequest, responses((status = 200, body = Object), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[post("/people/export")]
pub async fn export_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<PersonRequest>,
) -> Result<HttpResponse, ApiError> {
    let document = personal_data::export(&who, &context, &body).await?;
    Ok(as_file(&document))
}

/// Takes everything of a person out of the shop; what law asks for stays, without the person. For ADMIN.
#[utoipa::path(tag = "owner", request_body = PersonRequest, responses((status = 200, body = ErasureAnswer), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/people/erasure")]
pub async fn erase_person(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<PersonRequest>,
) -> Result<HttpResponse, ApiError> {
    let erased = personal_data::erase(&who, &context, &body).await?;
    Ok(HttpResponse::Ok().json(ErasureAnswer { erased: serde_json::to_value(erased)? }))
}
