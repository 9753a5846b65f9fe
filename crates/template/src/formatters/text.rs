//! Text: escaping, cutting, quotes, slugs.

use crate::arguments::Arguments;
use crate::error::Fault;
use crate::escape::{escape_attribute, escape_html};
use crate::node::{Node, parse_int};
use crate::runtime::Context;
use crate::runtime::Formatter;
use crate::scan::is_js_space;
use crate::variable::Path;
use crate::vocabulary::{Vocabulary, Writer};

pub(super) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.text_fn("encode-space", encode_space);
    vocabulary.writer("format", |arguments| Format(arguments.iter().map(Path::parse).collect()));
    vocabulary.text_fn("html", escape_html);
    vocabulary.text_fn("htmlattr", escape_attribute);
    vocabulary.text_fn("htmltag", escape_attribute);
    vocabulary.text_fn("line-breaks", line_breaks);
    vocabulary.formatter("safe", |_| Safe);
    vocabulary.text_fn("slugify", slugify);
    vocabulary.text_fn("smartypants", smartypants);
    vocabulary.text_fn("str", |text, out| out.push_str(text));
    vocabulary.formatter("truncate", Truncate::new);
}

fn encode_space(text: &str, out: &mut String) {
    for character in text.chars() {
        if is_js_space(character) {
            out.push_str("&nbsp;");
        } else {
            out.push(character);
        }
    }
}

fn line_breaks(text: &str, out: &mut String) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push_str("<br/>");
        }
        out.push_str(line);
    }
}

/// T-114: drops all but ASCII letters, digits, white space and dashes; white space becomes dashes.
pub fn slugify(text: &str, out: &mut String) {
    let mut spaced = false;
    for character in text.chars() {
        if is_js_space(character) {
            if !spaced {
                out.push('-');
            }
            spaced = true;
        } else if character.is_ascii_alphanumeric() || character == '-' {
            out.push(character.to_ascii_lowercase());
            spaced = false;
        }
    }
}

/// T-115. The class of characters before which an apostrophe opens holds a backslash and the letter `s` where the
/// reference engine meant white space; templates see that.
fn smartypants(text: &str, out: &mut String) {
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let line_start = before.is_none_or(|before| matches!(before, '\n' | '\r' | '\u{2028}' | '\u{2029}'));
        let written = match character {
            '\'' if line_start || matches!(before, Some('-' | '—' | '\\' | 's' | '(' | '[' | '"')) => '‘',
            '\'' => '’',
            '"' => {
                let opens = line_start
                    || before.is_some_and(|before| {
                        matches!(before, '-' | '—' | '/' | '[' | '(' | '‘') || is_js_space(before)
                    });
                if opens { '“' } else { '”' }
            }
            '-' if characters.peek() == Some(&'-') => {
                characters.next();
                out.push('—');
                before = Some('-');
                continue;
            }
            other => other,
        };
        out.push(written);
        before = Some(if character == '\'' { written } else { character });
    }
}

/// `safe` (T-113): removes everything between `<` and the next `>`. A value without text stays what it is.
struct Safe;

impl Formatter for Safe {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        if !values[0].is_true() {
            return Ok(());
        }
        let text = context.text(values[0]);
        let mut kept = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(open) = rest.find('<') {
            let Some(close) = rest[open..].find('>') else { break };
            kept.push_str(&rest[..open]);
            rest = &rest[open + close + 1..];
        }
        values[0] = if kept.is_empty() && rest.len() == text.len() {
            Node::Text(text)
        } else {
            kept.push_str(rest);
            context.arena().text_node(&kept)
        };
        Ok(())
    }
}

/// `truncate length ellipsis` (T-117).
struct Truncate {
    /// In UTF-16 code units; nothing leaves the value alone.
    limit: Option<usize>,
    ellipsis: Box<str>,
}

impl Truncate {
    fn new(arguments: &Arguments<'_>) -> Self {
        let limit = arguments.get(0).map_or(100.0, parse_int);
        Truncate {
            limit: (limit.is_finite() && limit > 0.0).then_some(limit as usize),
            ellipsis: arguments.get(1).unwrap_or("...").into(),
        }
    }
}

impl Formatter for Truncate {
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(limit) = self.limit else { return Ok(()) };
        let text = context.text(values[0]);
        values[0] = match truncated(text, limit) {
            None => Node::Text(text),
            Some(cut) => {
                let mut short = String::with_capacity(cut.len() + self.ellipsis.len() + 3);
                push_cut(text, cut, limit, &mut short);
                short.push_str(&self.ellipsis);
                context.arena().text_node(&short)
            }
        };
        Ok(())
    }

    fn print<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(limit) = self.limit else {
            context.print(values[0]);
            return Ok(());
        };
        let text = context.text(values[0]);
        match truncated(text, limit) {
            None => context.push(text),
            Some(cut) => {
                push_cut(text, cut, limit, context.out());
                context.push(&self.ellipsis);
            }
        }
        Ok(())
    }
}

/// The start of a text that is longer than the limit, up to and with its last white space within the limit.
fn truncated(text: &str, limit: usize) -> Option<&str> {
    let bytes = text.as_bytes();
    let start = bytes.get(..=limit)?;
    let space =
        |start: &[u8]| start.iter().rposition(|byte| crate::scan::is_space(*byte)).map(|space| space + 1);
    if start.is_ascii() {
        return Some(&text[..space(&start[..limit]).unwrap_or(limit)]);
    }
    let mut units = 0;
    let mut end = None;
    for (at, character) in text.char_indices() {
        units += character.len_utf16();
        if units > limit {
            end = Some(space(&bytes[..at]).unwrap_or(at));
            break;
        }
    }
    end.map(|end| &text[..end])
}

/// Appends the cut text. Where no white space was found and the limit splits a character of two code units, the half
/// that is left is the replacement character.
fn push_cut(text: &str, cut: &str, limit: usize, out: &mut String) {
    out.push_str(cut);
    let next = text[cut.len()..].chars().next();
    let at_space = cut.as_bytes().last().is_some_and(|byte| crate::scan::is_space(*byte));
    if !at_space && next.is_some_and(|next| next.len_utf16() == 2) && crate::node::utf16_len(cut) < limit {
        out.push('\u{fffd}');
    }
}

/// `format a b` (T-099): fills `{0}`, `{1}`… with values that are looked up outside the text.
struct Format(Vec<Path>);

impl Writer for Format {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let fill: Vec<Node<'r>> = self.0.iter().map(|path| context.resolve_outside(path)).collect();
        let text = context.text(values[0]);
        let out = context.out();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            rest = &rest[open + 1..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let index = index_of(&rest[..digits]);
            let plain = rest.as_bytes().get(digits) == Some(&b'}');
            let Some(close) = rest[digits..].find('}') else { return Ok(()) };
            if plain
                && let Some(node) = index.and_then(|index| fill.get(index))
                && !node.is_nothing()
            {
                node.write_string(out);
            }
            rest = &rest[digits + close + 1..];
        }
        out.push_str(rest);
        Ok(())
    }
}

/// The number of a tag; no digits are 0.
fn index_of(digits: &str) -> Option<usize> {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}
