//! Text, HTML and times as exports write them.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use scraper::{Html, Node};

/// Entities of HTML that texts of exports have, beside the numbered ones.
const ENTITIES: [(&str, &str); 28] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("ndash", "\u{2013}"),
    ("mdash", "\u{2014}"),
    ("lsquo", "\u{2018}"),
    ("rsquo", "\u{2019}"),
    ("ldquo", "\u{201c}"),
    ("rdquo", "\u{201d}"),
    ("hellip", "\u{2026}"),
    ("bull", "\u{2022}"),
    ("copy", "\u{a9}"),
    ("reg", "\u{ae}"),
    ("trade", "\u{2122}"),
    ("euro", "\u{20ac}"),
    ("pound", "\u{a3}"),
    ("yen", "\u{a5}"),
    ("deg", "\u{b0}"),
    ("times", "\u{d7}"),
    ("laquo", "\u{ab}"),
    ("raquo", "\u{bb}"),
    ("middot", "\u{b7}"),
    ("shy", "\u{ad}"),
    ("eacute", "\u{e9}"),
    ("uuml", "\u{fc}"),
];

/// What an entity stands for, by its name.
#[must_use]
pub fn entity(name: &str) -> Option<&'static str> {
    ENTITIES.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

/// A text whose entities are what they stand for; all of HTML's are known.
#[must_use]
pub fn decoded(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    // Nothing in it may be read as an element.
    let safe = text.replace('<', "&lt;");
    Html::parse_fragment(&safe).root_element().text().collect()
}

/// A text for a place in HTML.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The words of HTML: paragraphs and breaks become lines, everything else is text without elements.
#[must_use]
pub fn plain(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return html.trim().to_owned();
    }
    let html = Html::parse_fragment(html);
    let mut text = String::new();
    for edge in html.root_element().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Text(part) if !is_hidden(node) => text.push_str(part),
                Node::Element(element) if element.name() == "br" => text.push('\n'),
                _ => {}
            },
            Edge::Close(node) => {
                let block = ["p", "div", "li", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "tr"];
                if node.value().as_element().is_some_and(|element| block.contains(&element.name())) {
                    text.push_str("\n\n");
                }
            }
        }
    }
    tidy(&text)
}

fn is_hidden(node: NodeRef<'_, Node>) -> bool {
    let parent =
        node.parent().and_then(|parent| parent.value().as_element().map(|own| own.name().to_owned()));
    parent.is_some_and(|name| matches!(name.as_str(), "script" | "style"))
}

/// At most one empty line in a row, none at the ends.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.trim().lines() {
        let line = line.trim_end();
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty < 2 {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.trim_end().to_owned()
}

/// Milliseconds since 1970 of a time: `2024-05-01 10:00:00` (UTC), RFC 3339, RFC 2822, or milliseconds as a number. `None` for
/// anything else, also for the zeros that some programs write for no time at all.
#[must_use]
pub fn time(text: &str) -> Option<i64> {
    let text = text.trim();
    if text.is_empty() || text.starts_with("0000") {
        return None;
    }
    if text.len() > 9
        && let Ok(number) = text.parse::<i64>()
    {
        // Seconds until the year 2286, milliseconds since 1970 else.
        return Some(if text.len() <= 10 { number.saturating_mul(1000) } else { number });
    }
    let text = text.strip_suffix(" UTC").map_or_else(|| text.to_owned(), |text| format!("{text}Z"));
    if let Ok(moment) = text.parse::<jiff::Timestamp>() {
        return Some(moment.as_millisecond());
    }
    let spaced = offset_joined(&text.replacen(' ', "T", 1));
    if let Ok(moment) = spaced.parse::<jiff::Timestamp>() {
        return Some(moment.as_millisecond());
    }
    if let Ok(moment) = jiff::fmt::rfc2822::parse(&text) {
        return Some(moment.timestamp().as_millisecond());
    }
    let civil: DateTime = spaced.parse().ok()?;
    civil.to_zoned(TimeZone::UTC).ok().map(|moment| moment.timestamp().as_millisecond())
}

/// `…T10:00:00 +0100` as `…T10:00:00+01:00`.
fn offset_joined(text: &str) -> String {
    let Some((time, offset)) = text.rsplit_once(' ') else { return text.to_owned() };
    let digits = offset.len() == 5 && offset.starts_with(['+', '-']);
    if digits { format!("{time}{}:{}", &offset[..3], &offset[3..]) } else { format!("{time}{offset}") }
}

/// The path of an address, or of what is a path already; "" when there is none or it is a query alone.
#[must_use]
pub fn path(address: &str) -> String {
    let rest =
        address.split_once("://").map_or(address, |(_, rest)| rest.find('/').map_or("", |at| &rest[at..]));
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    if path.starts_with('/') { path.to_owned() } else { String::new() }
}

/// A text as part of an address: letters and digits, `-` between them.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for character in text.trim().chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            out.push(character);
        } else if !out.ends_with('-') && !out.is_empty() && !matches!(character, '\'' | '\u{2019}') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_every_kind_are_read() {
        for text in [
            "2024-05-01 10:00:00",
            "2024-05-01T10:00:00.000Z",
            "Wed, 01 May 2024 10:00:00 +0000",
            "2024-05-01 12:00:00 +0200",
            "2024-05-01 10:00:00 UTC",
            "1714557600000",
            "1714557600",
        ] {
            assert_eq!(time(text), Some(1_714_557_600_000), "{text}");
        }
        assert_eq!((time("0000-00-00 00:00:00"), time("soon"), time("")), (None, None, None));
        assert_eq!(time("2024-05-01"), Some(1_714_521_600_000));
    }

    #[test]
    fn html_becomes_words() {
        assert_eq!(
            plain("<p>One &amp; two<br>three</p><p>four <b>five</b></p>"),
            "One & two\nthree\n\nfour five"
        );
        assert_eq!(decoded("a &lt;b&gt; &#8217; &eacute; <i>"), "a <b> \u{2019} \u{e9} <i>");
        assert_eq!(
            (path("https://a.example/b/c?d#e"), path("https://a.example"), path("/x/")),
            ("/b/c".into(), String::new(), "/x/".into())
        );
        assert_eq!(slug("  Fish & Chips: it\u{2019}s on! "), "fish-chips-its-on");
    }
}
