//! Style sheets: where they lie, and what became of them.

use crate::diagnostic::Diagnostic;

/// Where style sheets lie in a site folder.
pub const FOLDER: &str = "template/styles";

/// A finished style sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The path below the output folder, with the hash in the name.
    pub path: String,
    /// Its text.
    pub bytes: Vec<u8>,
}

/// What became of a site's style sheets.
#[derive(Debug, Clone, Default)]
pub struct Styles {
    /// The sheets a page links to, in order.
    pub sheets: Vec<Sheet>,
    /// What was found wrong with them.
    pub diagnostics: Vec<Diagnostic>,
    /// How often LESS had to run: once, or not at all when its answer was kept.
    pub compiled: usize,
}

/// Whether a sheet is LESS, by its name.
pub(super) fn is_less(name: &str) -> bool {
    name.ends_with(".less")
}
