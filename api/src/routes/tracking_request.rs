//! What all calls of browsers that tell something have in common: whose it is, and how it is handed on.

use crate::context::Context;
use crate::repository::visits::event::Event;
use actix_web::HttpRequest;
use actix_web::http::header::{HOST, ORIGIN};

/// The longest name of an event, in characters.
const LONGEST_NAME: usize = 200;
/// The longest id of a visitor, in characters.
const LONGEST_ID: usize = 64;
/// The cookie of the visitor's return, where the page stands on the same site.
pub const RETURN_COOKIE: &str = "ss_cvr";

/// The most bytes that are kept of what an event tells.
const LONGEST_DATA: usize = 4096;

/// What an event tells, cut to what is kept: of a JSON object its longest texts become shorter until it fits, anything else
/// is cut at the end.
fn fitted(data: String) -> String {
    if data.len() <= LONGEST_DATA {
        return data;
    }
    if let Ok(mut members) = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&data) {
        for longest in [2000, 1000, 400, 100] {
            for member in members.values_mut() {
                match member {
                    serde_json::Value::String(text) => *text = start_of(text, longest).to_owned(),
                    serde_json::Value::Array(_) | serde_json::Value::Object(_) => {
                        *member = serde_json::Value::Null
                    }
                    _ => {}
                }
            }
            let text = serde_json::Value::Object(members.clone()).to_string();
            if text.len() <= LONGEST_DATA {
                return text;
            }
        }
    }
    start_of(&data, LONGEST_DATA).to_owned()
}

/// The beginning of a text, in at most so many bytes and in whole characters.
fn start_of(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// An event of now without a visitor.
pub fn event(context: &Context, kind: &str, name: String, data: String) -> Event {
    let occurred_at = context.clock.now_ms();
    Event { kind: kind.to_owned(), name: clipped(name), data: fitted(data), occurred_at, ..Event::default() }
}

/// The same event, sent by whom this return cookie (`id|first|previous|latest|count`) belongs to.
pub fn by(mut event: Event, return_cookie: Option<&str>) -> Event {
    let mut parts = return_cookie.unwrap_or_default().split('|');
    event.visitor = parts.next().and_then(id);
    if event.visitor.is_some() {
        event.visit = parts.nth(3).and_then(|count| count.parse().ok()).filter(|count| *count > 0);
    }
    event
}

/// An id of a visitor, if it looks like one.
pub fn id(text: &str) -> Option<String> {
    let is_id = !text.is_empty()
        && text.len() <= LONGEST_ID
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    is_id.then(|| text.to_owned())
}

/// A name cut to the length that is kept.
pub fn clipped(name: String) -> String {
    if name.chars().count() <= LONGEST_NAME { name } else { name.chars().take(LONGEST_NAME).collect() }
}

/// The host of another site, of the address (or the host alone) that led to a page; `None` for our own pages.
pub fn source(request: &HttpRequest, context: &Context, referrer: &str) -> Option<String> {
    let host = host_of(referrer)?;
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_ours = |own: &str| host_of(own).as_deref() == Some(host.as_str());
    let ours = header(HOST).is_some_and(is_ours)
        || header(ORIGIN).is_some_and(is_ours)
        || context.settings.site_origins.iter().any(|origin| is_ours(origin));
    (!ours).then_some(host)
}

/// The host of an address, small, without `www.` and without a port.
fn host_of(address: &str) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| port.chars().all(|digit| digit.is_ascii_digit()))
        .map_or(host, |(host, _)| host);
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let is_host = !host.is_empty()
        && host.len() <= 253
        && host
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '[' | ']' | ':'));
    is_host.then(|| host.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_056_what_is_kept_of_an_event_has_an_end_and_stays_json() {
        let stack = format!("Error: é{}", "\n at b.js:1:2".repeat(900));
        let report = serde_json::json!({"message": "m", "stack": stack, "line": 3, "customData": {"a": "x".repeat(9000)}});
        let kept = fitted(report.to_string());
        assert!(kept.len() <= LONGEST_DATA, "{}", kept.len());
        let kept: serde_json::Value = serde_json::from_str(&kept).unwrap();
        assert_eq!((&kept["message"], &kept["line"]), (&report["message"], &report["line"]));
        assert!(kept["stack"].as_str().unwrap().starts_with("Error: é\n at b.js:1:2"));
        let many: serde_json::Value =
            (0..500).map(|number| (number.to_string(), "x".into())).collect::<serde_json::Map<_, _>>().into();
        assert!(fitted(many.to_string()).len() <= LONGEST_DATA);
        assert_eq!(fitted("é".repeat(4000)).len(), LONGEST_DATA);
        assert_eq!(fitted("{\"a\":1}".into()), "{\"a\":1}");
    }

    #[test]
    fn a_host_is_found_in_any_address() {
        for (address, host) in [
            ("https://www.Search.example/?q=bread", Some("search.example")),
            ("search.example", Some("search.example")),
            ("http://me:secret@search.example:8080/a", Some("search.example")),
            ("http://[::1]:80/", Some("[::1]")),
            ("", None),
            ("javascript:alert(1)", None),
            ("https://<script>", None),
        ] {
            assert_eq!(host_of(address).as_deref(), host, "{address}");
        }
    }

    #[test]
    fn a_return_cookie_tells_the_visitor_and_the_visit() {
        let visitor = |cookie: &str| {
            let event = by(Event::default(), Some(cookie));
            (event.visitor, event.visit)
        };
        assert_eq!(visitor("a-1|1|2|3|4"), (Some("a-1".into()), Some(4)));
        assert_eq!(visitor("a-1"), (Some("a-1".into()), None));
        assert_eq!(visitor("a 1|1|2|3|4"), (None, None));
        assert_eq!(visitor(""), (None, None));
    }
}
