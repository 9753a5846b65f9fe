//! What imports remember of a site between two runs.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::draft::Ids;
use crate::manifest::Digest;

/// What imports wrote, by path: beside the site, not part of it.
pub(super) const MEMORY: &str = "import.json";

/// What the last import left.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Memory {
    /// What was written, by path.
    pub(super) files: BTreeMap<String, Digest>,
    /// What stood there before, of the files that an import was about to write when it was ended.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) before: BTreeMap<String, Digest>,
    /// The ids that records got.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) ids: Ids,
}

impl Memory {
    /// What is remembered at a place; nothing where there is nothing.
    pub(super) fn read(file: &Path) -> Memory {
        let json = crate::folder::read(file).ok();
        json.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
    }

    /// Whether a file is as an import left it.
    pub(super) fn is_ours(&self, path: &str, there: Digest) -> bool {
        [&self.files, &self.before].iter().any(|known| known.get(path) == Some(&there))
    }
}

/// The ids that earlier imports gave.
pub(super) fn ids(site: &Path) -> Ids {
    crate::folder::own(site, MEMORY).map(|file| Memory::read(&file).ids).unwrap_or_default()
}
