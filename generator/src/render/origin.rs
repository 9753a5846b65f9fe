//! The origins that a text names.

/// The origin of an address on another host: scheme and host in lower case; `None` for one of this site.
#[must_use]
pub(super) fn origin(address: &str) -> Option<String> {
    let address = address.trim();
    let lower = address.to_ascii_lowercase();
    let (scheme, rest) = match lower.split_once("//")? {
        ("", rest) => ("https:", rest),
        (scheme @ ("http:" | "https:"), rest) => (scheme, rest),
        _ => return None,
    };
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':')));
    let host = rest[..end.unwrap_or(rest.len())].trim_end_matches(['.', ':']);
    let named = host.contains(|c: char| c.is_ascii_alphanumeric()) && !host.starts_with(['-', '.', ':']);
    named.then(|| format!("{scheme}//{host}"))
}

/// Every origin that a text names, in any of the ways in which addresses are written into scripts and attributes.
pub(super) fn each_origin(text: &[u8], mut hear: impl FnMut(String)) {
    let text = String::from_utf8_lossy(text).replace("\\/", "/");
    for (at, _) in text.match_indices("//") {
        let before = &text[..at];
        let scheme = ["https:", "http:"].into_iter().find(|scheme| before.ends_with(scheme));
        let quoted = before.ends_with(['"', '\'', '`', '=', '(']);
        let address = match scheme {
            Some(scheme) => &text[at - scheme.len()..],
            None if quoted => &text[at..],
            None => continue,
        };
        // A host of one word is none that a page of the web names: it is a comment or a pattern.
        origin(address).filter(|origin| origin.contains('.')).into_iter().for_each(&mut hear);
    }
}
