//! What the look of an earlier run was, so that the next one changes only what its owner did not.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::archive::Archive;
use super::sheet;

/// Where the values stand.
pub(super) const SHEET: &str = "template/styles/look.css";
/// Where they stand once more, for the Look panel.
pub(super) const SETTINGS: &str = "template/template.conf";
const MEMORY: &str = "look.json";

/// What was written, by name. While files are being written, what stood there before stands with it: a run that was ended
/// does not take its own values for the owner's.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Memory {
    #[serde(default)]
    pub(super) values: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) before: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) themes: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) sections: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) fonts: BTreeSet<String>,
}

impl Memory {
    fn is_ours(&self, name: &str, value: &str) -> bool {
        [&self.values, &self.before].iter().any(|known| known.get(name).is_some_and(|known| known == value))
    }
}

/// The files of a look as they are in the site.
#[derive(Debug, Default)]
pub(super) struct There {
    pub(super) memory: Option<Memory>,
    file: PathBuf,
    sheet: BTreeMap<String, String>,
    settings: BTreeMap<String, String>,
}

impl There {
    pub(super) fn read(site: &Path, archive: &Archive) -> There {
        let file = archive.folder().join(MEMORY);
        let text = |path: &str| crate::folder::read_to_string(site.join(path)).unwrap_or_default();
        let memory = crate::folder::read(&file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let settings: Value = serde_json::from_str(&text(SETTINGS)).unwrap_or_default();
        There { memory, file, sheet: sheet::read(&text(SHEET)), settings: sheet::defaults(&settings) }
    }

    /// What the owner made of a value; nothing when it is as it was written.
    pub(super) fn owners(&self, name: &str) -> Option<&String> {
        let memory = self.memory.as_ref()?;
        let mut found = [&self.sheet, &self.settings].into_iter().filter_map(|values| values.get(name));
        found.find(|value| !memory.is_ours(name, value))
    }

    /// Writes files, each whole, and remembers their values.
    ///
    /// # Errors
    /// When the machine refuses.
    pub(super) fn write(self, site: &Path, mut memory: Memory, files: [(&str, String); 2]) -> io::Result<()> {
        memory.before = self.memory.map(|old| old.values).unwrap_or_default();
        let put = |memory: &Memory| -> io::Result<()> {
            crate::import::place(site, &self.file, &serde_json::to_vec_pretty(memory)?)
        };
        put(&memory)?;
        for (path, text) in files {
            let file = site.join(path);
            if crate::folder::read(&file).ok().as_deref() != Some(text.as_bytes()) {
                crate::import::place(site, &file, text.as_bytes())?;
            }
        }
        memory.before.clear();
        put(&memory)
    }
}
