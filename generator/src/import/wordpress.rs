//! An export of WordPress, of WordPress.com, or of Squarespace for WordPress (XML).

use std::path::Path;

use super::comments;
use super::draft::Draft;
use super::entries;

/// Reads an export.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) {
    let export = loggia_exchange::posts::wordpress(text);
    let has_shop = super::products::has_shop(text);
    if export.entries.is_empty() && export.comments.is_empty() && !has_shop {
        let help = "give the export of Tools, Export in WordPress";
        draft.warn(file, 0, "This XML has no posts, pages or comments that could be read.", help);
        if export.title.is_empty() {
            return entries::faults(draft, file, &export);
        }
    }
    entries::write(draft, file, &export);
    comments::write(draft, &export);
}
