//! From where a call comes.

use crate::config::Settings;
use crate::context::Context;
use crate::rates::Caller;
use crate::repository::record::Client;
use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use std::net::IpAddr;

/// The longest name of a browser that is looked at, in bytes.
const LONGEST_AGENT: usize = 400;

/// The visitor's address: the peer's, or what the trusted proxy wrote last into the header it owns.
pub fn address(request: &HttpRequest, settings: &Settings) -> String {
    let forwarded = settings
        .client_address_header
        .as_deref()
        .and_then(|name| request.headers().get_all(name).last())
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .map(str::trim)
        .filter(|address| !address.is_empty());
    match (forwarded, request.peer_addr()) {
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

/// Who calls, for counting.
pub fn caller(request: &HttpRequest, settings: &Settings) -> Caller {
    Caller::of(&address(request, settings))
}

/// From where a call comes, in words for people: what the trusted proxy's header says, else the beginning of the address. No
/// other service is asked.
pub fn place(request: &HttpRequest, settings: &Settings) -> String {
    let header = settings
        .accounts
        .place_header
        .as_deref()
        .and_then(|name| request.headers().get(name))
        .and_then(|value| value.to_str().ok())
        .map(str::trim)
        .filter(|place| !place.is_empty() && place.len() <= LONGEST_PLACE);
    match header {
        Some(place) => place.to_owned(),
        None => block(&address(request, settings)),
    }
}

/// The longest place that is believed, in bytes.
const LONGEST_PLACE: usize = 80;

/// The beginning of an address, which says roughly where it is and names nobody: three of four numbers, or three of eight.
pub(super) fn block(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(address) if address.is_loopback() => "this machine".to_owned(),
        Ok(IpAddr::V4(address)) => {
            let [one, two, three, _] = address.octets();
            format!("{one}.{two}.{three}.x")
        }
        Ok(IpAddr::V6(address)) => {
            let [one, two, three, ..] = address.segments();
            format!("{one:x}:{two:x}:{three:x}::")
        }
        Err(_) => "an unknown address".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_190_a_place_is_the_beginning_of_the_address() {
        for (address, place) in [
            ("203.0.113.77", "203.0.113.x"),
            ("2001:db8:12:34::5", "2001:db8:12::"),
            ("::ffff:198.51.100.9", "198.51.100.x"),
            ("127.0.0.1", "this machine"),
            ("::1", "this machine"),
            ("unknown", "an unknown address"),
            ("<b>", "an unknown address"),
        ] {
            assert_eq!(block(address), place);
        }
    }
}
