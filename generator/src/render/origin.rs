//! The origins that a text names.

/// The origin of an address on another host: scheme and host in lower case, of an address without a scheme the host alone,
/// which is asked as the page itself was; `None` for one of this site.
#[must_use]
pub(super) fn origin(address: &str) -> Option<String> {
    let address = address.trim();
    let lower = address.to_ascii_lowercase();
    let (scheme, rest) = match lower.split_once("//")? {
        ("", rest) => ("", rest),
        ("http:", rest) => ("http://", rest),
        ("https:", rest) => ("https://", rest),
        _ => return None,
    };
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':')));
    let host = rest[..end.unwrap_or(rest.len())].trim_end_matches(['.', ':']);
    let named = host.contains(|c: char| c.is_ascii_alphanumeric()) && !host.starts_with(['-', '.', ':']);
    named.then(|| format!("{scheme}{host}"))
}

/// A program without what stands in it for people alone: the addresses there are not asked. Comments are known by the eye of
/// a reader, not of a parser; what is taken for none stays.
pub(super) fn without_comments(program: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(program.len());
    let mut quote = None;
    let mut at = 0;
    while let Some(&byte) = program.get(at) {
        let rest = &program[at..];
        let end = match quote {
            Some(_) if byte == b'\\' => {
                out.extend_from_slice(&rest[..rest.len().min(2)]);
                at += 2;
                continue;
            }
            Some(open) if byte == open || byte == b'\n' && open != b'`' => {
                quote = None;
                None
            }
            Some(_) => None,
            None if rest.starts_with(b"/*") => memchr::memmem::find(rest, b"*/").map(|end| end + 2),
            None if rest.starts_with(b"//") && !out.ends_with(b":") => {
                memchr::memchr(b'\n', rest).or(Some(rest.len()))
            }
            None => {
                quote = matches!(byte, b'"' | b'\'' | b'`').then_some(byte);
                None
            }
        };
        match end {
            Some(length) => at += length,
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_scheme_names_its_host_alone() {
        assert_eq!(origin("//Fonts.example/a.css").as_deref(), Some("fonts.example"));
        assert_eq!(origin("HTTP://fonts.example/a.css").as_deref(), Some("http://fonts.example"));
        assert_eq!(origin("/a//b"), None);
    }

    #[test]
    fn what_a_program_says_to_people_is_left_out() {
        let program = b"/* https://license.example */ var a = 'https://used.example/x.js'; // see https://docs.example\nb(\"//also.example/y\", `/* https://kept.example */`);";
        let mut found = Vec::new();
        each_origin(&without_comments(program), |origin| found.push(origin));
        assert_eq!(found, ["https://used.example", "also.example", "https://kept.example"]);
        for odd in [&b"'"[..], b"/*", b"//", b"'\\", b"`a"] {
            assert!(without_comments(odd).len() <= odd.len());
        }
    }
}
