//! Open fields of a template: `fields/<id>.json` holds the blocks that `<squarespace:block-field id="…"/>` shows.

use super::document::Document;

/// One field.
#[derive(Debug, Clone)]
pub struct Field<'s> {
    /// The id by which templates name it: the file's name.
    pub id: &'s str,
    /// The file.
    pub document: Document<'s>,
}

impl<'s> Field<'s> {
    /// The field of a file.
    #[must_use]
    pub fn new(document: Document<'s>) -> Field<'s> {
        let id = document.file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        Field { id, document }
    }
}
