//! What answers when no route does: JSON, like every other answer.

use super::documents::Document;
use crate::error::ApiError;
use actix_web::error::JsonPayloadError;
use actix_web::http::StatusCode;
use actix_web::http::header::ALLOW;
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};

/// 405 with the methods a known path takes, 404 for every other.
pub async fn not_found(request: HttpRequest, document: web::Data<Document>) -> HttpResponse {
    match document.methods().allowed(request.path()) {
        Some(allowed) => {
            let mut answer =
                ApiError::refused(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", "Method not allowed")
                    .error_response();
            if let Ok(allowed) = allowed.join(", ").parse() {
                answer.headers_mut().insert(ALLOW, allowed);
            }
            answer
        }
        None => ApiError::not_found("Not found").error_response(),
    }
}

/// What a body that is no JSON, or other JSON than the call takes, is answered with.
pub fn json_errors() -> web::JsonConfig {
    web::JsonConfig::default().limit(1024 * 1024).error_handler(|fault, _| {
        let refusal = match fault {
            JsonPayloadError::ContentType => ApiError::refused(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not-json",
                "The body must be sent as application/json.",
            ),
            JsonPayloadError::Overflow { .. } | JsonPayloadError::OverflowKnownLength { .. } => {
                ApiError::refused(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    "body-too-large",
                    "The request is too large.",
                )
            }
            _ => ApiError::bad_request("malformed-json", "The body is not the JSON this call takes."),
        };
        refusal.into()
    })
}

/// What a query that lacks a member, or has one that cannot be read, is answered with.
pub fn query_errors() -> web::QueryConfig {
    web::QueryConfig::default().error_handler(|_, _| {
        ApiError::bad_request("malformed-query", "The query is not what this call takes.").into()
    })
}

/// What a path whose members cannot be read is answered with.
pub fn path_errors() -> web::PathConfig {
    web::PathConfig::default().error_handler(|_, _| ApiError::not_found("Not found").into())
}
