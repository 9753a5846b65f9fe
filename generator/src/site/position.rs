//! Where in a JSON text a value stands.
//!
//! Content is read at full speed without positions; only when a fault is found is its file walked once more to say the
//! line and column.

use loggia_template::Node;

/// One step into a JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The member of an object.
    Key(String),
    /// The element of an array, from 0.
    Index(usize),
}

impl Step {
    /// The value that it leads to.
    #[must_use]
    pub fn of<'a>(&self, node: Node<'a>) -> Node<'a> {
        match self {
            Step::Key(key) => node.get(key.as_str()),
            Step::Index(index) => node.elements().get(*index).copied().unwrap_or_default(),
        }
    }
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Step::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Step::Index(index)
    }
}

/// A path as people write it: `structuredContent.variants[2].sku`.
#[must_use]
pub fn spell(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) if text.is_empty() => text.push_str(key),
            Step::Key(key) => text.push_str(&format!(".{key}")),
            Step::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}

/// The byte offset of the value at a path; of the deepest value on the way when the path leads nowhere.
///
/// `text` must be valid JSON; for anything else the offset is that of the last value understood.
#[must_use]
pub fn locate(text: &str, path: &[Step]) -> usize {
    let mut walker = Walker { bytes: text.as_bytes(), at: 0 };
    walker.space();
    let mut found = walker.at;
    for step in path {
        match walker.enter(step) {
            Some(offset) => found = offset,
            None => break,
        }
    }
    found
}

struct Walker<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Walker<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    /// Goes from the start of a value to the start of the value inside it.
    fn enter(&mut self, step: &Step) -> Option<usize> {
        let (open, close) = match step {
            Step::Key(_) => (b'{', b'}'),
            Step::Index(_) => (b'[', b']'),
        };
        if self.peek() != open {
            return None;
        }
        self.at += 1;
        let mut index = 0;
        loop {
            self.space();
            if self.peek() == close || self.at >= self.bytes.len() {
                return None;
            }
            let here = match step {
                Step::Key(key) => {
                    let start = self.at;
                    self.string();
                    let found = serde_json::from_slice::<String>(&self.bytes[start..self.at]).ok();
                    self.space();
                    self.at += 1;
                    self.space();
                    found.as_ref() == Some(key)
                }
                Step::Index(wanted) => index == *wanted,
            };
            if here {
                return Some(self.at);
            }
            self.value();
            self.space();
            if self.peek() == b',' {
                self.at += 1;
            }
            index += 1;
        }
    }

    /// Skips a string, from its opening quote.
    fn string(&mut self) {
        self.at += 1;
        while self.at < self.bytes.len() && self.peek() != b'"' {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(self.bytes.len());
    }

    /// Skips a value of any kind.
    fn value(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            match self.peek() {
                b'"' => {
                    self.string();
                    if depth == 0 {
                        return;
                    }
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                b',' | b' ' | b'\n' | b'\r' | b'\t' if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "{\n  \"a\": {\"x\\\"y\": [1, \"}\", {\"deep\": true}], \"b\": null},\n  \"c\" : [[], {}, 7]\n}";

    fn at(path: &[Step]) -> &'static str {
        let rest = &TEXT[locate(TEXT, path)..];
        &rest[..rest.len().min(4)]
    }

    #[test]
    fn values_are_found_by_their_path() {
        assert_eq!(at(&["a".into(), "x\"y".into(), 2.into(), "deep".into()]), "true");
        assert_eq!(at(&["a".into(), "b".into()]), "null");
        assert_eq!(at(&["c".into(), 2.into()]), "7]\n}");
        assert_eq!(at(&["c".into(), 1.into()]), "{}, ");
    }

    #[test]
    fn a_path_that_leads_nowhere_gives_the_last_value_on_the_way() {
        assert_eq!(at(&["a".into(), "x\"y".into(), 9.into()]), "[1, ");
        assert_eq!(at(&["nope".into()]), "{\n  ");
    }

    #[test]
    fn a_path_is_spelled_as_people_write_it() {
        assert_eq!(spell(&["a".into(), 2.into(), "sku".into()]), "a[2].sku");
    }
}
