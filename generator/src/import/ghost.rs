//! An export of Ghost (JSON).

use std::path::Path;

use serde_json::Value;

use super::draft::Draft;
use super::entries;

/// Reads a document when it is an export of Ghost; `false` when it is not.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) -> bool {
    // Pages of a hosted builder are JSON as well, and far more often: those without the word are not read twice.
    if !text.contains("\"posts\"") {
        return false;
    }
    let Some(document) = serde_json::from_str::<Value>(text).ok().filter(loggia_exchange::posts::is_ghost)
    else {
        return false;
    };
    entries::write(draft, file, &loggia_exchange::posts::ghost(&document));
    true
}
