//! Dotted names: `item.image.0.url`, `@index`, `@local.name`.

use crate::node::{Node, hash_of};

/// Where a name's text stands in the text it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }

    #[inline]
    pub(crate) fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    #[inline]
    pub(crate) fn bytes(self, text: &str) -> &[u8] {
        &text.as_bytes()[self.start as usize..self.end as usize]
    }
}

/// One step of a path, with its key hashed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Segment {
    /// A member.
    Member { hash: u32, name: Span },
    /// An element, or the member of that name.
    Index { index: u32, name: Span },
    /// `@` in first place.
    Current,
    /// `@index` (1) and `@index0` (0) in first place.
    Position { base: u32, name: Span },
    /// Any other `@name` in first place.
    Local { hash: u32, name: Span },
}

impl Segment {
    /// The segment of `text[start..end]`, which stands in first place or further on.
    #[inline]
    pub(crate) fn new(text: &str, start: usize, end: usize, first: bool) -> Self {
        let bytes = &text.as_bytes()[start..end];
        let name = Span::new(start, end);
        match bytes.first() {
            Some(b'@') if first => match bytes {
                b"@" => Segment::Current,
                b"@index" => Segment::Position { base: 1, name },
                b"@index0" => Segment::Position { base: 0, name },
                _ => Segment::Local { hash: hash_of(bytes), name },
            },
            Some(digit) if digit.is_ascii_digit() => match small_integer(bytes) {
                Some(index) => {
                    // As a key the number has no leading zeros.
                    let zeros = bytes[..bytes.len() - 1].iter().take_while(|byte| **byte == b'0').count();
                    Segment::Index { index, name: Span::new(start + zeros, end) }
                }
                None => Segment::Member { hash: hash_of(bytes), name },
            },
            _ => Segment::Member { hash: hash_of(bytes), name },
        }
    }

    /// The segment's own text.
    pub(crate) fn text(self, text: &str) -> &str {
        match self {
            Segment::Current => "@",
            Segment::Member { name, .. }
            | Segment::Index { name, .. }
            | Segment::Position { name, .. }
            | Segment::Local { name, .. } => name.of(text),
        }
    }

    /// One step down from a value; names with a special meaning in first place are plain keys here.
    #[inline]
    pub(crate) fn step<'a>(self, text: &str, node: Node<'a>) -> Node<'a> {
        match (self, node) {
            (Segment::Member { hash, name }, Node::Object(object)) => object.find(hash, name.bytes(text)),
            (Segment::Index { index, .. }, Node::List(list)) => {
                list.get(index as usize).copied().unwrap_or_default()
            }
            (_, Node::Object(object)) => object.get(self.text(text)),
            _ => Node::Missing,
        }
    }
}

/// Digits that fit a 31-bit integer are an index; longer ones stay a name.
fn small_integer(bytes: &[u8]) -> Option<u32> {
    if bytes.len() > 20 || !bytes.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = bytes.iter().try_fold(0u64, |value, byte| {
        value.checked_mul(10)?.checked_add(u64::from(byte - b'0')).filter(|value| *value <= 0x7fff_ffff)
    });
    value.map(|value| value as u32)
}

/// Splits `text[start..end]` at its dots.
#[inline]
pub(crate) fn split(text: &str, start: usize, end: usize, segments: &mut Vec<Segment>) {
    let bytes = text.as_bytes();
    let mut from = start;
    let mut first = true;
    while let Some(length) = bytes[from..end].iter().position(|byte| *byte == b'.') {
        segments.push(Segment::new(text, from, from + length, first));
        from += length + 1;
        first = false;
    }
    segments.push(Segment::new(text, from, end, first));
}

/// A dotted name, parsed once.
///
/// Formatters and predicates that take names as arguments parse them when the template is compiled and resolve them
/// with [`Context::resolve`](crate::Context::resolve).
#[derive(Clone, Debug)]
pub struct Path {
    pub(crate) text: Box<str>,
    pub(crate) segments: Box<[Segment]>,
}

impl Path {
    /// Splits a name at its dots. Any text is a path.
    pub fn parse(text: &str) -> Self {
        let mut segments = Vec::new();
        split(text, 0, text.len(), &mut segments);
        Path { text: text.into(), segments: segments.into() }
    }

    /// Like [`Path::parse`], but `@` has no special meaning: every segment is a key.
    pub(crate) fn literal(text: &str) -> Self {
        let mut path = Path::parse(text);
        if let Some(first) = path.segments.first_mut() {
            let end = text.find('.').unwrap_or(text.len());
            *first = Segment::new(text, 0, end, false);
        }
        path
    }

    /// The path as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Walks the path down from a value: every segment is a key or an index, and nothing is looked up outwards.
    pub fn walk<'a>(&self, node: Node<'a>) -> Node<'a> {
        self.segments.iter().fold(node, |node, segment| segment.step(&self.text, node))
    }
}

impl<'a> Node<'a> {
    /// Walks a dotted path such as `image.variants.0` down from this value, without any search outwards.
    pub fn path(self, path: &str) -> Node<'a> {
        Path::literal(path).walk(self)
    }
}

impl From<&str> for Path {
    fn from(text: &str) -> Self {
        Path::parse(text)
    }
}
