//! A publish hands over the files that are sold: first it asks which are lacking, then it sends each of those.

use super::nothing;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::files::{Arriving, NotKept};
use crate::routes::spool;
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::{HttpRequest, HttpResponse, post, put, web};
use futures_util::StreamExt;
use loggia_commerce::{FileDigest, check_signature, upload_statement};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// The header with the signature.
const SIGNATURE: &str = "loggia-signature";
/// How long the next piece of a file may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The files of a site.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SoldFiles {
    /// Their BLAKE3 digests, as 64 lower-case hex digits each.
    #[schema(value_type = Vec<String>)]
    pub digests: Vec<FileDigest>,
}

/// Those that are wanted.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct MissingFiles {
    /// Their digests.
    #[schema(value_type = Vec<String>)]
    pub missing: Vec<FileDigest>,
}

/// What became of a file.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct KeptFile {
    /// Whether it was not kept before.
    pub kept: bool,
}

/// Says which files of a site are not kept here yet. Signed as the call with the catalogue is.
#[utoipa::path(tag = "owner", request_body = SoldFiles,
    params(("Loggia-Signature" = Option<String>, Header, description = "`t=<seconds>,v1=<signature>`")),
    responses((status = 200, body = MissingFiles), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 408, body = ErrorBody), (status = 413, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/commerce/files/missing")]
pub async fn missing_files(
    request: HttpRequest,
    context: web::Data<Context>,
    body: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let body = spool::signed(&request, &context, body).await?;
    let files: SoldFiles = serde_json::from_slice(&body).map_err(|fault| {
        ApiError::bad_request("malformed-files", format!("The list of files cannot be read: {fault}"))
    })?;
    let mut missing = Vec::new();
    for digest in files.digests {
        if context.files.size(&digest).await.map_err(not_read)?.is_none() {
            missing.push(digest);
        }
    }
    Ok(HttpResponse::Ok().json(MissingFiles { missing }))
}

/// Keeps a file of a site, as it arrives. The signature of `PUT <path>` is looked at before a byte is read; by the digest in
/// the path it is good for this file alone. What is another file, or too large, or too slow, is not kept.
#[utoipa::path(tag = "owner", request_body(content = String, content_type = "application/octet-stream"),
    params(("Loggia-Signature" = Option<String>, Header, description = "`t=<seconds>,v1=<signature>`")),
    responses((status = 200, body = KeptFile), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 408, body = ErrorBody), (status = 413, body = ErrorBody)))]
#[put("/commerce/files/{digest}")]
pub async fn keep_file(
    request: HttpRequest,
    context: web::Data<Context>,
    digest: web::Path<String>,
    body: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let digest = FileDigest::parse(&digest).map_err(|_| nothing())?;
    check(&request, &context, &digest)?;
    let settings = &context.settings.files;
    let declared =
        request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > settings.file_bytes) {
        return Err(NotKept::TooLarge.into());
    }
    if context.files.size(&digest).await.map_err(not_read)?.is_some() {
        return Ok(HttpResponse::Ok().json(KeptFile { kept: false }));
    }
    let arriving = Arriving::begin(&*context.files, &digest, settings.file_bytes).await?;
    let limit = Duration::from_millis(settings.file_ms);
    tokio::time::timeout(limit, take(arriving, body)).await.map_err(|_| too_slow())??;
    Ok(HttpResponse::Ok().json(KeptFile { kept: true }))
}

fn check(request: &HttpRequest, context: &Context, digest: &FileDigest) -> Result<(), ApiError> {
    let keys = context.settings.commerce.publish_secrets();
    if keys.is_empty() {
        return Err(nothing());
    }
    let header = request.headers().get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let now = context.clock.now_ms().div_euclid(1000);
    let statement = upload_statement(digest);
    let fits = |key: &&str| check_signature(key.as_bytes(), header, statement.as_bytes(), now).is_ok();
    if keys.iter().any(fits) {
        return Ok(());
    }
    Err(ApiError::refused(
        StatusCode::UNAUTHORIZED,
        "bad-signature",
        "The message is not signed as it must be.",
    ))
}

async fn take(mut arriving: Arriving, mut body: web::Payload) -> Result<(), ApiError> {
    loop {
        let piece = tokio::time::timeout(PATIENCE, body.next()).await.map_err(|_| too_slow())?;
        let Some(piece) = piece else { return Ok(arriving.finish().await?) };
        let piece = piece.map_err(|_| ApiError::bad_request("broken-body", "The request was cut off."))?;
        arriving.add(piece).await?;
    }
}

impl From<NotKept> for ApiError {
    fn from(fault: NotKept) -> Self {
        match fault {
            NotKept::TooLarge => ApiError::refused(
                StatusCode::PAYLOAD_TOO_LARGE,
                "body-too-large",
                "The request is too large.",
            ),
            NotKept::WrongDigest => ApiError::bad_request(
                "wrong-digest",
                "The file is not the one that its digest names. Nothing of it is kept; build and publish again.",
            ),
            NotKept::Io(cause) => not_read(cause),
        }
    }
}

fn not_read(cause: std::io::Error) -> ApiError {
    ApiError::Internal(cause.into())
}

fn too_slow() -> ApiError {
    ApiError::refused(StatusCode::REQUEST_TIMEOUT, "body-timeout", "The request took too long to arrive.")
}
