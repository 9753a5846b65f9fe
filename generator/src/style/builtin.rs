//! The style sheets that are in the program: that of blocks, made small once, and those that templates of the hosted
//! platform import by name.

use std::sync::OnceLock;

use super::sheet::{FOLDER, Sheet};
use crate::asset::hashed_name;
use crate::manifest::Digest;

/// How blocks look where a site says nothing else.
const BLOCKS: &str = include_str!("../../builtin/styles/blocks.css");

/// The sheets of the platform by their names, ours throughout: same names, same effects.
const LESS: [(&str, &str); 5] = [
    ("sqs-grid-breaker.less", include_str!("../../builtin/styles/sqs-grid-breaker.less")),
    ("sqs-mobile-nav.less", include_str!("../../builtin/styles/sqs-mobile-nav.less")),
    ("sqs-ui-font.less", include_str!("../../builtin/styles/sqs-ui-font.less")),
    ("social-icon-font.less", include_str!("../../builtin/styles/social-icon-font.less")),
    ("svg-icon-templates.less", include_str!("../../builtin/styles/svg-icon-templates.less")),
];

/// A sheet of the platform, whatever folder is named before it: its path as if it stood among the site's sheets, and its
/// text. A site that has a file of that name has its own.
#[must_use]
pub fn less(name: &str) -> Option<(String, &'static str)> {
    let base = name.rsplit('/').next()?.trim_start_matches(':');
    let (name, text) = LESS.iter().find(|(name, _)| *name == base)?;
    Some((format!("{FOLDER}/:{name}"), text))
}

/// What a kept answer depends on of these sheets.
#[must_use]
pub fn digest() -> Digest {
    Digest::of(LESS.map(|(_, text)| text).concat().as_bytes())
}

/// The sheet for pages with blocks. It is the same in every build, so a browser that has it keeps it.
#[must_use]
pub fn blocks() -> &'static Sheet {
    static SHEET: OnceLock<Sheet> = OnceLock::new();
    SHEET.get_or_init(|| {
        let text = super::finish::small(BLOCKS).unwrap_or_else(|_| BLOCKS.to_owned());
        let path = hashed_name("assets/blocks.css", Digest::of(text.as_bytes()));
        Sheet { path, bytes: text.into_bytes() }
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_sheet_of_blocks_is_understood_whole() {
        let small = super::super::finish::small(super::BLOCKS).unwrap();
        assert!(small.len() < super::BLOCKS.len() && small.contains(".sqs-gallery-item"));
    }
}
