//! The site tags of a text: where each stands, what it says, and which closing tag belongs to it.

use std::collections::HashMap;

/// A tag, opening or closing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag<'t> {
    /// The offset of its `<`.
    pub start: usize,
    /// The offset of its `>`.
    pub end: usize,
    /// The name behind the colon.
    pub name: &'t str,
    /// Whether it closes another one.
    pub closes: bool,
    /// Its attributes, in order.
    attributes: Vec<(&'t str, &'t str)>,
    /// What stands between it and its closing tag; `None` of a tag that has none.
    pub body: Option<&'t str>,
}

impl<'t> Tag<'t> {
    /// The value of an attribute; upper and lower case are the same.
    #[must_use]
    pub fn get(&self, wanted: &str) -> Option<&'t str> {
        let found = self.attributes.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        found.map(|(_, value)| *value)
    }

    /// The value of the first of these attributes that there is.
    #[must_use]
    pub fn first(&self, wanted: &[&str]) -> Option<&'t str> {
        wanted.iter().find_map(|name| self.get(name))
    }

    /// All attributes.
    pub fn attributes(&self) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.attributes.iter().copied()
    }

    /// Whether there is something between it and its closing tag.
    #[must_use]
    pub fn has_body(&self) -> bool {
        self.body.is_some_and(|body| !body.trim().is_empty())
    }
}

/// The tags of a text in order, and the place and name of one that no `>` ends.
#[must_use]
pub fn tags(text: &str) -> (Vec<Tag<'_>>, Option<(usize, &str)>) {
    let (mut found, mut open): (Vec<Tag<'_>>, HashMap<&str, Vec<usize>>) = Default::default();
    let mut rest = 0;
    while let Some((start, closes, name_start)) = next(text, rest) {
        let length = text[name_start..].find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let name_end = length.map_or(text.len(), |length| name_start + length);
        let name = &text[name_start..name_end];
        let Some(end) = end_of(text, name_end) else { return (found, Some((start, name))) };
        let own = &text[name_end..end];
        if closes {
            if let Some(opening) = open.get_mut(name).and_then(Vec::pop) {
                let body = &text[found[opening].end + 1..start];
                found[opening].body = Some(body);
            }
        } else if !own.ends_with('/') {
            open.entry(name).or_default().push(found.len());
        }
        let attributes = if closes { Vec::new() } else { attributes(own) };
        found.push(Tag { start, end, name, closes, attributes, body: None });
        rest = end + 1;
    }
    (found, None)
}

/// The next `<squarespace:` or `<loggia:` tag: where it starts, whether it closes, where its name starts.
fn next(text: &str, from: usize) -> Option<(usize, bool, usize)> {
    let mut at = from;
    loop {
        let start = at + text[at..].find('<')?;
        let closes = text[start + 1..].starts_with('/');
        let name = start + 1 + usize::from(closes);
        for prefix in ["squarespace:", "loggia:"] {
            if text[name..].starts_with(prefix) {
                return Some((start, closes, name + prefix.len()));
            }
        }
        at = start + 1;
    }
}

/// The offset of the `>` that ends a tag. One between quotes does not, nor does one of the language: `{.if a > b}`, which
/// has quotes of its own as well.
fn end_of(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut quote) = (from, None);
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (_, b'{') => at = behind_braces(bytes, at) - 1,
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (None, b'>') => return Some(at),
            (None, _) => {}
        }
        at += 1;
    }
    None
}

/// The offset behind the braces that open here; that behind the brace alone where they do not close on the line.
fn behind_braces(bytes: &[u8], open: usize) -> usize {
    let rest = &bytes[open + 1..];
    match rest.iter().position(|byte| matches!(byte, b'}' | b'{' | b'\n')) {
        Some(length) if rest[length] == b'}' => open + length + 2,
        _ => open + 1,
    }
}

fn attributes(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_end().trim_end_matches('/').trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let name = &rest[..end];
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            (value, rest) = value_of(after.trim_start());
            rest = rest.trim_start();
        }
        found.push((name, value));
    }
    found
}

/// The value at the beginning of a text, and what follows it.
fn value_of(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let quote = bytes.first().copied().filter(|byte| matches!(byte, b'"' | b'\''));
    let start = usize::from(quote.is_some());
    let mut at = start;
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (_, b'{') => at = behind_braces(bytes, at) - 1,
            (Some(quote), byte) if quote == byte => return (&text[start..at], &text[at + 1..]),
            (None, byte) if byte.is_ascii_whitespace() => return (&text[..at], &text[at..]),
            _ => {}
        }
        at += 1;
    }
    (&text[start..], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_find_their_attributes_and_their_ends() {
        let text = "a<squarespace:query one=1 Two='2 >' three=\"{.equal? x \"y>\"}a{.end}\" four>b<loggia:x/>c</squarespace:query>d";
        let (tags, unclosed) = tags(text);
        assert_eq!((tags.len(), unclosed), (3, None));
        assert_eq!(tags[0].body, Some("b<loggia:x/>c"));
        let all: Vec<_> = tags[0].attributes().collect();
        let three = "{.equal? x \"y>\"}a{.end}";
        assert_eq!(all, [("one", "1"), ("Two", "2 >"), ("three", three), ("four", "")]);
        assert_eq!((tags[0].get("two"), tags[0].first(&["five", "one"])), (Some("2 >"), Some("1")));
        assert!(tags[2].closes && tags[2].body.is_none());
    }

    #[test]
    fn a_closing_tag_belongs_to_the_nearest_of_its_name() {
        let (tags, _) = tags("<loggia:a><loggia:b><loggia:a>1</loggia:a></loggia:b></loggia:c>");
        let bodies: Vec<_> = tags.iter().map(|tag| tag.body).collect();
        assert_eq!(bodies[..3], [None, Some("<loggia:a>1</loggia:a>"), Some("1")]);
        assert!(bodies[3..].iter().all(Option::is_none));
    }

    #[test]
    fn whatever_stands_there_nothing_is_cut_in_two() {
        for text in [
            "<loggia:",
            "<loggia:x",
            "<loggia:x a='",
            "<loggia:x a={",
            "<loggia:é>",
            "</loggia:x>",
            "<loggia:x ü=\"é{\u{fdd0}\"/>",
        ] {
            let _ = tags(text);
        }
        assert_eq!(tags("<loggia:x a='").1, Some((0, "x")));
    }
}
