//! The `Idempotency-Key` of a request.

use crate::error::ApiError;
use crate::repository::idempotency::Call;
use actix_web::HttpRequest;

/// The name of the header.
const HEADER: &str = "idempotency-key";

/// The key as it came; `None` where the caller sent none.
pub fn key_of(request: &HttpRequest) -> Option<&[u8]> {
    request.headers().get(HEADER).map(actix_web::http::header::HeaderValue::as_bytes)
}

/// The call of a request that has a key, bound to everything that it says; `None` where it has none.
///
/// # Errors
/// `bad-idempotency-key` for one that cannot be used.
pub fn call_of(request: &HttpRequest, scope: &'static str, says: &str) -> Result<Option<Call>, ApiError> {
    key_of(request).map(|key| Call::new(scope, key, says)).transpose()
}
