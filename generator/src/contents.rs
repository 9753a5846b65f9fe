//! What an export of a site holds: every file with its hash and size, and which of them is which file of the site.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::manifest::Entry;

/// Lists what is in an export.
pub const MANIFEST: &str = "manifest.json";
/// What a manifest says it is.
pub const FORM: &str = "loggia-export-1";
/// Files of the site by their content, below the folder of the export.
pub const FILES: &str = "files";

/// What is in an export.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Contents {
    /// [`FORM`].
    pub form: String,
    /// Every file by its path below the folder, but the manifest itself.
    pub files: BTreeMap<String, Entry>,
    /// Files of the site that are copied as they are: path in the site, and path in the export.
    pub copies: BTreeMap<String, String>,
}

impl Default for Contents {
    fn default() -> Contents {
        Contents { form: FORM.to_owned(), files: BTreeMap::new(), copies: BTreeMap::new() }
    }
}

impl Contents {
    /// The manifest of a folder; nothing when it holds no export.
    #[must_use]
    pub fn read(folder: &Path) -> Option<Contents> {
        let bytes = crate::folder::read(folder.join(MANIFEST)).ok()?;
        Contents::parse(&bytes)
    }

    /// A manifest as it is written; nothing when it is something else.
    #[must_use]
    pub fn parse(json: &[u8]) -> Option<Contents> {
        let contents: Contents = serde_json::from_slice(json).ok()?;
        (contents.form == FORM).then_some(contents)
    }
}

/// Whether a path leads to a place below a folder, and nowhere else.
#[must_use]
pub fn is_inside(path: &str) -> bool {
    let parts = || Path::new(path).components();
    !path.is_empty() && !path.contains('\\') && parts().all(|part| matches!(part, Component::Normal(_)))
}
