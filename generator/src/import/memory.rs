//! What imports remember of a site between two runs.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use walkdir::WalkDir;

use crate::asset::slashes;
use crate::manifest::Digest;

/// What imports wrote, by path: beside the site, not part of it.
pub(super) const MEMORY: &str = "import.json";

/// Ids of records by site and by name.
pub(super) type Ids = BTreeMap<String, BTreeMap<String, String>>;

/// What the last import left.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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
    /// What is remembered of the site in a folder.
    pub(super) fn of(site: &Path) -> Memory {
        crate::folder::own(site, MEMORY).map(|file| Memory::read(&file)).unwrap_or_default()
    }

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

/// The ids that a site gives its items already.
#[derive(Default)]
pub(super) struct Given {
    site: PathBuf,
    /// The file of each.
    paths: HashMap<String, String>,
    /// What imports wrote.
    written: BTreeSet<String>,
}

impl Given {
    /// Those of the site in a folder.
    pub(super) fn of(site: &Path, memory: &Memory) -> Given {
        let items = WalkDir::new(site.join("content")).min_depth(2).max_depth(2).sort_by_file_name();
        let mut paths = HashMap::new();
        for entry in items.into_iter().flatten() {
            let path = slashes(entry.path().strip_prefix(site).unwrap_or(entry.path()));
            if !path.ends_with(".json") || path.ends_with("/collection.json") {
                continue;
            }
            let bytes = crate::folder::read(entry.path()).unwrap_or_default();
            let Ok(value) = serde_json::from_slice::<Value>(&bytes) else { continue };
            if let Some(id) = value["id"].as_str() {
                paths.entry(id.to_owned()).or_insert(path);
            }
        }
        Given { site: site.to_path_buf(), paths, written: memory.files.keys().cloned().collect() }
    }

    /// Whether the item of a file may have an id: nobody has it, or that item itself, whose owner may have renamed its file.
    pub(super) fn is_free(&self, id: &str, path: &str) -> bool {
        let is_renamed = |other: &String| {
            !self.written.contains(other) && self.written.contains(path) && !self.site.join(path).exists()
        };
        self.paths.get(id).is_none_or(|other| other == path || is_renamed(other))
    }
}
