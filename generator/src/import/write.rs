//! Writes a draft into a site folder, and leaves alone what its owner has changed since.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::draft::Draft;
use super::memory::{MEMORY, Memory};
use super::renamed;
use crate::diagnostic::Diagnostic;
use crate::manifest::{Digest, Entry};

/// Where files are written before they are put in place; what an import that was killed left there goes with the next.
const PARTS: &str = "import-parts";

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Paths of files that are new or have another content.
    pub written: Vec<String>,
    /// Files that were already as they should be.
    pub unchanged: usize,
    /// Paths of files that stayed because their owner has changed them.
    pub kept: Vec<String>,
    /// Paths of files that are gone: what they held has another address now, and another file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<String>,
}

/// Writes every file of a draft. A file that is neither as the last import left it nor new stays as it is, and a fault says
/// so. Each file is put in place whole, and what is about to be written is remembered before: an import that was ended is
/// done again by the next one.
///
/// # Errors
/// When the machine refuses.
pub fn write(draft: &mut Draft, site: &Path) -> io::Result<Written> {
    let memory_file = crate::folder::own(site, MEMORY)?;
    match fs::remove_dir_all(crate::folder::own(site, PARTS)?) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut memory = Memory::read(&memory_file);
    let mut done = Written::default();
    done.renamed = renamed::settle(draft, site, &memory, &mut done.kept)?;
    let mut before = BTreeMap::new();
    let texts = draft.files.iter().map(|(path, value)| {
        // The text itself is made again when it is written: all of them at once would be as large as the site.
        (path.clone(), Digest::of(&text(value)))
    });
    let blobs = draft.blobs.iter().map(|(path, bytes)| (path.clone(), Digest::of(bytes)));
    let mut digests: Vec<(String, Digest)> = texts.chain(blobs).collect();
    for (path, source) in &draft.copies {
        digests.push((path.clone(), Entry::of_reader(crate::folder::open(source)?)?.hash));
    }
    for (path, digest) in digests {
        let there = crate::folder::read(site.join(&path)).ok().map(|there| Digest::of(&there));
        match there {
            Some(there) if there == digest => done.unchanged += 1,
            Some(there) if !memory.is_ours(&path, there) => {
                let message = "This file was changed since the last import and stays as it is.";
                let help = "move it away and import again to get what the source says";
                draft.faults.push(Diagnostic::warning("import-kept", &path, message).help(help));
                done.kept.push(path);
                continue;
            }
            there => {
                before.extend(there.map(|there| (path.clone(), there)));
                done.written.push(path.clone());
            }
        }
        memory.files.insert(path, digest);
    }
    if done.written.is_empty() && done.renamed.is_empty() && memory_file.exists() && memory.before.is_empty()
    {
        return Ok(done);
    }
    fs::create_dir_all(crate::folder::own(site, "")?)?;
    memory.before = before;
    memory.ids.append(&mut draft.ids);
    place(site, &memory_file, &serde_json::to_vec_pretty(&memory)?)?;
    for path in &done.written {
        match (draft.files.get(path), draft.blobs.get(path), draft.copies.get(path)) {
            (Some(value), ..) => place(site, &site.join(path), &text(value))?,
            (None, Some(bytes), _) => place(site, &site.join(path), bytes)?,
            (None, None, Some(source)) => {
                place_from(site, &site.join(path), &mut crate::folder::open(source)?)?;
            }
            (None, None, None) => {}
        }
    }
    for path in &done.renamed {
        fs::remove_file(site.join(path))?;
        memory.files.remove(path);
    }
    memory.before.clear();
    place(site, &memory_file, &serde_json::to_vec_pretty(&memory)?)?;
    Ok(done)
}

fn text(value: &serde_json::Value) -> Vec<u8> {
    (serde_json::to_string_pretty(value).unwrap_or_default() + "\n").into_bytes()
}

/// Puts a file of a site in place whole: it is there as it was, or as it is to be. Until then it is written beside the
/// site's content, where nothing is left of it that could be taken for a part of the site.
///
/// # Errors
/// When the machine refuses.
pub fn place(site: &Path, file: &Path, mut bytes: &[u8]) -> io::Result<()> {
    place_from(site, file, &mut bytes)
}

fn place_from(site: &Path, file: &Path, source: &mut impl io::Read) -> io::Result<()> {
    let folder = file.parent().ok_or_else(|| io::Error::other("it has no folder"))?;
    fs::create_dir_all(folder)?;
    let parts = crate::folder::own(site, PARTS)?;
    fs::create_dir_all(&parts)?;
    let mut part = tempfile::Builder::new().tempfile_in(parts)?;
    io::copy(source, part.as_file_mut())?;
    // Others may read what a site says, as with any file that is written plainly.
    #[cfg(unix)]
    {
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o644);
        part.as_file().set_permissions(permissions)?;
    }
    part.persist(file).map_err(|error| error.error)?;
    Ok(())
}
