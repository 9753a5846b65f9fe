//! Notices when a variant is back: visitors sign up.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::visitor::Visitor;
use crate::usecase::restock::sign_up::sign_up as sign_up_for_restock;
use actix_web::{HttpResponse, post, web};
use loggia_commerce::RestockSignUp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the visitor reads after signing up.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestockAnswer {
    /// The owner's text, or `Signed up!`.
    pub success_text: String,
}

/// Signs a visitor up.
#[utoipa::path(tag = "restock", request_body = RestockSignUp, responses((status = 200, body = RestockAnswer),
    (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 429, body = ErrorBody), (status = 500, body = ErrorBody)))]
#[post("/site-users/account/notifications/restock")]
pub async fn sign_up(
    visitor: Visitor,
    crumb: Crumb,
    context: web::Data<Context>,
    sign_up: web::Json<RestockSignUp>,
) -> Result<HttpResponse, ApiError> {
    let success_text = sign_up_for_restock(&context, &visitor, &crumb.value, sign_up.into_inner()).await?;
    Ok(HttpResponse::Ok().json(RestockAnswer { success_text }))
}
