//! A table's text: where it begins, what parts its cells, and which line is which.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord};

use super::name::plain;
use crate::decode;

/// Characters that part cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The text of a file: UTF-8, UTF-16 or else Windows-1252.
#[must_use]
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    decode::decode(bytes).0
}

/// The text of a list from the names of its columns on: spreadsheets put a mark, blank lines or `sep=;` before them.
pub(crate) fn from_header(text: &str) -> &str {
    let text = without_blank_lines(text);
    let is_mark = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("sep="));
    match text.split_once('\n') {
        Some((_, rest)) if is_mark => rest.trim_start_matches(['\r', '\n']),
        _ => text,
    }
}

/// A text without blank lines at its beginning, and without the mark of its encoding. A tab before the first name stays: that
/// column has no name.
fn without_blank_lines(mut text: &str) -> &str {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    while let Some((_, rest)) = text.split_once('\n').filter(|(line, _)| line.chars().all(is_blank)) {
        text = rest;
    }
    let begin = text.find(|c| !is_blank(c)).unwrap_or(text.len());
    match text[..begin].rfind('\u{feff}') {
        Some(at) => &text[at + '\u{feff}'.len_utf8()..],
        None => text.trim_start_matches(' '),
    }
}

/// The delimiter and the header of a text, each name as [`plain`] makes it: those for which `is_known` is true, else those
/// with the most columns.
pub(crate) fn header(text: &str, is_known: impl Fn(&[String]) -> bool) -> (u8, Vec<String>) {
    let read = |delimiter: u8| {
        let mut reader = builder(delimiter).from_reader(text.as_bytes());
        let mut record = StringRecord::new();
        let there = reader.read_record(&mut record).unwrap_or(false);
        let names: Vec<String> = record.iter().map(plain).collect();
        (delimiter, if there { names } else { Vec::new() })
    };
    let found: Vec<(u8, Vec<String>)> = DELIMITERS.into_iter().map(read).collect();
    let known = found.iter().position(|(_, names)| is_known(names));
    let most = known.unwrap_or_else(|| {
        let count = |at: &usize| (found[*at].1.len(), DELIMITERS.len() - at);
        (0..found.len()).max_by_key(count).unwrap_or_default()
    });
    found.into_iter().nth(most).unwrap_or_default()
}

/// A reader of records, the first of which is the header.
pub(super) fn builder(delimiter: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.flexible(true).has_headers(false).delimiter(delimiter);
    builder
}

/// Lines of a text by their bytes, asked for in ascending order. The reader of records takes the end of a line in two
/// characters for two places, so they are counted here.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
}

impl<'t> Lines<'t> {
    /// Those of a text, before its first.
    #[must_use]
    pub fn of(text: &'t str) -> Lines<'t> {
        Lines { text: text.as_bytes(), at: 0, line: 1 }
    }

    /// The line of the record that begins at a byte or, where ends of lines stand there, after them.
    pub fn at(&mut self, byte: u64) -> usize {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len());
        let ends = self.text[byte..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let to = (byte + ends).max(self.at);
        // A line ends with CR LF, LF, or CR alone.
        let ending = |at: &usize| match self.text[*at] {
            b'\n' => true,
            b'\r' => self.text.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        self.line += (self.at..to).filter(ending).count();
        self.at = to;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_510_what_spreadsheets_put_before_the_header_is_skipped() {
        assert_eq!(from_header("\n\t\u{feff}ID,Name"), "ID,Name");
        assert_eq!(from_header("sep=;\r\nID;Name"), "ID;Name");
        assert_eq!(from_header("\u{feff}\r\n \r\n\tName"), "\tName");
    }

    #[test]
    fn tables_of_every_encoding_are_text() {
        let utf16: Vec<u8> = "\u{feff}a\tb".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(text(&utf16), "a\tb");
        assert_eq!(text(b"caf\xe9"), "caf\u{e9}");
    }
}
