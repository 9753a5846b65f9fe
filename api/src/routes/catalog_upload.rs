//! The upload of a catalogue by a publish: signed, whole, in one step.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::client;
use crate::published::{self, ImportError};
use crate::repository::record::Actor;
use crate::routes::spool;
use actix_web::{HttpRequest, HttpResponse, post, web};
use loggia_commerce::Catalog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the import did.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandOverAnswer {
    /// The version that holds now.
    pub version: i64,
    /// Whether it differs from the one before.
    pub changed: bool,
    /// The build that holds now.
    pub build_id: String,
}

/// Takes over the catalogue of a published site, whole or not at all. Signed with `LOGGIA_PUBLISH_SECRET` as
/// `t=<seconds>,v1=<hex of HMAC-SHA256 of "<seconds>.<body>">`; stock that is counted keeps its count.
#[utoipa::path(tag = "owner", operation_id = "hand_over", request_body = serde_json::Value,
    params(("Loggia-Signature" = Option<String>, Header, description = "`t=<seconds>,v1=<signature>`")),
    responses((status = 200, body = HandOverAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 408, body = ErrorBody), (status = 413, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/commerce/catalog")]
pub async fn upload_catalog(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let body = spool::signed(&request, &context, body).await?;
    let now = context.clock.now_ms();
    let catalog: Catalog = serde_json::from_slice(&body).map_err(|fault| {
        ApiError::bad_request("malformed-catalog", format!("The catalogue cannot be read: {fault}"))
    })?;
    let by = (Actor::program(client::client(&request, &context)), now);
    let imported = published::import_by(&context.db, &context.publications, &catalog, by).await;
    let imported = imported.map_err(|fault| match fault {
        ImportError::Store(fault) => fault,
        fault => ApiError::bad_request("malformed-catalog", fault.to_string()),
    })?;
    Ok(HttpResponse::Ok().json(HandOverAnswer {
        version: imported.version,
        changed: imported.changed,
        build_id: catalog.build_id,
    }))
}
