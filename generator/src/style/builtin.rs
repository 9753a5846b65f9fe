//! The style sheet of blocks, made small once.

use std::sync::OnceLock;

use super::sheet::Sheet;
use crate::asset::hashed_name;
use crate::manifest::Digest;

/// How blocks look where a site says nothing else.
const BLOCKS: &str = include_str!("../../builtin/styles/blocks.css");

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
