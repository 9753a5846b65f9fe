//! JSON as people write it by hand in the files of a template: with comments, a comma too many or too few,
//! single quotes.
//!
//! Such a file is made plain before it is read: what JSON does not know becomes spaces, byte for byte, so that every
//! place in it stays where it was. Content, which programs write as well, stays strict.

use std::borrow::Cow;
use std::path::Path;

/// Whether a file, by its path below the site folder, is one of a template's.
#[must_use]
pub fn is_of_template(file: &Path) -> bool {
    file.starts_with("template")
}

/// The same text as plain JSON, as far as it can be: each place has the offset that it had. Left out are a byte order
/// mark, comments (`//`, `/* */`, `#`), commas before a closing bracket or another comma, closing brackets that close
/// nothing; a comma that is missing between
/// two values takes the place of the space behind the first. Single quotes around a text become double ones, and double
/// ones inside of it single ones; line breaks and tabs inside of a text become spaces; a backslash before a letter that
/// needs none is left out, and what follows it in that text moves up.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    let mut scan = Scan { text, bytes: Vec::new(), at: 0, comma: None, ended: None, open: Vec::new() };
    scan.run();
    match String::from_utf8(scan.bytes) {
        Ok(plain) if !plain.is_empty() => Cow::Owned(plain),
        _ => Cow::Borrowed(text),
    }
}

struct Scan<'t> {
    text: &'t str,
    /// A copy with what was changed; empty as long as nothing was.
    bytes: Vec<u8>,
    at: usize,
    /// The comma that the next bracket or comma would make one too many.
    comma: Option<usize>,
    /// Where a value ended that neither a comma nor a bracket has followed.
    ended: Option<usize>,
    /// The brackets that are open, each by the one that closes it.
    open: Vec<char>,
}

impl Scan<'_> {
    fn run(&mut self) {
        while let Some(letter) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            match letter {
                '"' => self.string('"'),
                '\'' => self.string('\''),
                '#' => self.blank(rest.find('\n').unwrap_or(rest.len())),
                '/' if rest.starts_with("//") => self.blank(rest.find('\n').unwrap_or(rest.len())),
                '/' if rest.starts_with("/*") => {
                    self.blank(rest.find("*/").map_or(rest.len(), |end| end + "*/".len()));
                }
                ' ' | '\r' | '\n' | '\t' => self.at += 1,
                // A byte order mark is no white space by its class.
                _ if letter.is_whitespace() || letter == '\u{feff}' => self.blank(letter.len_utf8()),
                _ => self.significant(letter),
            }
        }
    }

    /// A value begins here: what ended before it, with a space between them, lacks its comma.
    fn begin(&mut self) {
        if let Some(end) = self.ended.take().filter(|end| *end < self.at && !self.open.is_empty()) {
            self.put(end, b',');
        }
    }

    fn significant(&mut self, letter: char) {
        match letter {
            '{' | '[' => {
                self.begin();
                self.open.push(if letter == '{' { '}' } else { ']' });
            }
            // One that closes nothing which is open is one too many; where it could close something, a bracket is missing, and
            // nobody knows where.
            '}' | ']' if self.open.last() != Some(&letter) && self.is_one_too_many(letter) => {
                let ended = self.ended;
                self.blank(1);
                self.ended = ended;
                return;
            }
            '}' | ']' => drop(self.open.pop()),
            _ => {}
        }
        if matches!(letter, ',' | '}' | ']')
            && let Some(comma) = self.comma
        {
            self.put(comma, b' ');
        }
        self.comma = (letter == ',').then_some(self.at);
        self.at += letter.len_utf8();
        let ends = letter.is_ascii_alphanumeric() || matches!(letter, '}' | ']');
        self.ended = ends.then_some(self.at);
    }

    /// Whether a closing bracket that does not close the last one closes none of the others either. Outside of all, only
    /// behind a value: what begins with one is no JSON.
    fn is_one_too_many(&self, letter: char) -> bool {
        !self.open.contains(&letter) && (!self.open.is_empty() || self.ended.is_some())
    }

    /// Goes behind the text that begins here.
    fn string(&mut self, quote: char) {
        self.begin();
        self.comma = None;
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        while end < bytes.len() && bytes[end] != quote as u8 {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let end = end.min(bytes.len());
        self.at = (end + 1).min(bytes.len());
        self.ended = Some(self.at);
        if end == bytes.len() {
            return;
        }
        let closing = self.inside(start + 1, end, quote);
        if quote == '\'' || closing < end {
            self.put(start, b'"');
            self.put(closing, b'"');
        }
        for at in closing + 1..=end {
            self.put(at, b' ');
        }
    }

    /// Makes plain what a text contains, and says where it ends then.
    fn inside(&mut self, start: usize, end: usize, quote: char) -> usize {
        let bytes = self.text.as_bytes();
        let (mut from, mut to) = (start, start);
        while from < end {
            let is_escape = bytes[from] == b'\\';
            let is_needed = is_escape && br#""\/bfnrtu"#.contains(&bytes[from + 1]);
            if is_escape && !is_needed {
                from += 1;
            }
            let letter = match bytes[from] {
                control if control < b' ' => b' ',
                b'"' if quote == '\'' => b'\'',
                letter => letter,
            };
            if letter != bytes[to] {
                self.put(to, letter);
            }
            (from, to) = (from + 1, to + 1);
            if is_needed {
                if bytes[from] != bytes[to] {
                    self.put(to, bytes[from]);
                }
                (from, to) = (from + 1, to + 1);
            }
        }
        to
    }

    /// Makes space of so many bytes; line breaks stay.
    fn blank(&mut self, length: usize) {
        for at in self.at..self.at + length {
            if !matches!(self.text.as_bytes()[at], b'\n' | b'\r') {
                self.put(at, b' ');
            }
        }
        self.at += length;
    }

    fn put(&mut self, at: usize, byte: u8) {
        if self.bytes.is_empty() {
            self.bytes = self.text.as_bytes().to_vec();
        }
        self.bytes[at] = byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> serde_json::Value {
        let made = plain(text);
        assert_eq!(made.len(), text.len(), "every place stays where it was");
        serde_json::from_str(&made).unwrap_or_else(|error| panic!("{error} in {made}"))
    }

    /// S-320.
    #[test]
    fn s_320_what_people_write_by_hand_is_read() {
        let expected = serde_json::json!({"a": [1, 2], "b": "http://x/*y*/#z"});
        for text in [
            "{\"a\": [1, 2], \"b\": \"http://x/*y*/#z\"}",
            "\u{feff}{\"a\": [1, 2,], // the first, \"c\"\r\n\"b\": \"http://x/*y*/#z\",\r\n}",
            "# a head\n{\"a\": /* two\nnumbers */ [1,, 2 /* , */ , ],\n  # and\n\u{a0}'b': 'http://x/*y*/#z', // ü\n}\n// end",
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
        assert_eq!(
            value("{'a': [{'b': 1} /* one */\n{'b': 2}\n] 'c': true\n\"d\" : 'x' 'e': [1] }"),
            serde_json::json!({"a": [{"b": 1}, {"b": 2}], "c": true, "d": "x", "e": [1]})
        );
        assert_eq!(value("{'a': 'it\tis\nso'}"), serde_json::json!({"a": "it is so"}));
        assert_eq!(value(r#"{"a": "x\"//y", "b": 'c'}"#), serde_json::json!({"a": "x\"//y", "b": "c"}));
    }

    /// S-321.
    #[test]
    fn s_321_quotes_backslashes_and_comments_behind_a_value_are_read() {
        let expected = serde_json::json!({"a": "It's", "b": "a 'b' c", "c": "é\u{e9}/\n", "d": [1]});
        for text in [
            r#"{'a': 'It\'s', 'b': 'a "b" c', 'c': 'é\u00e9\/\n', 'd': [1]}"#,
            r#"{"a": "It\'s", "b": "a \'b\' c", "c": "\é\u00e9\/\n", "d": [1 # one
            ] # the end
            }"#,
            "{\"a\": \"It\\'s\" # a, 'b'\n\"b\": \"a\\\n'b\\'\tc\", \"c\": 'é\\u00e9/\\n' # {\n'd' : [1,]}",
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
        assert_eq!(value(r"{'a': 'C:\\x\'\''}"), serde_json::json!({"a": "C:\\x''"}));
        assert_eq!(value(r#"{"a": '\"'}"#), serde_json::json!({"a": "\""}));
    }

    /// S-989: a bracket too many is left out; a missing one is not made up.
    #[test]
    fn s_989_a_closing_bracket_that_closes_nothing_is_left_out() {
        let expected = serde_json::json!({"a": {"b": [1]}, "c": ["x.less"]});
        for text in [
            "{\"a\": {\"b\": [1]}, \"c\": [ \"x.less\" ]\n  ]\n}",
            "{\"a\": {\"b\": [1]]}, \"c\": [ \"x.less\" ] }\n}\n",
            "{\"a\": {\"b\": [1], ]}, ] \"c\": [ \"x.less\" ] } ]}",
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
        for text in ["}", "]{}", "{\"a\": [1}", "{\"a\": {\"b\": 1]", "{\"a\": [{\"b\": 1], \"c\": 2}"] {
            let made = plain(text);
            assert_eq!(made.len(), text.len());
            assert!(serde_json::from_str::<serde_json::Value>(&made).is_err(), "{text} became {made}");
        }
    }

    #[test]
    fn plain_json_is_not_copied_and_what_is_no_json_stays_none() {
        assert!(matches!(plain("{\"a\": 1}\n"), Cow::Borrowed(_)));
        for text in
            ["", "/*", "{\"a", "'", "{'a\": 1}", "\"\\", "é'é\\", "/* é", "# é", "{\"a\": 1}\n{\"b\": 2}"]
        {
            assert_eq!(plain(text).len(), text.len());
            assert!(serde_json::from_str::<serde_json::Value>(&plain(text)).is_err(), "{text}");
        }
    }
}
