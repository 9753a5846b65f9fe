//! A file of a site: what it says is kept, its text is not.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

use loggia_template::{Arena, Keeper, Node};

use super::position::{Step, locate};
use crate::diagnostic::{Diagnostic, line_column, relative};
use crate::manifest::Digest;

/// A file of content: the values in it. Its text is read again where a fault has to show it.
///
/// What a site says is kept until the program ends, so that every page may point into it without copying. A long
/// `serve` therefore grows by the values of each file that is saved, and by nothing else.
#[derive(Clone, Copy)]
pub struct Document {
    /// Relative to the site folder.
    pub file: &'static Path,
    /// Where its text is.
    pub(crate) origin: Origin,
    /// The values.
    pub root: Node<'static>,
    /// Of the bytes.
    pub hash: Digest,
    /// What another language says differently in it.
    pub translation: Option<&'static Document>,
}

/// Where the text of a document is.
#[derive(Clone, Copy)]
pub(crate) enum Origin {
    /// In its file, below this folder.
    Folder(&'static Path),
    /// In memory alone.
    Memory(&'static str),
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

impl Document {
    /// Reads a JSON file, or the members of a Markdown file.
    ///
    /// # Errors
    /// When it cannot be read, or is not JSON: with the place and what was expected there.
    pub fn read(site: &Path, file: &Path) -> Result<Document, Diagnostic> {
        let name = relative(site, file);
        let text = text_of(&name, file)?;
        Document::made(name, Origin::Folder(kept_folder(site)), &text, |root, _| root)
    }

    /// Reads the file of an item: its body as HTML, whatever it is written in.
    ///
    /// # Errors
    /// As [`Document::read`].
    pub fn read_item(site: &Path, file: &Path, body: Body) -> Result<Document, Diagnostic> {
        let name = relative(site, file);
        let text = text_of(&name, file)?;
        Document::made(name, Origin::Folder(kept_folder(site)), &text, |root, arena| {
            with_html(root, body, arena)
        })
    }

    /// Takes the bytes of a JSON file; `file` is its path below the site folder.
    ///
    /// # Errors
    /// When they are not JSON.
    pub fn parse(file: PathBuf, bytes: Vec<u8>) -> Result<Document, Diagnostic> {
        let text = keep_text(utf8(&file, bytes)?);
        Document::made(file, Origin::Memory(text), text, |root, _| root)
    }

    /// Keeps the values of a text and nothing else of it.
    fn made(
        file: PathBuf,
        origin: Origin,
        text: &str,
        finish: impl for<'t> FnOnce(Node<'t>, &'t Arena) -> Node<'t>,
    ) -> Result<Document, Diagnostic> {
        let mut arena = SCRATCH.take();
        arena.reset();
        let read = match arena.parse(text) {
            Ok(root) => Ok(keep(finish(root, &arena))),
            Err(fault) => Err(fault),
        };
        SCRATCH.set(arena);
        let root = read.map_err(|fault| {
            // A file that ends too early is shown where its text ends, not behind the last line.
            let end = text.trim_end().len();
            let place = match fault.offset >= end {
                true => line_column(text, end),
                false => (fault.line as usize, fault.column as usize),
            };
            Diagnostic::error("json-syntax", &file, format!("This is not JSON: {}.", fault.message))
                .at(text, place.0, place.1)
                .help(advice(text, fault.offset))
        })?;
        let hash = Digest::of(text.as_bytes());
        Ok(Document { file: Box::leak(file.into_boxed_path()), origin, root, hash, translation: None })
    }

    /// Its text as it is now; nothing when the file is gone.
    #[must_use]
    pub fn text(&self) -> Cow<'static, str> {
        match self.origin {
            Origin::Memory(text) => Cow::Borrowed(text),
            Origin::Folder(folder) => {
                Cow::Owned(text_of(self.file, &folder.join(self.file)).unwrap_or_default())
            }
        }
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

    /// A fault of the value at a path, in the file that says it.
    #[must_use]
    pub fn fault(&self, path: &[Step], code: &'static str, message: impl Into<String>) -> Diagnostic {
        let says =
            |document: &&Document| !path.iter().fold(document.root, |node, step| step.of(node)).is_missing();
        if let Some(translation) = self.translation.filter(says).filter(|_| !path.is_empty()) {
            return translation.fault(path, code, message);
        }
        let text = self.text();
        let (line, column) = line_column(&text, locate(&text, path));
        Diagnostic::error(code, self.file, message).at(&text, line, column)
    }
}

thread_local! {
    static KEPT: &'static Arena = Box::leak(Box::new(Arena::new()));
    static KEEPER: RefCell<Keeper<'static>> = RefCell::new(Keeper::new(kept_arena()));
    /// Where files are read before what they say is kept.
    static SCRATCH: Cell<Arena> = Cell::default();
    /// The folder of the site that was read last.
    static FOLDER: Cell<&'static Path> = Cell::new(Path::new(""));
}

/// Memory that lives as long as the program; each thread has its own, so that files are read in parallel.
#[must_use]
pub fn kept_arena() -> &'static Arena {
    KEPT.with(|arena| *arena)
}

/// A copy of a value that lives as long as the program.
#[must_use]
pub fn keep(node: Node<'_>) -> Node<'static> {
    KEEPER.with_borrow_mut(|keeper| keeper.copy(node))
}

/// An object that lives as long as the program, and shares its keys with others that have the same.
#[must_use]
pub fn keep_object(members: &[(&'static str, Node<'static>)]) -> Node<'static> {
    KEEPER.with_borrow_mut(|keeper| keeper.object(members))
}

/// A text that lives as long as the program.
#[must_use]
pub fn keep_text(text: impl AsRef<str>) -> &'static str {
    kept_arena().text(text.as_ref())
}

fn kept_folder(folder: &Path) -> &'static Path {
    FOLDER.with(|last| {
        if last.get() != folder {
            last.set(Box::leak(folder.to_path_buf().into_boxed_path()));
        }
        last.get()
    })
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

/// What people get wrong in JSON, said for the place where it went wrong.
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
    fn text_that_is_not_json_is_said_with_place_and_advice() {
        let fault = Document::parse("site.json".into(), b"{\n  \"a\": 1,\n}".to_vec()).err().unwrap();
        assert_eq!(fault.place(), "site.json:3:1");
        assert_eq!(fault.help.as_deref(), Some("remove the comma before this bracket"));
        let fault = Document::parse("site.json".into(), b"{\"a\": \"\xff\"}".to_vec()).err().unwrap();
        assert_eq!((fault.code, fault.place().as_str()), ("file-encoding", "site.json:1:8"));
    }
}
