//! An export in XML, read from one element to the next: of the whole only one element below the channel is a tree at a time.
//!
//! Entities that a document declares are never expanded, so none can grow. What stands in one element is bounded by the
//! document itself, its depth by [`DEPTH`].

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::text::entity;

/// How deep elements may stand in each other.
pub const DEPTH: usize = 32;

/// An element with all that stands in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// What stands before the colon of its name, if anything.
    pub prefix: String,
    /// Its name, without what stands before a colon.
    pub name: String,
    /// Its attributes by their names, likewise.
    pub attributes: Vec<(String, String)>,
    /// Its text, without that of the elements in it.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Element>,
    /// The line at which it begins, from 1.
    pub line: usize,
}

impl Element {
    /// The first child of a name.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of the first child of a name, without white space around it; "" when there is none.
    #[must_use]
    pub fn text_of(&self, name: &str) -> &str {
        self.child(name).map_or("", |child| child.text.trim())
    }

    /// The text of a child by both parts of its name.
    #[must_use]
    pub fn text_of_prefixed(&self, prefix: &str, name: &str) -> &str {
        let found = self.children.iter().find(|child| child.prefix == prefix && child.name == name);
        found.map_or("", |child| child.text.as_str())
    }

    /// An attribute; "" when there is none.
    #[must_use]
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
    }
}

/// Why a document could not be read to its end: the line, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// From 1.
    pub line: usize,
    /// In words.
    pub reason: String,
}

/// Gives every element at a depth (0 is the root) to `each`, with all that stands in it.
///
/// # Errors
/// Where the document is damaged: the elements before that place were given.
pub fn elements(text: &str, depth: usize, mut each: impl FnMut(Element)) -> Result<(), Broken> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    let mut lines = Lines { text, line: 1, at: 0 };
    let mut above = 0;
    let mut open: Vec<Element> = Vec::new();
    loop {
        let begin = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let place = usize::try_from(reader.error_position()).unwrap_or(begin);
                return Err(Broken { line: lines.of(place), reason: error.to_string() });
            }
        };
        match event {
            Event::Eof if above > 0 || !open.is_empty() => {
                return Err(Broken { line: lines.of(text.len()), reason: "it ends in the middle".into() });
            }
            Event::Eof => return Ok(()),
            Event::Start(_) if open.is_empty() && above < depth => above += 1,
            Event::End(_) if open.is_empty() => above = above.saturating_sub(1),
            Event::Start(tag) => {
                if open.len() >= DEPTH {
                    let reason = format!("elements stand more than {DEPTH} deep in each other");
                    return Err(Broken { line: lines.of(begin), reason });
                }
                open.push(element(&tag, lines.of(begin)));
            }
            Event::Empty(tag) if !open.is_empty() || above == depth => {
                put(&mut open, element(&tag, lines.of(begin)), &mut each);
            }
            Event::End(_) => {
                if let Some(done) = open.pop() {
                    put(&mut open, done, &mut each);
                }
            }
            Event::Text(part) => add(&mut open, &part.decode().unwrap_or_default()),
            Event::CData(part) => add(&mut open, &part.decode().unwrap_or_default()),
            Event::GeneralRef(part) => {
                let name = part.decode().unwrap_or_default();
                match part.resolve_char_ref() {
                    Ok(Some(character)) => add(&mut open, character.encode_utf8(&mut [0; 4])),
                    _ => match entity(&name) {
                        Some(character) => add(&mut open, character),
                        None => add(&mut open, &format!("&{name};")),
                    },
                }
            }
            _ => {}
        }
    }
}

fn put(open: &mut [Element], done: Element, each: &mut impl FnMut(Element)) {
    match open.last_mut() {
        Some(parent) => parent.children.push(done),
        None => each(done),
    }
}

fn add(open: &mut [Element], text: &str) {
    if let Some(element) = open.last_mut() {
        element.text.push_str(text);
    }
}

fn element(tag: &BytesStart<'_>, line: usize) -> Element {
    let (prefix, name) = parts(tag.name().as_ref());
    let attributes = tag.attributes().flatten().map(|attribute| {
        let (_, name) = parts(attribute.key.as_ref());
        let value = String::from_utf8_lossy(&attribute.value).into_owned();
        (name, super::text::decoded(&value))
    });
    Element {
        prefix,
        name,
        attributes: attributes.collect(),
        text: String::new(),
        children: Vec::new(),
        line,
    }
}

fn parts(name: &[u8]) -> (String, String) {
    let name = String::from_utf8_lossy(name);
    match name.split_once(':') {
        Some((prefix, name)) => (prefix.to_owned(), name.to_owned()),
        None => (String::new(), name.into_owned()),
    }
}

/// Lines of places that only grow.
struct Lines<'t> {
    text: &'t str,
    line: usize,
    at: usize,
}

impl Lines<'_> {
    fn of(&mut self, place: usize) -> usize {
        let place = place.min(self.text.len());
        if place > self.at {
            let passed = &self.text.as_bytes()[self.at..place];
            self.line += passed.iter().filter(|byte| **byte == b'\n').count();
            self.at = place;
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> (Vec<Element>, Result<(), Broken>) {
        let mut found = Vec::new();
        let done = elements(text, 1, |element| found.push(element));
        (found, done)
    }

    #[test]
    fn elements_come_one_by_one_with_their_lines() {
        let (found, done) =
            all("<r>\n<a x:y='1 &amp; 2'>one &amp; <b/>two</a>\n<wp:c><![CDATA[<p>]]></wp:c></r>");
        assert_eq!(done, Ok(()));
        assert_eq!(
            (found[0].line, found[0].text.as_str(), found[0].attribute("y")),
            (2, "one & two", "1 & 2")
        );
        assert_eq!(
            (found[1].prefix.as_str(), found[1].name.as_str(), found[1].text.as_str()),
            ("wp", "c", "<p>")
        );
    }

    #[test]
    fn a_bare_ampersand_and_unknown_names_stay_as_text() {
        let (found, done) = all("<r><a>Salt & vinegar &mdash; &nothing;</a></r>");
        assert_eq!(done, Ok(()));
        assert_eq!(found[0].text, "Salt & vinegar \u{2014} &nothing;");
    }

    /// S-550: an entity that a document declares does not grow.
    #[test]
    fn s_550_declared_entities_are_not_expanded() {
        let bomb =
            "<!DOCTYPE r [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;&a;\">]><r><t>&b;&b;</t></r>";
        let (found, done) = all(bomb);
        assert_eq!(done, Ok(()));
        assert_eq!(found[0].text, "&b;&b;");
    }

    #[test]
    fn what_stands_before_damage_is_given_and_the_line_is_named() {
        let (found, done) = all("<r><a>1</a>\n<b>2</c>\n</r>");
        assert_eq!((found.len(), done.map_err(|broken| broken.line)), (1, Err(2)));
        let (found, done) = all("<r><a>1</a>\n<b>2");
        assert_eq!((found.len(), done.map_err(|broken| broken.line)), (1, Err(2)));
        let deep = format!("<r>{}</r>", "<a>".repeat(1000));
        assert!(all(&deep).1.unwrap_err().reason.contains("32 deep"));
    }
}
