//! Is it up, and can it work?

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where the server answers that the process runs.
pub const LIVE: &str = "/health/live";
/// Where the server answers that the process can serve.
pub const READY: &str = "/health/ready";

/// The state of this process.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// Always `ok`; anything else is an error answer.
    pub status: String,
    /// The database in use: `sqlite` or `postgres`.
    pub database: String,
}

impl Health {
    fn of(context: &Context) -> Self {
        Health { status: "ok".into(), database: context.db.name().into() }
    }
}

/// The process runs.
#[utoipa::path(tag = "health", responses((status = 200, body = Health)))]
#[get("/health/live")]
pub async fn live(context: web::Data<Context>) -> HttpResponse {
    HttpResponse::Ok().json(Health::of(&context))
}

/// The process can serve: its database answers.
#[utoipa::path(tag = "health", responses((status = 200, body = Health), (status = 503, body = ErrorBody)))]
#[get("/health/ready")]
pub async fn ready(context: web::Data<Context>) -> Result<HttpResponse, ApiError> {
    context.db.ping().await.map_err(|fault| {
        tracing::warn!(%fault, "the database does not answer");
        ApiError::refused(StatusCode::SERVICE_UNAVAILABLE, "not-ready", "The database does not answer.")
    })?;
    Ok(HttpResponse::Ok().json(Health::of(&context)))
}
