//! Bodies of beacons: form-encoded, JSON, or JSON sent as text because a beacon may say nothing else.

use crate::error::ApiError;
use actix_web::HttpMessage;
use actix_web::web::{Bytes, Query};
use serde::de::DeserializeOwned;

/// Reads a body by its content type; an empty one counts as a body without fields.
pub fn read<T: DeserializeOwned>(request: &impl HttpMessage, bytes: &Bytes) -> Result<T, ApiError> {
    let malformed = || ApiError::bad_request("malformed-body", "The body could not be read.");
    let text = std::str::from_utf8(bytes).map_err(|_| malformed())?;
    if request.content_type().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        // One word alone is no form: a field has a name and a value.
        if !text.is_empty() && !text.contains('=') {
            return Err(malformed());
        }
        return Query::from_query(text).map(Query::into_inner).map_err(|_| malformed());
    }
    let text = if text.trim().is_empty() { "{}" } else { text };
    serde_json::from_str(text).map_err(|_| malformed())
}
