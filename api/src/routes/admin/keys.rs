//! Keys of the owner's own programs; for ADMIN, and for no key.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::routes::people::{DoneAnswer, done};
use crate::usecase::owner::keys::{self, KeyMade, Keys, NewKeyRequest};
use actix_web::{HttpResponse, delete, get, post, web};

/// Lists the keys with what each opens and when it was last used; for ADMIN.
#[utoipa::path(tag = "owner", responses((status = 200, body = Keys), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
#[get("/keys")]
pub async fn list_keys(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(keys::list(&context, &who).await?))
}

/// Makes a key, and shows it this once; for ADMIN. It never does more than who makes it may do.
#[utoipa::path(tag = "owner", request_body = NewKeyRequest, responses((status = 200, body = KeyMade), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/keys")]
pub async fn make_key(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    body: web::Json<NewKeyRequest>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(keys::make(&context, &who, body.into_inner()).await?))
}

/// Revokes a key: from the next call on it opens nothing; for ADMIN.
#[utoipa::path(tag = "owner", params(("keyId" = String, Path)), responses((status = 200, body = DoneAnswer), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/keys/{keyId}")]
pub async fn revoke_key(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    keys::revoke(&context, &who, &id).await?;
    Ok(done())
}
