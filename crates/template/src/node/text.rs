//! Values as text: what a template prints, JavaScript's `String(…)`, and JSON in two layouts.

use super::json_text::plain_run;
use super::value::{MAX_DEPTH, Node};

impl<'a> Node<'a> {
    /// Writes a scalar's text: a text, a number as JavaScript prints it, `true` or `false`. Lists, objects, `null`
    /// and missing values write nothing.
    #[inline]
    pub fn write_text(self, out: &mut String) {
        match self {
            Node::Text(text) => out.push_str(text),
            Node::Number(number) => number.write(out),
            Node::Boolean(value) => out.push_str(if value { "true" } else { "false" }),
            Node::Missing | Node::Null | Node::List(_) | Node::Object(_) => {}
        }
    }

    /// A scalar's text (see [`Node::write_text`]), borrowed where the value is a text already.
    pub fn to_text(self) -> std::borrow::Cow<'a, str> {
        match self {
            Node::Text(text) => text.into(),
            Node::Boolean(value) => if value { "true" } else { "false" }.into(),
            Node::Number(number) => {
                let mut text = String::new();
                number.write(&mut text);
                text.into()
            }
            _ => "".into(),
        }
    }

    /// Writes what a variable tag prints: a scalar's text, and a list as its elements joined with `,` (T-006).
    #[inline]
    pub fn write_output(self, out: &mut String) {
        match self {
            Node::Text(text) => out.push_str(text),
            Node::List(list) => {
                for (at, element) in list.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    element.write_string(out);
                }
            }
            _ => self.write_text(out),
        }
    }

    /// Writes JavaScript's `String(value)`: `null`, `[object Object]`, nested lists joined with `,`.
    pub fn write_string(self, out: &mut String) {
        write_string(self, out, 0);
    }

    /// Writes the value as JSON on one line, as `JSON.stringify` does. Values nested deeper than [`MAX_DEPTH`] are
    /// cut to `null`.
    pub fn write_json(self, out: &mut String) {
        write_json(self, out, None, 0);
    }

    /// Writes the value as JSON with an indent of two spaces.
    pub fn write_json_pretty(self, out: &mut String) {
        write_json(self, out, Some(2), 0);
    }
}

fn write_string(node: Node<'_>, out: &mut String, depth: usize) {
    match node {
        Node::Missing | Node::Null => out.push_str("null"),
        Node::Object(_) => out.push_str("[object Object]"),
        Node::List(_) if depth >= MAX_DEPTH => {}
        Node::List(list) => {
            for (at, element) in list.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                if !element.is_nothing() {
                    write_string(*element, out, depth + 1);
                }
            }
        }
        _ => node.write_text(out),
    }
}

fn write_json(node: Node<'_>, out: &mut String, indent: Option<usize>, depth: usize) {
    match node {
        Node::Missing | Node::Null => out.push_str("null"),
        Node::Boolean(_) => node.write_text(out),
        Node::Number(number) if number.value().is_finite() => number.write(out),
        Node::Number(_) => out.push_str("null"),
        Node::Text(text) => write_json_text(text, out),
        Node::List(_) | Node::Object(_) if depth >= MAX_DEPTH => out.push_str("null"),
        Node::List(list) => {
            out.push('[');
            for (at, element) in list.iter().enumerate() {
                separate(at, out, indent, depth + 1);
                write_json(*element, out, indent, depth + 1);
            }
            close(list.len(), out, indent, depth);
            out.push(']');
        }
        Node::Object(object) => {
            out.push('{');
            let plain = object.0.shape.is_plain;
            for (at, (name, value)) in object.members().enumerate() {
                separate(at, out, indent, depth + 1);
                write_name(name, plain, out);
                out.push_str(if indent.is_some() { ": " } else { ":" });
                write_json(value, out, indent, depth + 1);
            }
            close(object.len(), out, indent, depth);
            out.push('}');
        }
    }
}

fn write_name(name: &str, plain: bool, out: &mut String) {
    if !plain {
        return write_json_text(name, out);
    }
    out.reserve(name.len() + 2);
    out.push('"');
    out.push_str(name);
    out.push('"');
}

fn separate(at: usize, out: &mut String, indent: Option<usize>, depth: usize) {
    if at > 0 {
        out.push(',');
    }
    if let Some(width) = indent {
        new_line(out, width * depth);
    }
}

fn close(count: usize, out: &mut String, indent: Option<usize>, depth: usize) {
    if let (Some(width), true) = (indent, count > 0) {
        new_line(out, width * depth);
    }
}

fn new_line(out: &mut String, spaces: usize) {
    out.push('\n');
    for _ in 0..spaces {
        out.push(' ');
    }
}

/// Writes a text as a JSON string with its quotes.
pub fn write_json_text(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut rest = text;
    loop {
        let run = plain_run(rest.as_bytes());
        out.push_str(&rest[..run]);
        // The byte after a run is a character of one byte: the text can be cut on both sides of it.
        let Some(byte) = rest.as_bytes().get(run) else { break };
        write_escaped(*byte, out);
        rest = &rest[run + 1..];
    }
    out.push('"');
}

#[cold]
fn write_escaped(byte: u8, out: &mut String) {
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        0x08 => out.push_str("\\b"),
        0x0c => out.push_str("\\f"),
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        b'\t' => out.push_str("\\t"),
        _ => {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            out.push_str("\\u00");
            out.push(HEX[usize::from(byte >> 4)] as char);
            out.push(HEX[usize::from(byte & 15)] as char);
        }
    }
}

/// The length in UTF-16 code units, which is what the language counts.
pub fn utf16_len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char::len_utf16).sum() }
}
