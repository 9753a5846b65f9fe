//! Open fields of a template: `fields/<id>.json` holds the blocks that `<squarespace:block-field id="…"/>` shows.

use super::document::Document;

/// One field.
#[derive(Debug, Clone)]
pub struct Field {
    /// The id by which templates name it: the file's name.
    pub id: &'static str,
    /// Its blocks as HTML.
    pub html: String,
    /// The file.
    pub document: Document,
}

impl Field {
    /// A field whose blocks are not made yet.
    #[must_use]
    pub fn new(document: Document) -> Field {
        let id = document.file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        Field { id, html: String::new(), document }
    }
}
