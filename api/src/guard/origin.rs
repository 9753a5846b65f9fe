//! Who may send a call that changes something: pages of this host, and pages of the listed sites.

use crate::config::Settings;
use crate::error::ApiError;
use actix_web::dev::ServiceRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{HOST, ORIGIN};

/// Refuses a changing call whose `Origin` is neither this host nor a listed site.
pub(super) fn check(request: &ServiceRequest, settings: &Settings) -> Result<(), ApiError> {
    if request.method().is_safe() {
        return Ok(());
    }
    let Some(origin) = request.headers().get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or("");
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").is_some_and(|(_, authority)| Some(authority) == host);
    if own || settings.site_origins.iter().any(|listed| listed == origin) {
        return Ok(());
    }
    Err(ApiError::refused(StatusCode::FORBIDDEN, "origin-not-allowed", "This site may not make this call."))
}
