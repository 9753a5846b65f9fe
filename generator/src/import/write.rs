//! Writes a draft into a site folder, and leaves alone what its owner has changed since.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::draft::Draft;
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;

/// What imports wrote, by path: beside the site, not part of it.
const MEMORY: &str = "import.json";
/// A file that is being written.
const UNFINISHED: &str = "import.unfinished";

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Paths of files that are new or have another content.
    pub written: Vec<String>,
    /// Files that were already as they should be.
    pub unchanged: usize,
    /// Paths of files that stayed because their owner has changed them.
    pub kept: Vec<String>,
}

#[derive(Default, Serialize, Deserialize)]
struct Memory {
    files: BTreeMap<String, Digest>,
    /// What an import has begun to write. Where it was stopped, each file is as it was before or as it says here, and both
    /// are the import's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    begun: BTreeMap<String, Digest>,
}

impl Memory {
    /// Whether an import left a file like this.
    fn knows(&self, path: &str, digest: &Digest) -> bool {
        [&self.files, &self.begun].iter().any(|files| files.get(path) == Some(digest))
    }

    fn save(&self, site: &Path) -> io::Result<()> {
        fs::create_dir_all(crate::folder::own(site, "")?)?;
        put(site, &crate::folder::own(site, MEMORY)?, &serde_json::to_vec_pretty(self)?)
    }
}

/// Writes a whole file or nothing: under another name first, on the same disk.
fn put(site: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = crate::folder::own(site, UNFINISHED)?;
    fs::write(&unfinished, bytes)?;
    fs::rename(&unfinished, file)
}

/// Writes every file of a draft. A file that is neither as the last import left it nor new stays as it is, and a fault says
/// so.
///
/// # Errors
/// When the machine refuses.
pub fn write(draft: &mut Draft, site: &Path) -> io::Result<Written> {
    let memory_file = crate::folder::own(site, MEMORY)?;
    let mut memory: Memory = crate::folder::read(&memory_file)
        .ok()
        .and_then(|json| serde_json::from_slice(&json).ok())
        .unwrap_or_default();
    let blobs = std::mem::take(&mut draft.blobs);
    let mut done = Written::default();
    for (path, digest) in digests(&draft.files, &blobs) {
        let there = crate::folder::read(site.join(path)).ok().map(|there| Digest::of(&there));
        match there {
            Some(there) if there == digest => {
                done.unchanged += 1;
                memory.files.insert(path.to_owned(), digest);
            }
            Some(there) if !memory.knows(path, &there) => done.kept.push(path.to_owned()),
            _ => {
                memory.begun.insert(path.to_owned(), digest);
                done.written.push(path.to_owned());
            }
        }
    }
    if !done.written.is_empty() {
        memory.save(site)?;
    }
    for path in &done.written {
        let file = site.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        match draft.files.get(path) {
            Some(value) => put(site, &file, &text(value))?,
            None => put(site, &file, blobs.get(path).map_or(&[], Vec::as_slice))?,
        }
    }
    if !done.written.is_empty() || !memory_file.exists() {
        memory.files.append(&mut memory.begun);
        memory.save(site)?;
    }
    for path in &done.kept {
        let message = "This file was changed since the last import and stays as it is.";
        let help = "move it away and import again to get what the source says";
        draft.faults.push(Diagnostic::warning("import-kept", path, message).help(help));
    }
    Ok(done)
}

/// What every file of a draft is to be. Texts are made one after the other, and again when they are written: all of them at
/// once would be as large as the site.
fn digests<'d>(
    files: &'d BTreeMap<String, Value>,
    blobs: &'d BTreeMap<String, Vec<u8>>,
) -> impl Iterator<Item = (&'d str, Digest)> {
    let texts = files.iter().map(|(path, value)| (path.as_str(), Digest::of(&text(value))));
    texts.chain(blobs.iter().map(|(path, bytes)| (path.as_str(), Digest::of(bytes))))
}

/// A file's text.
fn text(value: &Value) -> Vec<u8> {
    (serde_json::to_string_pretty(value).unwrap_or_default() + "\n").into_bytes()
}
