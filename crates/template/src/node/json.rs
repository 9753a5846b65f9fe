//! A JSON parser that borrows text, shares the keys of equal-shaped neighbours and says where a document is wrong.

use super::arena::Arena;
use super::json_text::plain_run;
use super::key::hash_of;
use super::number::{Number, write_number};
use super::object::{build, same, same_shape};
use super::value::{MAX_DEPTH, Node, Object, Shape};

/// A document that is not JSON: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct JsonError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Offset in bytes, from 0.
    pub offset: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Arena {
    /// Parses a JSON document. Text without escapes is borrowed from `text`, which therefore lives as long as the
    /// arena.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse<'a>(&'a self, text: &'a str) -> Result<Node<'a>, JsonError> {
        parse(self, text)
    }
}

fn parse<'a>(arena: &'a Arena, text: &'a str) -> Result<Node<'a>, JsonError> {
    let mut parser = Parser {
        arena,
        text,
        bytes: text.as_bytes(),
        at: 0,
        names: Vec::with_capacity(64),
        hashes: Vec::with_capacity(64),
        values: Vec::with_capacity(128),
        shapes: Vec::with_capacity(16),
        scratch: String::new(),
    };
    let node = parser.document().map_err(|fault| {
        let place = crate::lines::Lines::of(text).place(text, fault.at);
        JsonError { line: place.0, column: place.1, offset: fault.at, message: fault.message }
    })?;
    Ok(node)
}

struct Fault {
    at: usize,
    message: String,
}

struct Parser<'a> {
    arena: &'a Arena,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Members of the objects that are open, and elements of the lists that are open: one stack for all of them.
    names: Vec<&'a str>,
    hashes: Vec<u32>,
    values: Vec<Node<'a>>,
    /// The shape of the object last closed at each depth: the best guess for its next neighbour.
    shapes: Vec<Option<&'a Shape<'a>>>,
    /// Where a string with escapes is put together.
    scratch: String,
}

impl<'a> Parser<'a> {
    fn document(&mut self) -> Result<Node<'a>, Box<Fault>> {
        if self.text.starts_with('\u{feff}') {
            self.at = 3;
        }
        self.value(0)?;
        self.space();
        if self.at < self.bytes.len() {
            return Err(self.fault("expected the end of the document"));
        }
        Ok(self.values.pop().unwrap_or_default())
    }

    #[cold]
    fn fault(&self, expected: &str) -> Box<Fault> {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(character) => format!("{character:?}"),
            None => "the end".to_owned(),
        };
        Box::new(Fault { at: self.at, message: format!("{expected}, found {found}") })
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }

    /// Reads a value and pushes it. (Handing it back costs more than the rest of the work on it: the machine waits to
    /// read again what it has just written in parts.)
    fn value(&mut self, depth: usize) -> Result<(), Box<Fault>> {
        self.space();
        match self.bytes.get(self.at) {
            Some(b'"') => {
                self.at += 1;
                let text = self.string()?;
                self.values.push(Node::Text(text));
                Ok(())
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Node::Boolean(true)),
            Some(b'f') => self.word("false", Node::Boolean(false)),
            Some(b'n') => self.word("null", Node::Null),
            _ => Err(self.fault("expected a value")),
        }
    }

    #[inline]
    fn word(&mut self, word: &str, node: Node<'a>) -> Result<(), Box<Fault>> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            self.values.push(node);
            return Ok(());
        }
        Err(self.fault("expected a value"))
    }

    fn deeper(&self, depth: usize) -> Result<(), Box<Fault>> {
        if depth >= MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            return Err(Box::new(Fault { at: self.at, message }));
        }
        Ok(())
    }

    fn list(&mut self, depth: usize) -> Result<(), Box<Fault>> {
        self.deeper(depth)?;
        self.at += 1;
        let start = self.values.len();
        self.space();
        if self.bytes.get(self.at) == Some(&b']') {
            self.at += 1;
            self.values.push(Node::List(&[]));
            return Ok(());
        }
        loop {
            self.value(depth + 1)?;
            self.space();
            match self.bytes.get(self.at) {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.fault("expected ',' or ']'")),
            }
        }
        self.at += 1;
        let list = self.arena.copy_slice(&self.values[start..]);
        self.values.truncate(start);
        self.values.push(Node::List(list));
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), Box<Fault>> {
        self.deeper(depth)?;
        self.at += 1;
        let (first_name, first_value) = (self.names.len(), self.values.len());
        if self.shapes.len() <= depth {
            self.shapes.resize(depth + 1, None);
        }
        // While the keys follow the neighbour's they are neither hashed nor copied.
        let guess = self.shapes[depth].filter(|shape| shape.is_plain);
        let mut following = guess.is_some();
        let mut plain = true;
        let mut count = 0;
        self.space();
        if self.bytes.get(self.at) == Some(&b'}') {
            self.at += 1;
            self.values.push(Node::Object(Object(build(self.arena, &[], &[], &[], true))));
            return Ok(());
        }
        loop {
            self.space();
            if self.bytes.get(self.at) != Some(&b'"') {
                return Err(self.fault("expected a member's name in quotes"));
            }
            self.at += 1;
            if following && !guess.is_some_and(|shape| self.skip_name(shape.names.get(count).copied())) {
                following = false;
                if let Some(shape) = guess {
                    self.names.extend_from_slice(&shape.names[..count]);
                    self.hashes.extend_from_slice(&shape.hashes[..count]);
                }
            }
            if !following {
                let start = self.at;
                let name = self.string()?;
                // As long as it was written, so without escapes.
                plain &= self.at - start == name.len() + 1;
                self.names.push(name);
                self.hashes.push(hash_of(name.as_bytes()));
            }
            count += 1;
            self.space();
            if self.bytes.get(self.at) != Some(&b':') {
                return Err(self.fault("expected ':'"));
            }
            self.at += 1;
            self.value(depth + 1)?;
            self.space();
            match self.bytes.get(self.at) {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.fault("expected ',' or '}'")),
            }
        }
        self.at += 1;
        let members = match guess {
            Some(shape) if following && count == shape.names.len() => {
                same_shape(self.arena, shape, &self.values[first_value..])
            }
            _ => {
                if let (true, Some(shape)) = (following, guess) {
                    self.names.extend_from_slice(&shape.names[..count]);
                    self.hashes.extend_from_slice(&shape.hashes[..count]);
                }
                build(
                    self.arena,
                    &self.names[first_name..],
                    &self.hashes[first_name..],
                    &self.values[first_value..],
                    plain,
                )
            }
        };
        self.shapes[depth] = Some(members.shape);
        self.names.truncate(first_name);
        self.hashes.truncate(first_name);
        self.values.truncate(first_value);
        self.values.push(Node::Object(Object(members)));
        Ok(())
    }

    /// Steps over the name and its closing quote if it is the one expected.
    #[inline]
    fn skip_name(&mut self, expected: Option<&str>) -> bool {
        let Some(expected) = expected else { return false };
        let end = self.at + expected.len();
        let found =
            self.bytes.get(end) == Some(&b'"') && same(&self.bytes[self.at..end], expected.as_bytes());
        if found {
            self.at = end + 1;
        }
        found
    }

    /// Reads a string whose opening quote has been read.
    fn string(&mut self) -> Result<&'a str, Box<Fault>> {
        let start = self.at;
        self.at += plain_run(&self.bytes[start..]);
        if self.bytes.get(self.at) == Some(&b'"') {
            let text = &self.text[start..self.at];
            self.at += 1;
            return Ok(text);
        }
        self.escaped(start)
    }

    fn escaped(&mut self, start: usize) -> Result<&'a str, Box<Fault>> {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        text.push_str(&self.text[start..self.at]);
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    let kept = self.arena.text(&text);
                    self.scratch = text;
                    return Ok(kept);
                }
                Some(b'\\') => self.escape(&mut text)?,
                Some(byte) if *byte < 0x20 => {
                    return Err(self.fault("a control character in a string has to be escaped"));
                }
                Some(_) => {
                    let from = self.at;
                    self.at += plain_run(&self.bytes[from..]);
                    text.push_str(&self.text[from..self.at]);
                }
                None => return Err(self.fault("expected a closing '\"'")),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), Box<Fault>> {
        let character = match self.bytes.get(self.at + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(text),
            _ => return Err(self.fault("expected a known escape after '\\'")),
        };
        self.at += 2;
        text.push(character);
        Ok(())
    }

    fn unicode(&mut self, text: &mut String) -> Result<(), Box<Fault>> {
        let unit = self.hex(self.at + 2)?;
        self.at += 6;
        let pair = (0xd800..0xdc00).contains(&unit)
            && self.bytes.get(self.at) == Some(&b'\\')
            && self.bytes.get(self.at + 1) == Some(&b'u');
        if pair {
            let low = self.hex(self.at + 2)?;
            if (0xdc00..0xe000).contains(&low) {
                self.at += 6;
                let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                text.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                return Ok(());
            }
        }
        // Half of a pair alone is no character: text is UTF-8, where it becomes the replacement character.
        text.push(char::from_u32(unit).unwrap_or('\u{fffd}'));
        Ok(())
    }

    fn hex(&self, from: usize) -> Result<u32, Box<Fault>> {
        let digits =
            self.text.get(from..from + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or_else(|| {
            let message = "expected four hexadecimal digits after '\\u'".to_owned();
            Box::new(Fault { at: self.at, message })
        })
    }

    fn number(&mut self) -> Result<(), Box<Fault>> {
        let start = self.at;
        let negative = self.bytes[start] == b'-';
        self.at += usize::from(negative);
        let mut whole: u64 = 0;
        let digits = self.at;
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at) {
            whole = whole.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        let count = self.at - digits;
        if count == 0 {
            return Err(self.fault("expected a digit"));
        }
        if count > 1 && self.bytes[digits] == b'0' {
            self.at = digits + 1;
            return Err(self.fault("a number does not start with 0"));
        }
        let whole_only = !matches!(self.bytes.get(self.at), Some(b'.' | b'e' | b'E'));
        if whole_only && count <= 15 {
            let value = whole as f64;
            self.values.push(Node::number(if negative { -value } else { value }));
            return Ok(());
        }
        let mut canonical = count <= 15;
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            let from = self.at;
            self.digits()?;
            // Up to 15 digits with no zero at the end are what JavaScript prints for the double they denote.
            canonical &= self.bytes[self.at - 1] != b'0'
                && (self.at - from) + count <= 15
                && (whole > 0 || !self.text[from..].starts_with("000000"));
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'-' | b'+')) {
                self.at += 1;
            }
            self.digits()?;
            canonical = false;
        }
        let text = &self.text[start..self.at];
        let value: f64 = text.parse().map_err(|_| self.fault("expected a number"))?;
        if canonical {
            self.values.push(Node::Number(Number::with_text(value, self.arena.keep(text))));
            return Ok(());
        }
        if value.trunc() == value || !value.is_finite() {
            self.values.push(Node::number(value));
            return Ok(());
        }
        let mut buffer = String::new();
        write_number(value, &mut buffer);
        let text = self.arena.text(&buffer);
        self.values.push(Node::Number(Number::with_text(value, self.arena.keep(text))));
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Box<Fault>> {
        let from = self.at;
        while let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            self.at += 1;
        }
        if from == self.at { Err(self.fault("expected a digit")) } else { Ok(()) }
    }
}
