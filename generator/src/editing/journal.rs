//! Several files changed as one: all of them, or none, whenever the program or the machine stops.
//!
//! ```text
//! .loggia/editing/<number>.part     the new bytes of each file, brought to disk
//! .loggia/editing/journal.json      what becomes of which file; from its rename on, the change is made
//! ```
//! What is found at the start is finished when the journal stands, and forgotten when it does not.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::manifest::Digest;

/// The folder below that of the site. Nothing in it is content, and the watcher does not look there.
pub const FOLDER: &str = ".loggia/editing";

const JOURNAL: &str = "journal.json";
const KEPT: &str = "kept";

/// What becomes of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its path below the site folder; one that the editor may touch.
    pub path: String,
    /// The digest of what is there; nothing when there is no file.
    pub before: Option<String>,
    /// What is there afterwards; nothing when the file goes.
    pub after: Option<Vec<u8>>,
}

/// Why files were not changed.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Somebody else changed one of them in this moment; nothing was written.
    #[error("{0} was changed by somebody else")]
    Changed(String),
    /// The machine refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// What a journal says of one file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    path: String,
    before: Option<String>,
    /// The file with the new bytes, and their digest; nothing when the file goes.
    after: Option<(String, String)>,
}

/// The digest of bytes as the editor names them.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    Digest::of(bytes).to_string()
}

/// The digest of a file; nothing when there is none.
///
/// # Errors
/// When it is there and cannot be read.
pub fn digest_of(file: &Path) -> io::Result<Option<String>> {
    match crate::folder::read(file) {
        Ok(bytes) => Ok(Some(digest(&bytes))),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Changes files of a site. Callers see to it that only one does so at a time.
///
/// # Errors
/// When one of them is not as expected, or the machine refuses; then none is changed.
pub fn write(root: &Path, steps: &[Step]) -> Result<(), WriteError> {
    let folder = own(root)?;
    prepare(&folder)?;
    let written = prepared(&folder, steps);
    let lines = match written {
        Ok(lines) => lines,
        Err(error) => {
            forget_parts(&folder);
            return Err(error);
        }
    };
    if let Some(changed) = changed_meanwhile(root, &lines)? {
        forget_parts(&folder);
        return Err(WriteError::Changed(changed));
    }
    let journal = folder.join(JOURNAL);
    let fresh = folder.join("journal.new");
    let text = serde_json::to_vec_pretty(&lines).unwrap_or_default();
    let made = put(&fresh, &text).and_then(|()| fs::rename(&fresh, &journal)).and_then(|()| sync(&folder));
    if let Err(source) = made {
        let _ = fs::remove_file(&journal);
        let _ = fs::remove_file(&fresh);
        forget_parts(&folder);
        return Err(WriteError::Io { path: journal, source });
    }
    stop_for_a_test("journal");
    finish(root, &lines).map_err(|(path, source)| WriteError::Io { path, source })?;
    Ok(())
}

/// Finishes what the last run of the program did not. Given are the files that somebody changed meanwhile: they are left
/// as they are, and what should have been in them is kept beside, in `.loggia/editing/kept/`.
///
/// # Errors
/// When the machine refuses.
pub fn recover(root: &Path) -> Result<Vec<String>, WriteError> {
    let folder = own(root)?;
    let journal = folder.join(JOURNAL);
    let text = match crate::folder::read(&journal) {
        Ok(text) => text,
        Err(_) => {
            // Whatever was being prepared was never to be.
            forget_parts(&folder);
            return Ok(Vec::new());
        }
    };
    let Ok(lines) = serde_json::from_slice::<Vec<Line>>(&text) else {
        let _ = fs::remove_file(&journal);
        forget_parts(&folder);
        return Ok(Vec::new());
    };
    let mut left = Vec::new();
    for line in &lines {
        let file = root.join(&line.path);
        let now = digest_of(&file).map_err(|source| WriteError::Io { path: file, source })?;
        let wanted = line.after.as_ref().map(|(_, digest)| digest);
        if now.as_ref() != line.before.as_ref() && now.as_ref() != wanted {
            if let Some((part, _)) = &line.after {
                let kept = folder.join(KEPT).join(line.path.replace('/', "__"));
                let _ = kept.parent().map(fs::create_dir_all);
                let _ = fs::rename(folder.join(part), kept);
            }
            left.push(line.path.clone());
        }
    }
    let lines: Vec<Line> = lines.into_iter().filter(|line| !left.contains(&line.path)).collect();
    finish(root, &lines).map_err(|(path, source)| WriteError::Io { path, source })?;
    Ok(left)
}

/// The folder of the journal below a site's.
///
/// # Errors
/// When a link would lead elsewhere.
pub fn own(root: &Path) -> Result<PathBuf, WriteError> {
    let own = |inside| crate::folder::own(root, inside);
    let names = ["editing/journal.json", "editing/journal.new", "editing/.gitignore", "editing/kept"];
    let checked = names.into_iter().try_for_each(|name| own(name).map(drop));
    checked.and_then(|()| own("editing")).map_err(|source| WriteError::Io { path: root.join(FOLDER), source })
}

fn prepare(folder: &Path) -> Result<(), WriteError> {
    let io = |path: PathBuf| move |source| WriteError::Io { path, source };
    fs::create_dir_all(folder).map_err(io(folder.to_path_buf()))?;
    // It keeps itself out of version control.
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        fs::write(&ignore, "*\n").map_err(io(ignore))?;
    }
    Ok(())
}

fn prepared(folder: &Path, steps: &[Step]) -> Result<Vec<Line>, WriteError> {
    let mut lines = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let after = match &step.after {
            None => None,
            Some(bytes) => {
                let name = format!("{number}.part");
                let path = folder.join(&name);
                put(&path, bytes).map_err(|source| WriteError::Io { path, source })?;
                stop_for_a_test(&name);
                Some((name, digest(bytes)))
            }
        };
        lines.push(Line { path: step.path.clone(), before: step.before.clone(), after });
    }
    Ok(lines)
}

/// The first file that is not as expected.
fn changed_meanwhile(root: &Path, lines: &[Line]) -> Result<Option<String>, WriteError> {
    for line in lines {
        let file = root.join(&line.path);
        let now = digest_of(&file).map_err(|source| WriteError::Io { path: file, source })?;
        if now != line.before {
            return Ok(Some(line.path.clone()));
        }
    }
    Ok(None)
}

/// Does what a journal says, as far as it is not done, and takes it away.
fn finish(root: &Path, lines: &[Line]) -> Result<(), (PathBuf, io::Error)> {
    let folder = root.join(FOLDER);
    let mut folders = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let file = root.join(&line.path);
        let at = |error| (file.clone(), error);
        let above = file.parent().unwrap_or(root).to_path_buf();
        match &line.after {
            Some((part, _)) => {
                let part = folder.join(part);
                if part.exists() {
                    fs::create_dir_all(&above).map_err(at)?;
                    keep_mode(&file, &part);
                    fs::rename(&part, &file).map_err(at)?;
                }
            }
            None => {
                match fs::remove_file(&file) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err((file, error)),
                    _ => {}
                }
                // A folder of content whose last file goes goes with it; one that holds something stays.
                if above.parent().is_some_and(|parent| parent == root.join("content")) {
                    let _ = fs::remove_dir(&above);
                }
            }
        }
        stop_for_a_test(&format!("rename-{number}"));
        folders.push(above);
    }
    folders.sort();
    folders.dedup();
    for above in folders {
        // A folder whose last file went may be gone with it.
        let _ = sync(&above);
    }
    let journal = folder.join(JOURNAL);
    match fs::remove_file(&journal) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err((journal, error)),
        _ => {}
    }
    forget_parts(&folder);
    Ok(())
}

/// The new file may be read and written by those who could the old one.
fn keep_mode(file: &Path, part: &Path) {
    if let Ok(found) = fs::metadata(file) {
        let _ = fs::set_permissions(part, found.permissions());
    }
}

fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // What stands there may be a link.
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut open = File::create_new(file)?;
    open.write_all(bytes)?;
    open.sync_all()
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

fn forget_parts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "part" || extension == "new") {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Ends the program in the middle, for tests of what becomes of it: where `LOGGIA_STOP_WRITING_AT` says.
fn stop_for_a_test(place: &str) {
    if cfg!(debug_assertions) && std::env::var("LOGGIA_STOP_WRITING_AT").is_ok_and(|wanted| wanted == place) {
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(root: &Path, path: &str, after: Option<&str>) -> Step {
        let before = digest_of(&root.join(path)).unwrap();
        Step { path: path.to_owned(), before, after: after.map(|text| text.as_bytes().to_vec()) }
    }

    #[test]
    fn files_are_written_made_and_taken_away_together() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("content/blog")).unwrap();
        fs::write(root.join("content/blog/a.json"), "1").unwrap();
        fs::write(root.join("content/blog/b.json"), "2").unwrap();
        let steps = [
            step(root, "content/blog/a.json", Some("one")),
            step(root, "content/blog/b.json", None),
            step(root, "content/new/c.json", Some("three")),
        ];
        write(root, &steps).unwrap();
        assert_eq!(fs::read_to_string(root.join("content/blog/a.json")).unwrap(), "one");
        assert!(!root.join("content/blog/b.json").exists());
        assert_eq!(fs::read_to_string(root.join("content/new/c.json")).unwrap(), "three");
        let left: Vec<_> =
            fs::read_dir(root.join(FOLDER)).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, [".gitignore"]);
        // None is changed when one is not as expected.
        let error = write(root, &steps).unwrap_err();
        assert!(matches!(error, WriteError::Changed(ref path) if path == "content/blog/a.json"), "{error}");
        assert_eq!(fs::read_to_string(root.join("content/blog/a.json")).unwrap(), "one");
    }

    #[test]
    fn what_was_changed_while_the_program_was_away_is_left_and_ours_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join(FOLDER)).unwrap();
        fs::create_dir_all(root.join("forms")).unwrap();
        fs::write(root.join("forms/a.json"), "theirs").unwrap();
        fs::write(root.join("forms/b.json"), "before").unwrap();
        let line = |name: &str, part: &str, text: &str| {
            put(&root.join(FOLDER).join(part), text.as_bytes()).unwrap();
            Line {
                path: format!("forms/{name}.json"),
                before: Some(digest(b"before")),
                after: Some((part.to_owned(), digest(text.as_bytes()))),
            }
        };
        let lines = [line("a", "0.part", "ours"), line("b", "1.part", "after")];
        fs::write(root.join(FOLDER).join(JOURNAL), serde_json::to_vec(&lines).unwrap()).unwrap();
        assert_eq!(recover(root).unwrap(), ["forms/a.json"]);
        assert_eq!(fs::read_to_string(root.join("forms/a.json")).unwrap(), "theirs");
        assert_eq!(fs::read_to_string(root.join("forms/b.json")).unwrap(), "after");
        assert_eq!(fs::read_to_string(root.join(FOLDER).join(KEPT).join("forms__a.json")).unwrap(), "ours");
        assert!(recover(root).unwrap().is_empty());
    }
}
