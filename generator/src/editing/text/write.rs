//! How values are written that were not there before.

use super::super::json::Json;

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// One step to the right.
    pub unit: &'static str,
    /// The end of a line.
    pub line: &'static str,
    /// Whether it has lines at all.
    pub lines: bool,
    /// Whether there is a space behind a comma and a colon on one line.
    pub(super) spaced: bool,
}

/// As our own files are written: two spaces, a member a line.
pub const HOUSE: Style = Style { unit: "  ", line: "\n", lines: true, spaced: true };

impl Style {
    /// The style of a text; what it does not show is as in our own files.
    #[must_use]
    pub fn of(text: &str) -> Style {
        let lines = text.trim().contains('\n') || !text.contains([':', ',']);
        let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let first = text.lines().find_map(|line| {
            let white = &line[..line.len() - line.trim_start().len()];
            (!white.is_empty() && !line.trim().is_empty()).then_some(white)
        });
        let unit = match first {
            Some(white) if white.starts_with('\t') => "\t",
            Some("   ") => "   ",
            Some("    ") => "    ",
            Some("        ") => "        ",
            Some(" ") => " ",
            _ => HOUSE.unit,
        };
        Style { unit, line, lines, spaced: lines || text.contains("\": ") || !text.contains("\":") }
    }

    /// A value. `indent` stands at the beginning of its line; `inline` writes it on one line.
    #[must_use]
    pub fn value(&self, value: &Json, indent: &str, inline: bool) -> String {
        let mut text = String::new();
        self.write(&mut text, value, indent, inline);
        text
    }

    fn write(&self, out: &mut String, value: &Json, indent: &str, inline: bool) {
        let inner = format!("{indent}{}", self.unit);
        let (open, close, count) = match value {
            Json::List(elements) => ('[', ']', elements.len()),
            Json::Object(members) => ('{', '}', members.len()),
            scalar => return out.push_str(&serde_json::to_string(scalar).unwrap_or_default()),
        };
        out.push(open);
        for number in 0..count {
            match (inline, number) {
                (false, _) => {
                    out.push_str(self.line);
                    out.push_str(&inner);
                }
                (true, 0) => {}
                (true, _) if self.spaced => out.push(' '),
                (true, _) => {}
            }
            if let Json::Object(members) = value {
                out.push_str(&string(&members[number].0));
                out.push_str(if self.spaced { ": " } else { ":" });
                self.write(out, &members[number].1, &inner, inline);
            } else {
                self.write(out, &value.elements()[number], &inner, inline);
            }
            if number + 1 < count {
                out.push(',');
            }
        }
        if count > 0 && !inline {
            out.push_str(self.line);
            out.push_str(indent);
        }
        out.push(close);
    }
}

/// The members that a file of a site begins with, in this order; all others follow as they were written.
const FIRST: [&str; 21] = [
    "id",
    "collectionId",
    "recordType",
    "recordTypeLabel",
    "title",
    "name",
    "urlId",
    "typeName",
    "type",
    "ordering",
    "pageSize",
    "layout",
    "status",
    "displayIndex",
    "publishOn",
    "addedOn",
    "author",
    "categories",
    "tags",
    "excerpt",
    "mainImage",
];

/// A file's value with its members in the house's order.
#[must_use]
pub fn ordered(value: &Json) -> Json {
    let Json::Object(members) = value else { return value.clone() };
    let mut members = members.clone();
    members.sort_by_key(|(key, _)| FIRST.iter().position(|first| first == key).unwrap_or(FIRST.len()));
    Json::Object(members)
}

/// A text between quotes.
#[must_use]
pub fn string(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
