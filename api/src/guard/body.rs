//! The body, read whole before the handler runs: bounded in size and in time.
//!
//! The server cuts off slow headers by itself but would wait for a dripping body for ever.

use crate::config::LimitSettings;
use crate::error::ApiError;
use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{Bytes, BytesMut};
use futures_util::StreamExt;
use std::time::Duration;

/// Reads the body, `most` bytes of it, into memory and puts it back for the extractors.
pub(super) async fn read(
    request: &mut ServiceRequest,
    limits: &LimitSettings,
    most: usize,
) -> Result<(), ApiError> {
    let declared = request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<usize>().ok());
    if declared.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(());
    }
    let body = tokio::time::timeout(Duration::from_millis(limits.body_ms), collect(payload, most))
        .await
        .map_err(|_| {
        ApiError::refused(StatusCode::REQUEST_TIMEOUT, "body-timeout", "The request took too long to arrive.")
    })??;
    request.set_payload(Payload::from(body));
    Ok(())
}

async fn collect(mut payload: Payload, most: usize) -> Result<Bytes, ApiError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| ApiError::bad_request("broken-body", "The request was cut off."))?;
        if body.len() + chunk.len() > most {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

fn too_large() -> ApiError {
    ApiError::refused(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", "The request is too large.")
}
