//! Who may send a call that changes something: pages of this host, and pages of the listed sites.

use crate::config::Settings;
use crate::error::ApiError;
use actix_web::dev::ServiceRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{HOST, HeaderMap, ORIGIN};

/// Refuses a changing call whose `Origin` is neither this host nor a listed site.
pub(super) fn check(request: &ServiceRequest, settings: &Settings) -> Result<(), ApiError> {
    if request.method().is_safe() {
        return Ok(());
    }
    if is_ours(request.headers(), settings) == Some(false) {
        return Err(refusal());
    }
    Ok(())
}

/// Whether the `Origin` of a call is this host or a listed site; `None` where the call says nothing of it.
pub fn is_ours(headers: &HeaderMap, settings: &Settings) -> Option<bool> {
    let origin = headers.get(ORIGIN)?.to_str().unwrap_or("");
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").is_some_and(|(_, authority)| Some(authority) == host);
    Some(own || settings.site_origins.iter().any(|listed| listed == origin))
}

/// What a page of another site is answered.
pub fn refusal() -> ApiError {
    ApiError::refused(StatusCode::FORBIDDEN, "origin-not-allowed", "This site may not make this call.")
}
