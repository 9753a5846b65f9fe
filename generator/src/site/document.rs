//! A file of a site: what it says is kept, its text is not.

use std::borrow::Cow;
use std::path::Path;

use loggia_template::{Arena, Node};

use super::lenient;
use super::memory::Reader;
use super::position::{Step, locate};
use crate::diagnostic::{Diagnostic, line_column, relative};
use crate::manifest::Digest;

/// A file of content: the values in it. Its text is read again where a fault has to show it.
///
/// What it says lives in the site's [`Memory`](super::Memory), so that every page may point into it without copying.
#[derive(Clone, Copy)]
pub struct Document<'s> {
    /// Relative to the site folder.
    pub file: &'s Path,
    /// Where its text is.
    origin: Origin<'s>,
    /// The values.
    pub root: Node<'s>,
    /// Of the bytes.
    pub hash: Digest,
    translation: Option<Translation<'s>>,
}

/// What another language says differently in a document.
#[derive(Clone, Copy)]
struct Translation<'s> {
    file: &'s Path,
    origin: Origin<'s>,
    root: Node<'s>,
}

/// Where the text of a document is.
#[derive(Clone, Copy)]
enum Origin<'s> {
    /// In its file, below this folder.
    Folder(&'s Path),
    /// In memory alone.
    Memory(&'s str),
}

impl Origin<'_> {
    /// The text as it is now; nothing when its file is gone.
    fn text(&self, file: &Path) -> Cow<'_, str> {
        match self {
            Origin::Memory(text) => Cow::Borrowed(text),
            Origin::Folder(folder) => Cow::Owned(text_of(file, &folder.join(file)).unwrap_or_default()),
        }
    }
}

/// How the body of an item is written when the file itself does not say it (`bodyFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// As HTML.
    Html,
    /// As Markdown.
    Markdown,
}

impl Body {
    /// What the members of an item say of it.
    #[must_use]
    pub fn of(item: Node<'_>) -> Option<Body> {
        match item.get("bodyFormat") {
            Node::Text("markdown") => Some(Body::Markdown),
            Node::Missing | Node::Null => None,
            _ => Some(Body::Html),
        }
    }
}

impl<'s> Document<'s> {
    /// Reads a JSON file below the folder of a site, or the members of a Markdown file.
    ///
    /// # Errors
    /// When it cannot be read, or is not JSON: with the place and what was expected there.
    pub fn read(site: &'s Path, file: &Path, reader: &mut Reader<'s>) -> Result<Document<'s>, Diagnostic> {
        let name = relative(site, file);
        let text = text_of(&name, file)?;
        Document::made(&name, Origin::Folder(site), &text, reader, |root, _| root)
    }

    /// Reads the file of an item: its body as HTML, whatever it is written in.
    ///
    /// # Errors
    /// As [`Document::read`].
    pub fn read_item(
        site: &'s Path,
        file: &Path,
        body: Body,
        reader: &mut Reader<'s>,
    ) -> Result<Document<'s>, Diagnostic> {
        let name = relative(site, file);
        let text = text_of(&name, file)?;
        Document::made(&name, Origin::Folder(site), &text, reader, |root, arena| with_html(root, body, arena))
    }

    /// Takes the bytes of a JSON file; `file` is its path below the site folder.
    ///
    /// # Errors
    /// When they are not JSON.
    pub fn parse(file: &Path, bytes: Vec<u8>, reader: &mut Reader<'s>) -> Result<Document<'s>, Diagnostic> {
        let text = reader.arena().text(&utf8(file, bytes)?);
        Document::made(file, Origin::Memory(text), text, reader, |root, _| root)
    }

    /// Keeps the values of a text and nothing else of it.
    fn made(
        file: &Path,
        origin: Origin<'s>,
        text: &str,
        reader: &mut Reader<'s>,
        finish: impl for<'t> FnOnce(Node<'t>, &'t Arena) -> Node<'t>,
    ) -> Result<Document<'s>, Diagnostic> {
        let plain = plain(file, text);
        let read = reader.parse(&plain, finish);
        let root = read.map_err(|fault| {
            // A file that ends too early is shown where its text ends, not behind the last line.
            let end = text.trim_end().len();
            let place = match fault.offset >= end {
                true => line_column(text, end),
                false => (fault.line as usize, fault.column as usize),
            };
            Diagnostic::error("json-syntax", file, format!("This is not JSON: {}.", fault.message))
                .at(text, place.0, place.1)
                .help(advice(text, fault.offset))
        })?;
        let hash = Digest::of(text.as_bytes());
        // A name that is not UTF-8 is shown as well as it can be; no editor asks for such a file.
        let file = Path::new(reader.arena().text(&file.to_string_lossy()));
        Ok(Document { file, origin, root, hash, translation: None })
    }

    /// The document with what a file of another language says differently in it; `root` is the two together.
    #[must_use]
    pub fn translated(self, translated_by: Document<'s>, root: Node<'s>) -> Document<'s> {
        let Document { file, origin, root: own, .. } = translated_by;
        let translation = Some(Translation { file, origin, root: own });
        Document { root, hash: self.hash.and(translated_by.hash.as_bytes()), translation, ..self }
    }

    /// The same file with other values, which stand at the same places.
    #[must_use]
    pub fn with_root(self, root: Node<'s>) -> Document<'s> {
        Document { root, ..self }
    }

    /// Its text as it is now; nothing when the file is gone.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        self.origin.text(self.file)
    }

    /// Where a value stands, for programs: its file and its pointer (RFC 6901), as `content/blog/a.json#/blocks/0`.
    #[must_use]
    pub fn at(&self, path: &[Step]) -> String {
        let mut text = format!("{}#", self.file.display().to_string().replace('\\', "/"));
        for step in path {
            match step {
                Step::Key(key) => {
                    text.push('/');
                    text.push_str(&key.replace('~', "~0").replace('/', "~1"));
                }
                Step::Index(index) => text.push_str(&format!("/{index}")),
            }
        }
        text
    }

    /// Line and column of the value at a path, both from 1.
    #[must_use]
    pub fn place(&self, path: &[Step]) -> (usize, usize) {
        let text = self.text();
        line_column(&text, locate(&plain(self.file, &text), path))
    }

    /// A fault of the value at a path, in the file that says it.
    #[must_use]
    pub fn fault(&self, path: &[Step], code: &'static str, message: impl Into<String>) -> Diagnostic {
        let says = |translated_by: &Translation<'_>| {
            !path.is_empty() && !path.iter().fold(translated_by.root, |node, step| step.of(node)).is_missing()
        };
        let (file, origin) = match self.translation.filter(says) {
            Some(translated_by) => (translated_by.file, translated_by.origin),
            None => (self.file, self.origin),
        };
        let text = origin.text(file);
        let (line, column) = line_column(&text, locate(&plain(file, &text), path));
        Diagnostic::error(code, file, message).at(&text, line, column)
    }
}

/// The text of a file as JSON: that of a template's file may be written as people write it.
fn plain<'t>(file: &Path, text: &'t str) -> Cow<'t, str> {
    if lenient::is_of_template(file) { lenient::plain(text) } else { Cow::Borrowed(text) }
}

/// The JSON text of a file; `name` is its path below the site folder.
fn text_of(name: &Path, file: &Path) -> Result<String, Diagnostic> {
    let text = utf8(name, crate::folder::read(file).map_err(|error| unreadable(name, &error))?)?;
    match name.extension().is_some_and(|extension| extension == "md") {
        true => super::front_matter::json(name, &text),
        false => Ok(text),
    }
}

fn utf8(file: &Path, bytes: Vec<u8>) -> Result<String, Diagnostic> {
    String::from_utf8(bytes).map_err(|error| not_utf8(file, &error))
}

/// An item with its body as HTML.
fn with_html<'t>(item: Node<'t>, body: Body, arena: &'t Arena) -> Node<'t> {
    let (Some(object), Some(text)) = (item.as_object(), item.get("body").as_str()) else { return item };
    if Body::of(item).unwrap_or(body) != Body::Markdown {
        return item;
    }
    let html = arena.text_node(&super::markdown::html(text));
    arena.object(object.members().map(|(key, value)| (key, if key == "body" { html } else { value })))
}

fn unreadable(file: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("file-unreadable", file, format!("This file cannot be read: {error}."))
}

fn not_utf8(file: &Path, error: &std::string::FromUtf8Error) -> Diagnostic {
    let good = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes());
    let before = String::from_utf8_lossy(&error.as_bytes()[..good]);
    let (line, column) = line_column(&before, before.len());
    Diagnostic::error("file-encoding", file, "This file is not UTF-8 text.")
        .at(&text, line, column)
        .help("save it again with the encoding UTF-8")
}

/// What people get wrong in JSON, explained for the place where it went wrong.
fn advice(text: &str, offset: usize) -> String {
    let rest = &text[floor(text, offset)..];
    let before = text[..floor(text, offset)].trim_end();
    let advice = match rest.chars().next() {
        Some('}' | ']') if before.ends_with(',') => "remove the comma before this bracket",
        Some('\'') => "JSON strings stand between double quotes",
        Some('/' | '#') => "JSON has no comments; remove this one",
        Some('"') => "a comma is missing before this",
        None => "the file ends too early: a bracket or a quote is not closed",
        _ => "check for a missing comma, quote or bracket just before this place",
    };
    advice.to_owned()
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_json_is_reported_with_place_and_advice() {
        let arena = Arena::new();
        let fault_of = |bytes: &[u8]| {
            Document::parse(Path::new("site.json"), bytes.to_vec(), &mut Reader::new(&arena)).err().unwrap()
        };
        let fault = fault_of(b"{\n  \"a\": 1,\n}");
        assert_eq!(fault.place(), "site.json:3:1");
        assert_eq!(fault.help.as_deref(), Some("remove the comma before this bracket"));
        let fault = fault_of(b"{\"a\": \"\xff\"}");
        assert_eq!((fault.code, fault.place().as_str()), ("file-encoding", "site.json:1:8"));
    }
}
