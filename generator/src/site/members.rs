//! The members of one object of a file, and what is wrong with them.

use loggia_template::Node;

use super::document::Document;
use super::position::{Step, spell};
use super::time::parse_time;
use crate::diagnostic::Diagnostic;

/// Reads the members of one object and says what is wrong with them.
pub struct Fields<'d, 's> {
    document: Document<'s>,
    path: Vec<Step>,
    /// The object.
    pub node: Node<'s>,
    faults: &'d mut Vec<Diagnostic>,
}

impl<'d, 's> Fields<'d, 's> {
    /// The members of the document's outermost object.
    pub fn of(document: Document<'s>, faults: &'d mut Vec<Diagnostic>) -> Self {
        if document.root.as_object().is_none() {
            faults.push(
                document
                    .fault(&[], "json-shape", "This file must hold a JSON object.")
                    .help("begin it with {"),
            );
        }
        Fields { document, path: Vec::new(), node: document.root, faults }
    }

    /// The members of the object at a path of a document.
    pub fn at(document: Document<'s>, path: Vec<Step>, faults: &'d mut Vec<Diagnostic>) -> Self {
        let node = path.iter().fold(document.root, |node, step| step.of(node));
        Fields { document, path, node, faults }
    }

    /// The members of the value at a member or an element of this one.
    pub fn inner(&mut self, steps: &[Step]) -> Fields<'_, 's> {
        let mut path = self.path.clone();
        let mut node = self.node;
        for step in steps {
            node = step.of(node);
            path.push(step.clone());
        }
        Fields { document: self.document, path, node, faults: self.faults }
    }

    /// Where the object stands in its file.
    #[must_use]
    pub fn path(&self) -> &[Step] {
        &self.path
    }

    fn wrong(&mut self, key: &str, expected: &str, found: Node<'_>) {
        let mut path = self.path.clone();
        path.push(key.into());
        let message = format!("'{}' must be {expected}, not {}.", spell(&path), shown(found));
        self.faults
            .push(self.document.fault(&path, "json-type", message).help(how_to_write(key, expected, found)));
    }

    /// Notes a fault of a member, at its place.
    pub fn fault(
        &mut self,
        steps: &[Step],
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let mut path = self.path.clone();
        path.extend_from_slice(steps);
        self.faults.push(self.document.fault(&path, code, message).help(help));
    }

    /// Notes a fault of a member that does not stop the build.
    pub fn warn(
        &mut self,
        steps: &[Step],
        code: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let mut path = self.path.clone();
        path.extend_from_slice(steps);
        self.faults.push(self.document.fault(&path, code, message).help(help).into_warning());
    }

    /// A text that may be absent.
    pub fn text(&mut self, key: &str) -> Option<&'s str> {
        match self.node.get(key) {
            Node::Text(text) => Some(text),
            Node::Missing | Node::Null => None,
            other => {
                self.wrong(key, "a text", other);
                None
            }
        }
    }

    /// A text that must be there and not blank.
    pub fn required(&mut self, key: &str) -> &'s str {
        if self.node.as_object().is_none() && self.path.is_empty() {
            // That this is no object has been reported.
            return "";
        }
        let text = self.text(key);
        if text.is_none_or(|text| text.trim().is_empty()) && self.node.get(key).is_nothing() | text.is_some()
        {
            let message = format!("'{key}' is missing.");
            // A blank one stands somewhere.
            let place: &[Step] = if self.node.get(key).is_missing() { &[] } else { &[key.into()] };
            self.fault(place, "json-missing", message, format!("add \"{key}\": \"…\" to this object"));
        }
        text.unwrap_or_default()
    }

    /// A boolean with a default.
    pub fn flag(&mut self, key: &str, default: bool) -> bool {
        match self.node.get(key) {
            Node::Boolean(flag) => flag,
            Node::Missing | Node::Null => default,
            other => {
                self.wrong(key, "true or false", other);
                default
            }
        }
    }

    /// A whole number that may be absent.
    pub fn whole(&mut self, key: &str) -> Option<i64> {
        let found = self.node.get(key);
        match found.as_f64() {
            Some(number) if number.trunc() == number && number.abs() < 9e15 => Some(number as i64),
            None if found.is_nothing() => None,
            _ => {
                self.wrong(key, "a whole number", found);
                None
            }
        }
    }

    /// A time in milliseconds since 1970 (UTC), or an RFC 3339 text of one.
    pub fn time(&mut self, key: &str) -> Option<i64> {
        match self.node.get(key) {
            Node::Text(text) => match parse_time(text) {
                Some(time) => Some(time),
                None => {
                    let message = format!("'{text}' is not a time.");
                    self.fault(
                        &[key.into()],
                        "json-time",
                        message,
                        "write 2026-11-21T08:00:00Z, 2026-11-21, or milliseconds since 1970",
                    );
                    None
                }
            },
            _ => self.whole(key),
        }
    }

    /// A list of texts; absent is empty.
    pub fn texts(&mut self, key: &str) -> Vec<&'s str> {
        let list = self.list(key);
        let mut texts = Vec::with_capacity(list.len());
        for (index, node) in list.iter().enumerate() {
            match node {
                Node::Text(text) => texts.push(*text),
                other => {
                    let message = format!("'{key}[{index}]' must be a text, not {}.", kind(*other));
                    self.fault(
                        &[key.into(), index.into()],
                        "json-type",
                        message,
                        "put it between double quotes",
                    );
                }
            }
        }
        texts
    }

    /// A list; absent is empty.
    pub fn list(&mut self, key: &str) -> &'s [Node<'s>] {
        match self.node.get(key) {
            Node::List(list) => list,
            Node::Missing | Node::Null => &[],
            other => {
                self.wrong(key, "a list", other);
                &[]
            }
        }
    }

    /// An object; anything else counts as absent.
    pub fn object(&mut self, key: &str) -> Node<'s> {
        match self.node.get(key) {
            object @ Node::Object(_) => object,
            Node::Missing | Node::Null => Node::Missing,
            other => {
                self.wrong(key, "an object", other);
                Node::Missing
            }
        }
    }
}

/// A value as a fault names it: a number with a point is shown, for it is the point that is wrong.
fn shown(node: Node<'_>) -> String {
    match node.as_f64() {
        Some(number) if number.fract() != 0.0 => number.to_string(),
        _ => kind(node).to_owned(),
    }
}

/// How a value of a type is written.
fn how_to_write(key: &str, expected: &str, found: Node<'_>) -> String {
    let has_point = found.as_f64().is_some_and(|number| number.fract() != 0.0);
    match expected {
        "a text" => "put it between double quotes".to_owned(),
        "true or false" => "write true or false, without quotes".to_owned(),
        "a whole number" if has_point && key.to_ascii_lowercase().contains("price") => {
            "amounts are hundredths: 18.50 is written 1850".to_owned()
        }
        "a whole number" => "write digits only, without quotes and without a point".to_owned(),
        "a list" => format!("write \"{key}\": [\"…\", \"…\"]"),
        _ => format!("write \"{key}\": {{ \"…\": … }}"),
    }
}

fn kind(node: Node<'_>) -> &'static str {
    match node {
        Node::Missing => "absent",
        Node::Null => "null",
        Node::Boolean(_) => "true or false",
        Node::Number(_) => "a number",
        Node::Text(_) => "a text",
        Node::List(_) => "a list",
        Node::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use loggia_template::Arena;

    use super::super::memory::Reader;
    use super::*;

    fn document<'a>(text: &str, arena: &'a Arena) -> Document<'a> {
        let file = Path::new("content/x.json");
        Document::parse(file, text.as_bytes().to_vec(), &mut Reader::new(arena)).unwrap()
    }

    #[test]
    fn g_045_every_wrong_type_is_reported_at_its_place() {
        let (arena, mut faults) = (Arena::new(), Vec::new());
        let mut fields = Fields::of(
            document("{\n \"title\": 7,\n \"tags\": [\"a\", 1],\n \"deep\": {\"flag\": \"no\"}\n}", &arena),
            &mut faults,
        );
        assert_eq!(fields.text("title"), None);
        assert_eq!(fields.texts("tags"), ["a"]);
        assert!(!fields.inner(&["deep".into()]).flag("flag", false));
        assert_eq!(fields.required("id"), "");
        let messages: Vec<String> = faults.iter().map(|f| format!("{} {}", f.place(), f.message)).collect();
        assert_eq!(
            messages,
            [
                "content/x.json:2:11 'title' must be a text, not a number.",
                "content/x.json:3:16 'tags[1]' must be a text, not a number.",
                "content/x.json:4:19 'deep.flag' must be true or false, not a text.",
                "content/x.json:1:1 'id' is missing.",
            ]
        );
    }

    #[test]
    fn times_are_read_in_three_spellings() {
        let (arena, mut faults) = (Arena::new(), Vec::new());
        let mut fields = Fields::of(
            document(r#"{"a": 1000, "b": "1970-01-01T00:00:01Z", "c": "1970-01-02", "d": "soon"}"#, &arena),
            &mut faults,
        );
        assert_eq!(
            (fields.time("a"), fields.time("b"), fields.time("c")),
            (Some(1000), Some(1000), Some(86_400_000))
        );
        assert_eq!(fields.time("d"), None);
        assert_eq!(faults[0].message, "'soon' is not a time.");
    }
}
