//! Money came past the provider.

use super::orders::{OrderDetail, detail};
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::signed_in::SignedIn;
use crate::usecase::owner::received;
use actix_web::{HttpResponse, post, web};

/// Marks an order as paid that waits for its money (a transfer, or when it is collected or brought); for ADMIN and STORE_MANAGER.
#[utoipa::path(tag = "owner", params(("orderId" = String, Path)), responses((status = 200, body = OrderDetail),
    (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
#[post("/commerce/orders/{orderId}/payment")]
pub async fn receive_payment(
    _crumb: Crumb,
    who: SignedIn,
    context: web::Data<Context>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    received::receive(&who, &context, &id).await?;
    Ok(HttpResponse::Ok().json(detail(&context, &id).await?))
}
