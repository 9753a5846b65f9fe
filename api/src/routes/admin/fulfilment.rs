//! Goods go out.

use super::orders::{OrderDetail, detail};
use crate::context::Context;
use crate::emails::Tracking;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use crate::usecase::desk::send::{self, Parcel};
use actix_web::{HttpResponse, delete, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How goods go out.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Fulfilment {
    /// How they can be followed.
    pub tracking: Option<Tracking>,
    /// The shopper gets an email.
    pub notify: bool,
}

/// Notes that the goods of an order went out that is paid, or will be by hand; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), request_body = Fulfilment, responses((status = 200, body = OrderDetail),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[put("/commerce/orders/{orderId}/fulfilment")]
pub async fn fulfil_order(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
    body: web::Json<Fulfilment>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    let body = body.into_inner();
    let parcel = Parcel { lines: Vec::new(), tracking: body.tracking, notify: body.notify };
    send::send(&context, &who, &id, parcel).await?;
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}

/// Notes that the goods did not go out after all; for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), responses((status = 200, body = OrderDetail), (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[delete("/commerce/orders/{orderId}/fulfilment")]
pub async fn undo_fulfilment(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    who.must(Right::ManageStore)?;
    send::undo(&context, &who, &id).await?;
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}
