//! The output folder: writes what changed, removes what went, and never touches a file it did not write.
//!
//! Files are handed in while pages render, from any thread. Nothing that visitors could see changes before `commit`:
//! what is new waits in memory up to a bound, beyond it in a hidden folder beside the pages. Only a folder that holds
//! nothing of ours yet is written at once, and emptied again when the build fails. A note of the paths under way lies
//! in `_data/incomplete` until the end, so that a build that was killed is mended by the next one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::manifest::{Entry, MANIFEST, Manifest};

/// Lists the paths whose content is not certain, one a line.
const INCOMPLETE: &str = "_data/incomplete";
/// Where changed files wait when there are too many for memory.
const WAITING: &str = "_data/.waiting";
/// Bytes of changed files that wait in memory.
const IN_MEMORY: u64 = 64 << 20;

/// Why a file could not be handed in or the output not finished.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The machine refused.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the machine said.
        source: io::Error,
    },
    /// Files are there that loggia did not write; they stay as they are.
    #[error("{} was not written by loggia and would be replaced; move it away, or choose another folder with --out", paths(.0))]
    Foreign(Vec<PathBuf>),
}

fn paths(list: &[PathBuf]) -> String {
    let mut text = list.iter().take(5).map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    if list.len() > 5 {
        text.push_str(&format!(" and {} more", list.len() - 5));
    }
    text
}

/// What a build did to the folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Paths written, in order.
    pub written: Vec<String>,
    /// Paths removed, in order.
    pub removed: Vec<String>,
    /// Files that were already right.
    pub unchanged: usize,
}

enum Waiting {
    Nothing,
    Memory(Vec<u8>),
    Staged(PathBuf),
    Copy(PathBuf),
}

/// An output folder while a build writes to it.
pub struct Output {
    folder: PathBuf,
    /// What an earlier build left; `None` when the content is not certain.
    previous: BTreeMap<String, Option<Entry>>,
    /// Set while the folder has nothing of ours: files are written at once and their paths noted here.
    fresh: Option<Mutex<File>>,
    taken: Mutex<BTreeMap<String, (Entry, Waiting)>>,
    foreign: Mutex<Vec<PathBuf>>,
    in_memory: AtomicU64,
    staged: AtomicU64,
}

impl Output {
    /// Opens a folder, which need not exist.
    ///
    /// # Errors
    /// When the folder cannot be made or read.
    pub fn open(folder: &Path) -> Result<Output, OutputError> {
        let data = folder.join("_data");
        fs::create_dir_all(&data).map_err(|source| OutputError::Io { path: data.clone(), source })?;
        let _ = fs::remove_dir_all(folder.join(WAITING));
        let mut previous: BTreeMap<String, Option<Entry>> = Manifest::read(folder)
            .map(|manifest| manifest.files.into_iter().map(|(path, entry)| (path, Some(entry))).collect())
            .unwrap_or_default();
        let uncertain = fs::read_to_string(folder.join(INCOMPLETE)).unwrap_or_default();
        previous
            .extend(uncertain.lines().filter(|line| !line.is_empty()).map(|line| (line.to_owned(), None)));
        let fresh = if previous.is_empty() {
            let path = folder.join(INCOMPLETE);
            Some(Mutex::new(File::create(&path).map_err(|source| OutputError::Io { path, source })?))
        } else {
            None
        };
        Ok(Output {
            folder: folder.to_path_buf(),
            previous,
            fresh,
            taken: Mutex::default(),
            foreign: Mutex::default(),
            in_memory: AtomicU64::new(0),
            staged: AtomicU64::new(0),
        })
    }

    /// Hands in a file: its path below the folder, with forward slashes, and its bytes.
    ///
    /// # Errors
    /// When it had to be written and could not be.
    pub fn put(&self, path: &str, bytes: Vec<u8>) -> Result<Entry, OutputError> {
        let entry = Entry::of(&bytes);
        let same = || fs::read(self.folder.join(path)).is_ok_and(|there| there == bytes);
        let waiting = if self.is_right(path, entry) || self.is_foreign(path, same) {
            Waiting::Nothing
        } else if self.fresh.is_some() {
            self.note(path)?;
            write(&self.folder.join(path), &bytes)?;
            Waiting::Nothing
        } else if self.in_memory.fetch_add(entry.size, Ordering::Relaxed) + entry.size <= IN_MEMORY {
            Waiting::Memory(bytes)
        } else {
            self.in_memory.fetch_sub(entry.size, Ordering::Relaxed);
            let staged =
                self.folder.join(WAITING).join(self.staged.fetch_add(1, Ordering::Relaxed).to_string());
            write(&staged, &bytes)?;
            Waiting::Staged(staged)
        };
        self.take(path, entry, waiting);
        Ok(entry)
    }

    /// Hands in a copy of a file whose entry is known.
    ///
    /// # Errors
    /// When it had to be written and could not be.
    pub fn put_copy(&self, path: &str, source: &Path, entry: Entry) -> Result<(), OutputError> {
        let same = || fs::read(self.folder.join(path)).is_ok_and(|there| Entry::of(&there) == entry);
        let waiting = if self.is_right(path, entry) || self.is_foreign(path, same) {
            Waiting::Nothing
        } else if self.fresh.is_some() {
            self.note(path)?;
            copy(source, &self.folder.join(path))?;
            Waiting::Nothing
        } else {
            Waiting::Copy(source.to_path_buf())
        };
        self.take(path, entry, waiting);
        Ok(())
    }

    /// The entry that an earlier build left for a path, when its file is still there.
    #[must_use]
    pub fn earlier(&self, path: &str) -> Option<Entry> {
        let entry = (*self.previous.get(path)?)?;
        self.is_right(path, entry).then_some(entry)
    }

    /// Says that a file of an earlier build stays as it is. `false` when there is no such file: it must be made.
    pub fn keep(&self, path: &str) -> bool {
        match self.earlier(path) {
            Some(entry) => {
                self.take(path, entry, Waiting::Nothing);
                true
            }
            None => false,
        }
    }

    /// Makes the folder what was handed in, and writes the manifest last.
    ///
    /// # Errors
    /// When a file of somebody else is in the way (nothing is written then), or the machine refuses.
    pub fn commit(self) -> Result<(Manifest, Written), OutputError> {
        let foreign = std::mem::take(&mut *lock(&self.foreign));
        if !foreign.is_empty() {
            self.discard();
            return Err(OutputError::Foreign(foreign));
        }
        let taken = std::mem::take(&mut *lock(&self.taken));
        let gone: Vec<String> =
            self.previous.keys().filter(|path| !taken.contains_key(*path)).cloned().collect();
        let mut done = Written { removed: gone.clone(), ..Written::default() };
        let mut manifest = Manifest::default();
        let incomplete = self.folder.join(INCOMPLETE);
        if self.fresh.is_none() {
            let under_way = taken.iter().filter(|(_, (_, waiting))| !matches!(waiting, Waiting::Nothing));
            let uncertain = self.previous.iter().filter(|(_, entry)| entry.is_none());
            let paths: BTreeSet<&String> =
                under_way.map(|(path, _)| path).chain(&gone).chain(uncertain.map(|(path, _)| path)).collect();
            if !paths.is_empty() {
                let text: String = paths.into_iter().flat_map(|path| [path.as_str(), "\n"]).collect();
                write(&incomplete, text.as_bytes())?;
            }
        }
        for (path, (entry, waiting)) in taken {
            let target = self.folder.join(&path);
            match waiting {
                Waiting::Nothing if self.fresh.is_some() => done.written.push(path.clone()),
                Waiting::Nothing => done.unchanged += 1,
                Waiting::Memory(bytes) => replace(&target, |file| write(file, &bytes))?,
                Waiting::Staged(staged) => {
                    fs::create_dir_all(parent(&target))
                        .and_then(|()| fs::rename(&staged, &target))
                        .map_err(|source| OutputError::Io { path: target.clone(), source })?;
                }
                Waiting::Copy(source) => replace(&target, |file| copy(&source, file))?,
            }
            if self.fresh.is_none()
                && !self.previous.get(&path).is_some_and(|earlier| *earlier == Some(entry))
            {
                done.written.push(path.clone());
            }
            manifest.files.insert(path, entry);
        }
        for path in &gone {
            self.remove(path);
        }
        let file = self.folder.join(MANIFEST);
        if self.fresh.is_some() || !done.written.is_empty() || !done.removed.is_empty() || !file.exists() {
            replace(&file, |file| write(file, &manifest.to_json()))?;
        }
        let _ = fs::remove_file(&incomplete);
        let _ = fs::remove_dir_all(self.folder.join(WAITING));
        Ok((manifest, done))
    }

    /// Leaves the folder as it was before.
    pub fn discard(self) {
        if self.fresh.is_some() {
            let noted = fs::read_to_string(self.folder.join(INCOMPLETE)).unwrap_or_default();
            for path in noted.lines() {
                self.remove(path);
            }
            self.remove(INCOMPLETE);
        }
        let _ = fs::remove_dir_all(self.folder.join(WAITING));
        let _ = fs::remove_dir(self.folder.join("_data"));
    }

    fn is_right(&self, path: &str, entry: Entry) -> bool {
        self.previous.get(path).is_some_and(|earlier| *earlier == Some(entry))
            && fs::metadata(self.folder.join(path))
                .is_ok_and(|there| there.is_file() && there.len() == entry.size)
    }

    /// Whether a file that is not ours lies at a path; one with the very same content counts as ours.
    fn is_foreign(&self, path: &str, same: impl FnOnce() -> bool) -> bool {
        if self.previous.contains_key(path) {
            return false;
        }
        let file = self.folder.join(path);
        // In a fresh folder a path that is there may only have been there before: each path is handed in once.
        if fs::symlink_metadata(&file).is_err() {
            return false;
        }
        if !same() {
            lock(&self.foreign).push(file);
        }
        true
    }

    fn note(&self, path: &str) -> Result<(), OutputError> {
        if let Some(journal) = &self.fresh {
            let mut journal = lock(journal);
            writeln!(journal, "{path}")
                .map_err(|source| OutputError::Io { path: self.folder.join(INCOMPLETE), source })?;
        }
        Ok(())
    }

    fn take(&self, path: &str, entry: Entry, waiting: Waiting) {
        lock(&self.taken).insert(path.to_owned(), (entry, waiting));
    }

    /// Removes a file of ours and the folders that are empty without it.
    fn remove(&self, path: &str) {
        let file = self.folder.join(path);
        let _ = fs::remove_file(&file);
        let mut folder = parent(&file);
        while folder != self.folder && fs::remove_dir(folder).is_ok() {
            folder = parent(folder);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A poisoned lock means a page panicked elsewhere; what it guards is a plain map and still whole.
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn parent(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// Writes a file, making its folder only when it is missing.
fn write(file: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let result = match fs::write(file, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(parent(file)).and_then(|()| fs::write(file, bytes))
        }
        other => other,
    };
    result.map_err(|source| OutputError::Io { path: file.to_path_buf(), source })
}

fn copy(source: &Path, file: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(parent(file))
        .and_then(|()| fs::copy(source, file).map(drop))
        .map_err(|source| OutputError::Io { path: file.to_path_buf(), source })
}

/// Puts a new content at a path in one step, so that a reader sees the old file or the new one.
fn replace(target: &Path, make: impl FnOnce(&Path) -> Result<(), OutputError>) -> Result<(), OutputError> {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".loggia-new");
    let fresh = target.with_file_name(name);
    make(&fresh)?;
    fs::rename(&fresh, target).map_err(|source| OutputError::Io { path: target.to_path_buf(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(folder: &Path, files: &[(&str, &str)]) -> Result<Written, OutputError> {
        let output = Output::open(folder)?;
        for (path, text) in files {
            output.put(path, text.as_bytes().to_vec())?;
        }
        output.commit().map(|(_, written)| written)
    }

    #[test]
    fn only_what_changed_is_written_and_what_went_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let first = build(folder.path(), &[("a/index.html", "a"), ("b/c/index.html", "b")]).unwrap();
        assert_eq!(first.written, ["a/index.html", "b/c/index.html"]);
        let again = build(folder.path(), &[("a/index.html", "a"), ("b/c/index.html", "b")]).unwrap();
        assert_eq!((again.written.len(), again.removed.len(), again.unchanged), (0, 0, 2));
        let third = build(folder.path(), &[("a/index.html", "A")]).unwrap();
        assert_eq!(
            (third.written, third.removed),
            (vec!["a/index.html".into()], vec!["b/c/index.html".into()])
        );
        assert!(!folder.path().join("b").exists());
        assert_eq!(fs::read_to_string(folder.path().join("a/index.html")).unwrap(), "A");
    }

    #[test]
    fn files_of_others_are_neither_replaced_nor_removed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("CNAME"), "shop.example").unwrap();
        fs::write(folder.path().join("index.html"), "mine").unwrap();
        let error = build(folder.path(), &[("index.html", "new"), ("x.html", "x")]).unwrap_err();
        assert!(error.to_string().contains("index.html was not written by loggia"), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("index.html")).unwrap(), "mine");
        assert!(!folder.path().join("x.html").exists(), "nothing of a refused build stays");
        build(folder.path(), &[("index.html", "mine"), ("y.html", "y")]).unwrap();
        build(folder.path(), &[]).unwrap();
        assert!(folder.path().join("CNAME").exists());
    }

    #[test]
    fn a_discarded_build_leaves_the_folder_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let output = Output::open(&out).unwrap();
        output.put("a/b.html", b"x".to_vec()).unwrap();
        output.discard();
        assert!(!out.join("a").exists() && !out.join("_data").exists());
        build(&out, &[("a.html", "old")]).unwrap();
        let output = Output::open(&out).unwrap();
        output.put("a.html", b"new".to_vec()).unwrap();
        output.discard();
        assert_eq!(fs::read_to_string(out.join("a.html")).unwrap(), "old");
        assert_eq!(build(&out, &[("a.html", "old")]).unwrap().unchanged, 1);
    }

    #[test]
    fn a_build_that_was_killed_is_mended_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let output = Output::open(folder.path()).unwrap();
        output.put("half/index.html", b"half".to_vec()).unwrap();
        drop(output);
        let next = build(folder.path(), &[("index.html", "whole")]).unwrap();
        assert_eq!(next.removed, ["half/index.html"]);
        assert!(!folder.path().join("half").exists());
        // Killed inside a commit: the file is new, the manifest is old, the path is noted.
        fs::write(folder.path().join("index.html"), "other").unwrap();
        fs::write(folder.path().join(INCOMPLETE), "index.html\n").unwrap();
        build(folder.path(), &[("index.html", "whole")]).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("index.html")).unwrap(), "whole");
    }
}
