//! From where a call comes.

use crate::config::Settings;
use crate::context::Context;
use crate::repository::record::Client;
use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;

/// The longest name of a browser that is looked at, in bytes.
const LONGEST_AGENT: usize = 400;

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

/// The visitor's address and what the browser calls itself, for the record.
pub fn client(request: &HttpRequest, context: &Context) -> Client {
    let agent = request.headers().get(USER_AGENT).map_or(&b""[..], |value| value.as_bytes());
    let agent = String::from_utf8_lossy(&agent[..agent.len().min(LONGEST_AGENT)]).into_owned();
    Client { address: address(request, &context.settings), agent }
}
