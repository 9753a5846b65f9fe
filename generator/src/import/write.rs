//! Writes a draft into a site folder, and leaves alone what its owner has changed since.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::draft::Draft;
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;

/// What imports wrote, by path: beside the site, not part of it.
const MEMORY: &str = "import.json";

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
    let mut done = Written::default();
    let texts = draft.files.iter().map(|(path, value)| {
        let text = serde_json::to_string_pretty(value).unwrap_or_default() + "\n";
        (path.clone(), text.into_bytes())
    });
    let files: Vec<(String, Vec<u8>)> = texts.chain(std::mem::take(&mut draft.blobs)).collect();
    for (path, bytes) in files {
        let file = site.join(&path);
        let digest = Digest::of(&bytes);
        let there = crate::folder::read(&file).ok().map(|there| Digest::of(&there));
        match there {
            Some(there) if there == digest => done.unchanged += 1,
            Some(there) if memory.files.get(&path) != Some(&there) => {
                let message = "This file was changed since the last import and stays as it is.";
                let help = "move it away and import again to get what the source says";
                draft.faults.push(Diagnostic::warning("import-kept", &path, message).help(help));
                done.kept.push(path);
                continue;
            }
            _ => {
                if let Some(folder) = file.parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::write(&file, bytes)?;
                done.written.push(path.clone());
            }
        }
        memory.files.insert(path, digest);
    }
    if !done.written.is_empty() || !memory_file.exists() {
        fs::create_dir_all(crate::folder::own(site, "")?)?;
        fs::write(memory_file, serde_json::to_vec_pretty(&memory)?)?;
    }
    Ok(done)
}
