//! The source maps of a build, handed over by a publish: kept here, never published.

use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::repository::visits::fault::{self, SourceMap};
use crate::routes::spool;
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The maps of one build.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceMaps {
    /// The build.
    pub build_id: String,
    /// Each script with its map.
    pub files: Vec<SourceMapFile>,
}

/// A script and the way back to what was written.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct SourceMapFile {
    /// The name of the script, without a folder; it is another for every build.
    pub file: String,
    /// The script as it is published.
    pub script: String,
    /// The map, as JSON (revision 3).
    pub map: String,
}

/// What was kept.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct SourceMapsAnswer {
    /// How many maps.
    pub kept: usize,
}

/// Takes over the source maps of a build, signed as the catalogue is. They are read when an owner looks at an error, and
/// given to nobody.
#[utoipa::path(tag = "reports", request_body = SourceMaps,
    params(("Loggia-Signature" = Option<String>, Header, description = "`t=<seconds>,v1=<signature>`")),
    responses((status = 200, body = SourceMapsAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 408, body = ErrorBody), (status = 413, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/reports/source-maps")]
pub async fn keep_source_maps(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let body = spool::signed(&request, &context, body).await?;
    let maps: SourceMaps = serde_json::from_slice(&body).map_err(|fault| {
        ApiError::bad_request("malformed-maps", format!("The source maps cannot be read: {fault}"))
    })?;
    let (now, kept) = (context.clock.now_ms(), maps.files.len());
    let files = maps.files.into_iter();
    let files = files.map(|file| (file.file, SourceMap { script: file.script, map: file.map })).collect();
    fault::keep_maps(context.tracking.db(), maps.build_id, files, now).await?;
    Ok(HttpResponse::Ok().json(SourceMapsAnswer { kept }))
}
