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

/// Whether a sheet is LESS by what stands in it, whatever its name: it defines a variable, or declares a tweak in a comment
/// of one line. Plain CSS knows neither.
pub(super) fn is_written_in_less(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| {
        if let Some(comment) = line.strip_prefix("//") {
            return comment.trim_start().starts_with("tweak");
        }
        let Some(rest) = line.strip_prefix('@') else { return false };
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')));
        let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
        // `@page :first` is a rule.
        !name.is_empty() && name != "page" && rest.trim_start().starts_with(':')
    })
}
