//! How a value is written in YAML and in TOML.

use std::ops::Range;

use super::parts::Format;
use super::tree::{Member, Said, Style, Tree, What};
use super::yaml;

pub(super) struct Speller {
    pub format: Format,
}

impl Speller {
    /// A new member, without the end of its line.
    pub fn line(&self, key: &str, value: &Said) -> String {
        let sign = if self.format == Format::Toml { " =" } else { ":" };
        format!("{}{sign} {}", self.key(key), self.value(value, Style::Plain, false))
    }

    /// What is written in place of a value, and where; nothing when it cannot stand there.
    pub fn instead(
        &self,
        front: &str,
        source: &Member,
        tree: &Tree,
        wanted: &Said,
    ) -> Option<(Range<usize>, String)> {
        if *wanted == Said::Nothing {
            return None;
        }
        if self.format == Format::Toml {
            // A table is other lines than its value.
            let is_literal = front[tree.span.clone()].starts_with('\'');
            let style = if is_literal { Style::Single } else { tree.style };
            return (tree.style != Style::Below)
                .then(|| (tree.span.clone(), self.value(wanted, style, false)));
        }
        let raw = |said: &Said| {
            let all = tree.elements().iter().filter(|_| matches!(tree.style, Style::Below | Style::Inline));
            let same = all.filter(|one| one.said() == *said && !matches!(one.style, Style::Below));
            same.map(|one| front[one.span.clone()].to_owned()).next()
        };
        let line_end = if front.contains("\r\n") { "\r\n" } else { "\n" };
        let indent = column(front, tree.span.start);
        match (wanted, tree.style) {
            (Said::List(list), Style::Below) if matches!(tree.what, What::List(_)) && !list.is_empty() => {
                let line = |one: &Said| {
                    format!("- {}", raw(one).unwrap_or_else(|| self.value(one, Style::Plain, false)))
                };
                let between = format!("{line_end}{}", " ".repeat(indent));
                let there = tree.elements();
                // The first that stay keep their lines, with the notes on them.
                let same = there.iter().zip(list).take_while(|(one, said)| one.said() == **said).count();
                let lines: Vec<String> = list[same..].iter().map(line).collect();
                let Some(last) = same.checked_sub(1).map(|last| there[last].span.end) else {
                    return Some((tree.span.clone(), lines.join(&between)));
                };
                let end = last + front[last..].find(['\r', '\n']).unwrap_or(front.len() - last);
                let more: String = lines.iter().map(|line| format!("{between}{line}")).collect();
                Some((end..tree.span.end.max(end), more))
            }
            (Said::List(list), Style::Inline) if matches!(tree.what, What::List(_)) => {
                let all =
                    list.iter().map(|one| raw(one).unwrap_or_else(|| self.value(one, Style::Plain, true)));
                Some((tree.span.clone(), format!("[{}]", all.collect::<Vec<_>>().join(", "))))
            }
            (_, Style::Below | Style::Lines) => {
                // From behind the colon, so that the value begins on its line; what stands deeper has another one.
                if tree.span != source.value.span {
                    return None;
                }
                let colon = source.start + front[source.start..].find(':')? + 1;
                let new = match wanted {
                    Said::Text(text) if tree.style == Style::Lines && !text.trim().is_empty() => {
                        lines(text, indent_of(front, source), line_end)
                    }
                    _ => self.value(wanted, Style::Plain, false),
                };
                Some((colon..tree.span.end, format!(" {new}")))
            }
            (_, style) => {
                let is_empty = tree.span.is_empty();
                let space = if is_empty && !front[..tree.span.start].ends_with(' ') { " " } else { "" };
                Some((tree.span.clone(), format!("{space}{}", self.value(wanted, style, false))))
            }
        }
    }

    fn key(&self, key: &str) -> String {
        let is_bare =
            !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        let is_word = self.format == Format::Yaml && matches!(yaml::plain(key), What::Word(..));
        if is_bare && !is_word { key.to_owned() } else { quoted(key) }
    }

    fn value(&self, value: &Said, style: Style, is_inside: bool) -> String {
        match value {
            Said::Nothing => "null".to_owned(),
            Said::Flag(flag) => flag.to_string(),
            Said::Number(number) => number.to_string(),
            Said::Text(text) => self.text(text, style, is_inside),
            Said::List(list) => {
                let all: Vec<String> = list.iter().map(|one| self.value(one, Style::Plain, true)).collect();
                format!("[{}]", all.join(", "))
            }
            Said::Object(members) => {
                let sign = if self.format == Format::Toml { " = " } else { ": " };
                let all = members.iter().filter(|(_, value)| *value != Said::Nothing);
                let all = all.map(|(key, value)| {
                    format!("{}{sign}{}", self.key(key), self.value(value, Style::Plain, true))
                });
                format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn text(&self, text: &str, style: Style, is_inside: bool) -> String {
        let has_lines = text.contains(|c: char| c.is_control());
        if self.format == Format::Toml {
            let is_time = style != Style::Double
                && style != Style::Single
                && text.parse::<toml_edit::Datetime>().is_ok();
            return match style {
                _ if is_time => text.to_owned(),
                Style::Single if !has_lines && !text.contains('\'') => format!("'{text}'"),
                _ => quoted(text),
            };
        }
        match style {
            Style::Single if !has_lines => format!("'{}'", text.replace('\'', "''")),
            Style::Double => quoted(text),
            _ if is_plain(text, is_inside) => text.to_owned(),
            _ => quoted(text),
        }
    }
}

/// A text between double quotes, as JSON, YAML and TOML all read it.
fn quoted(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    let hidden = |c: char| {
        c == '\u{7f}'
            || ('\u{80}'..='\u{9f}').contains(&c)
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
    };
    if !quoted.contains(hidden) {
        return quoted;
    }
    quoted.chars().map(|c| if hidden(c) { format!("\\u{:04x}", c as u32) } else { c.to_string() }).collect()
}

/// Whether a text stands without quotes in YAML, and is a text there for every reader of YAML.
fn is_plain(text: &str, is_inside: bool) -> bool {
    let first = text.chars().next();
    let odd =
        |c: char| c.is_control() || matches!(c, '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}');
    let word = text.to_ascii_lowercase();
    first.is_some_and(|c| !c.is_whitespace() && !"-?:,[]{}#&*!|>'\"%@`=<~.+".contains(c))
        && !text.ends_with(char::is_whitespace)
        && !text.ends_with(':')
        && !text.contains(odd)
        && !text.contains(": ")
        && !text.contains(" #")
        && !(is_inside && text.contains([',', '[', ']', '{', '}', ':']))
        && !matches!(word.as_str(), "yes" | "no" | "on" | "off" | "y" | "n")
        // Older readers take `1_000`, `12:30` and `0o7` for numbers; a day and an instant are read as such by all.
        && (!first.is_some_and(|c| c.is_ascii_digit()) || !text.chars().all(|c| c.is_ascii_digit() || "_:.eExob".contains(c)))
        && matches!(yaml::plain(text), What::Text(_))
}

/// A text over several lines.
fn lines(text: &str, indent: usize, line_end: &str) -> String {
    let odd = |c: char| c.is_control() && c != '\n';
    if text.contains(odd) || text.starts_with([' ', '\n']) || text.ends_with("\n\n") {
        return quoted(text);
    }
    let mark = if text.ends_with('\n') { "|" } else { "|-" };
    let pad = " ".repeat(indent + 2);
    let body = text.trim_end_matches('\n').split('\n');
    let body = body.map(|line| if line.is_empty() { String::new() } else { format!("{pad}{line}") });
    format!("{mark}{line_end}{}", body.collect::<Vec<_>>().join(line_end))
}

fn column(front: &str, at: usize) -> usize {
    at - front[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn indent_of(front: &str, source: &Member) -> usize {
    column(front, source.start)
}
