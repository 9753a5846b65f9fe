//! Where the values of a JSON text stand.

use std::ops::Range;

use super::super::json::index;

/// A value in a text.
#[derive(Debug, Clone)]
pub struct Place {
    /// From its first byte to behind its last.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
}

/// What a value is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Neither a list nor an object.
    Scalar,
    /// A list.
    List(Vec<Place>),
    /// An object.
    Object(Vec<Member>),
}

/// A member of an object.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its name, unescaped.
    pub key: String,
    /// Where its name begins.
    pub key_start: usize,
    /// Behind its name.
    pub key_end: usize,
    /// Its value.
    pub place: Place,
}

impl Place {
    /// The value of a member or an element.
    pub fn inside(&self, step: &str) -> Option<&Place> {
        let at = self.position(step)?;
        self.children().nth(at)
    }

    /// Which of the members or elements it is.
    pub fn position(&self, step: &str) -> Option<usize> {
        match &self.kind {
            Kind::Object(members) => members.iter().position(|member| member.key == step),
            Kind::List(elements) => index(step).filter(|index| *index < elements.len()),
            Kind::Scalar => None,
        }
    }

    /// The values in it.
    pub fn children(&self) -> impl Iterator<Item = &Place> {
        let (members, elements): (&[Member], &[Place]) = match &self.kind {
            Kind::Object(members) => (members, &[]),
            Kind::List(elements) => (&[], elements),
            Kind::Scalar => (&[], &[]),
        };
        members.iter().map(|member| &member.place).chain(elements)
    }

    /// Whether there are any.
    pub fn holds_something(&self) -> bool {
        self.children().next().is_some()
    }

    /// Where each of them begins, a member with its name.
    pub fn starts(&self) -> Vec<usize> {
        match &self.kind {
            Kind::Object(members) => members.iter().map(|member| member.key_start).collect(),
            _ => self.children().map(|place| place.span.start).collect(),
        }
    }

    /// Where each of them ends.
    pub fn ends(&self) -> Vec<usize> {
        self.children().map(|place| place.span.end).collect()
    }
}

/// How deep values may stand in each other; the one who reads values ends there as well.
const DEPTH: usize = 128;

/// Reads a text; `None` where it is no JSON.
pub fn read(text: &str) -> Option<Place> {
    let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut reader = Reader { text, at };
    let root = reader.value(0)?;
    reader.space();
    (reader.at == text.len()).then_some(root)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.peek() == byte).then(|| self.at += 1)
    }

    fn value(&mut self, depth: usize) -> Option<Place> {
        self.space();
        let start = self.at;
        let kind = match self.peek() {
            _ if depth > DEPTH => return None,
            b'{' => Kind::Object(self.several(b'}', |reader| reader.member(depth))?),
            b'[' => Kind::List(self.several(b']', |reader| reader.value(depth + 1))?),
            b'"' => {
                self.string()?;
                Kind::Scalar
            }
            _ => {
                while matches!(self.peek(), b'a'..=b'z' | b'0'..=b'9' | b'-' | b'+' | b'.' | b'E') {
                    self.at += 1;
                }
                Kind::Scalar
            }
        };
        (self.at > start).then_some(Place { span: start..self.at, kind })
    }

    fn several<T>(&mut self, close: u8, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut all = Vec::new();
        self.space();
        if self.peek() == close {
            self.at += 1;
            return Some(all);
        }
        loop {
            all.push(one(self)?);
            self.space();
            match self.peek() {
                b',' => self.at += 1,
                byte if byte == close => {
                    self.at += 1;
                    return Some(all);
                }
                _ => return None,
            }
        }
    }

    fn member(&mut self, depth: usize) -> Option<Member> {
        self.space();
        let key_start = self.at;
        self.string()?;
        let key_end = self.at;
        let key = serde_json::from_str(&self.text[key_start..key_end]).ok()?;
        self.take(b':')?;
        let place = self.value(depth + 1)?;
        Some(Member { key, key_start, key_end, place })
    }

    fn string(&mut self) -> Option<()> {
        if self.peek() != b'"' {
            return None;
        }
        self.at += 1;
        loop {
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.at += 2,
                0 => return None,
                _ => self.at += 1,
            }
        }
    }
}
