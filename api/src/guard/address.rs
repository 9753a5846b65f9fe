//! Whose call it is, for counting.

use crate::config::Settings;
use crate::context::Context;
use crate::error::ApiError;
use crate::rates::Class;
use actix_web::HttpRequest;

/// The visitor's address: the peer's, or what the trusted proxy wrote last into the header it owns.
pub fn address(request: &HttpRequest, settings: &Settings) -> String {
    let told = settings
        .client_address_header
        .as_deref()
        .and_then(|name| request.headers().get_all(name).last())
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .map(str::trim)
        .filter(|address| !address.is_empty());
    match (told, request.peer_addr()) {
        (Some(address), _) => address.to_owned(),
        (None, Some(peer)) => peer.ip().to_string(),
        (None, None) => "unknown".to_owned(),
    }
}

impl Context {
    /// Counts this call for its address; `subject` tells apart what is counted separately (a form).
    pub async fn count(&self, class: Class, request: &HttpRequest, subject: &str) -> Result<(), ApiError> {
        let who = format!("{} {subject}", address(request, &self.settings));
        let counted = self.rates.count(class, who).await;
        if matches!(counted, Err(ApiError::TooManyRequests { .. })) {
            self.metrics.refuse(class.name());
        }
        counted
    }
}
