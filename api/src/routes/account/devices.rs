//! The browsers in which somebody of the staff has notices by Web Push.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::usecase::account::devices::{self, Devices, PutDevice};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, delete, get, post, put, web};

/// Lists one's own devices with notices, and says what a browser needs to become one.
#[utoipa::path(tag = "session", responses((status = 200, body = Devices), (status = 401, body = ErrorBody)))]
#[get("/site-users/account/devices")]
pub async fn list_own_devices(who: SignedIn, context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    let listed = devices::list(&context, &who).await?;
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")).json(listed))
}

/// Begins notices in this browser, or changes what it is told of.
#[utoipa::path(tag = "session", request_body = PutDevice, responses((status = 200, body = Devices), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[put("/site-users/account/devices")]
pub async fn put_own_device(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    sent: web::Json<PutDevice>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(devices::put(&context, &who, sent.into_inner()).await?))
}

/// Ends notices on one of one's own devices; those that stay.
#[utoipa::path(tag = "session", params(("deviceId" = String, Path)), responses((status = 200, body = Devices), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/site-users/account/devices/{deviceId}")]
pub async fn remove_own_device(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(devices::remove(&context, &who, id.into_inner()).await?))
}

/// Sends a notice to one of one's own devices, to see that it comes.
#[utoipa::path(tag = "session", params(("deviceId" = String, Path)), responses((status = 204), (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
#[post("/site-users/account/devices/{deviceId}/try")]
pub async fn try_own_device(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    devices::try_out(&context, &who, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}
