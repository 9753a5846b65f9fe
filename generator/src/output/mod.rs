//! The output folder: writes what changed, removes what went, and never touches a file it did not write.
//!
//! Files are handed in while pages render, from any thread. Nothing that visitors could see changes before `commit`:
//! what is new waits in memory up to a bound, beyond it in a hidden folder beside the pages. Only a folder that holds
//! nothing of ours yet is written at once, and emptied again when the build fails. A note of the paths under way lies
//! in `_data/incomplete` until the end, so that a build that was killed is mended by the next one.
//!
//! What is for programs is handed in under paths that begin with [`DATA_FOLDER`], and written to a folder beside the
//! output that nobody else may read: a server or a copy of the output gives none of it away.
//!
//! What is not for everybody is handed in like any other file, under paths that begin with [`PROTECTED`]; it is written
//! to the folder beside the output, so that the output holds nothing that a visitor may not see.

mod disk;
mod error;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use loggia_commerce::{data_folder, protected_folder};

use crate::manifest::{DATA_FOLDER, Entry, MANIFEST, Manifest, PROTECTED, data_file, make_private};
pub use error::OutputError;

use disk::{Journal, copy, failed, parent, replace, write, write_filled, write_new};

/// Lists the paths whose content is not certain, one a line.
const INCOMPLETE: &str = "_data/incomplete";
/// Where changed files wait when there are too many for memory.
const WAITING: &str = "_data/.waiting";
/// Bytes of changed files that wait in memory.
const IN_MEMORY: u64 = 64 << 20;

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

/// A folder that has nothing of ours.
struct Fresh {
    journal: Mutex<Journal>,
    /// Whether nothing at all is in it, so that nothing can be in the way.
    is_empty: bool,
}

/// An output folder while a build writes to it.
pub struct Output {
    folder: PathBuf,
    /// Where what is not for everybody lies.
    protected: PathBuf,
    /// Where what is for programs lies.
    data: PathBuf,
    /// What an earlier build left.
    previous: Arc<Manifest>,
    /// Paths of an earlier build whose content is not certain.
    uncertain: BTreeSet<String>,
    /// Set while the folder has nothing of ours: files are written at once.
    fresh: Option<Fresh>,
    /// What is not handed in stays as it is.
    keeps_rest: bool,
    /// What does not stay although the rest does.
    forgotten: Mutex<BTreeSet<String>>,
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
        let is_empty = !fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let data = data_file(folder, "");
        fs::create_dir_all(&data).and_then(|()| make_private(&data, 0o700)).map_err(failed(&data))?;
        take_over(folder, &data)?;
        let _ = fs::remove_dir_all(data_file(folder, WAITING));
        let previous = Manifest::read(folder).unwrap_or_default();
        let uncertain = crate::folder::read_to_string(data_file(folder, INCOMPLETE)).unwrap_or_default();
        let uncertain: BTreeSet<String> =
            uncertain.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        let fresh = match previous.files.is_empty() && uncertain.is_empty() {
            true => {
                let journal = Mutex::new(Journal::create(&data_file(folder, INCOMPLETE))?);
                Some(Fresh { journal, is_empty })
            }
            false => None,
        };
        Ok(Output::with(folder, Arc::new(previous), uncertain, fresh, false))
    }

    /// Opens a folder again after a build of the same run of the program: what is not handed in stays as it is. `None`
    /// when something else has happened to the folder since.
    #[must_use]
    pub fn resume(folder: &Path, manifest: Arc<Manifest>) -> Option<Output> {
        let whole = data_file(folder, MANIFEST).is_file() && !data_file(folder, INCOMPLETE).exists();
        whole.then(|| Output::with(folder, manifest, BTreeSet::new(), None, true))
    }

    fn with(
        folder: &Path,
        previous: Arc<Manifest>,
        uncertain: BTreeSet<String>,
        fresh: Option<Fresh>,
        keeps_rest: bool,
    ) -> Output {
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        Output {
            folder: folder.to_path_buf(),
            protected: protected_folder(&whole),
            data: data_folder(&whole),
            previous,
            uncertain,
            fresh,
            keeps_rest,
            forgotten: Mutex::default(),
            taken: Mutex::default(),
            foreign: Mutex::default(),
            in_memory: AtomicU64::new(0),
            staged: AtomicU64::new(0),
        }
    }

    /// Says which files will be handed in with [`Output::put_announced`]: noting each of them alone takes longer.
    ///
    /// # Errors
    /// When that cannot be noted.
    pub fn announce<'p>(&self, paths: impl IntoIterator<Item = &'p str>) -> Result<(), OutputError> {
        match &self.fresh {
            // Where files of somebody else may lie, a path is ours only after a look.
            Some(fresh) if fresh.is_empty => lock(&fresh.journal).note(paths),
            _ => Ok(()),
        }
    }

    /// Hands in a file that was announced.
    ///
    /// # Errors
    /// When it had to be written and could not be.
    pub fn put_announced(&self, path: &str, bytes: Vec<u8>) -> Result<Entry, OutputError> {
        let is_noted = self.fresh.as_ref().is_some_and(|fresh| fresh.is_empty);
        self.hand_in(path, bytes, is_noted)
    }

    /// Hands in a file: its path below the folder, with forward slashes, and its bytes.
    ///
    /// # Errors
    /// When it had to be written and could not be.
    pub fn put(&self, path: &str, bytes: Vec<u8>) -> Result<Entry, OutputError> {
        self.hand_in(path, bytes, false)
    }

    fn hand_in(&self, path: &str, bytes: Vec<u8>, is_noted: bool) -> Result<Entry, OutputError> {
        let entry = Entry::of(&bytes);
        let same = || crate::folder::read(self.place(path)).is_ok_and(|there| there == bytes);
        let waiting = if self.is_right(path, entry) || self.is_foreign(path, same) {
            Waiting::Nothing
        } else if let Some(fresh) = &self.fresh {
            if !is_noted {
                lock(&fresh.journal).note([path])?;
            }
            write_new(&self.place(path), &bytes)?;
            Waiting::Nothing
        } else if self.in_memory.fetch_add(entry.size, Ordering::Relaxed) + entry.size <= IN_MEMORY {
            Waiting::Memory(bytes)
        } else {
            self.in_memory.fetch_sub(entry.size, Ordering::Relaxed);
            let staged = self.place(WAITING).join(self.staged.fetch_add(1, Ordering::Relaxed).to_string());
            write(&staged, &bytes)?;
            Waiting::Staged(staged)
        };
        self.take(path, entry, waiting);
        Ok(entry)
    }

    /// Hands in a large file by what writes it: it is never in memory as a whole.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put_filled(
        &self,
        path: &str,
        fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> Result<Entry, OutputError> {
        if let Some(fresh) = &self.fresh {
            // What lies in the way may belong to somebody else: that depends on what it says.
            if fresh.is_empty || fs::symlink_metadata(self.place(path)).is_err() {
                lock(&fresh.journal).note([path])?;
                let entry = write_filled(&self.place(path), fill)?;
                self.take(path, entry, Waiting::Nothing);
                return Ok(entry);
            }
        }
        let staged = self.place(WAITING).join(self.staged.fetch_add(1, Ordering::Relaxed).to_string());
        let entry = write_filled(&staged, fill)?;
        let there = || crate::folder::open(&self.place(path)).and_then(Entry::of_reader);
        let same = || there().is_ok_and(|there| there == entry);
        if self.is_right(path, entry) || self.is_foreign(path, same) {
            let _ = fs::remove_file(&staged);
            self.take(path, entry, Waiting::Nothing);
        } else {
            self.take(path, entry, Waiting::Staged(staged));
        }
        Ok(entry)
    }

    /// Hands in a copy of a file whose entry is known.
    ///
    /// # Errors
    /// When it had to be written and could not be.
    pub fn put_copy(&self, path: &str, source: &Path, entry: Entry) -> Result<(), OutputError> {
        let same = || crate::folder::read(self.place(path)).is_ok_and(|there| Entry::of(&there) == entry);
        let waiting = if self.is_right(path, entry) || self.is_foreign(path, same) {
            Waiting::Nothing
        } else if let Some(fresh) = &self.fresh {
            lock(&fresh.journal).note([path])?;
            copy(source, &self.place(path))?;
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
        let entry = self.before(path)?;
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

    /// Says that files go although all others stay ([`Output::resume`]).
    pub fn forget(&self, paths: impl IntoIterator<Item = String>) {
        lock(&self.forgotten).extend(paths);
    }

    /// Makes the folder what was handed in, and writes the manifest last.
    ///
    /// # Errors
    /// When a file of somebody else is in the way (nothing is written then), or the machine refuses.
    pub fn commit(mut self) -> Result<(Arc<Manifest>, Written), OutputError> {
        let foreign = std::mem::take(&mut *lock(&self.foreign));
        if !foreign.is_empty() {
            self.discard();
            return Err(OutputError::Foreign(foreign));
        }
        let taken = std::mem::take(&mut *lock(&self.taken));
        let gone: Vec<String> = match self.keeps_rest {
            true => std::mem::take(&mut *lock(&self.forgotten)).into_iter().collect(),
            false => {
                let ours: BTreeSet<&String> = self.previous.files.keys().chain(&self.uncertain).collect();
                ours.into_iter().filter(|path| !taken.contains_key(*path)).cloned().collect()
            }
        };
        let mut done = Written { removed: gone.clone(), ..Written::default() };
        let incomplete = self.place(INCOMPLETE);
        if self.fresh.is_none() {
            let under_way = taken.iter().filter(|(_, (_, waiting))| !matches!(waiting, Waiting::Nothing));
            let paths: BTreeSet<&String> =
                under_way.map(|(path, _)| path).chain(&gone).chain(&self.uncertain).collect();
            if !paths.is_empty() {
                let text: String = paths.into_iter().flat_map(|path| [path.as_str(), "\n"]).collect();
                write(&incomplete, text.as_bytes())?;
            }
        }
        let mut entries = Vec::with_capacity(taken.len());
        for (path, (entry, waiting)) in taken {
            let target = self.place(&path);
            match waiting {
                Waiting::Nothing if self.fresh.is_some() => done.written.push(path.clone()),
                Waiting::Nothing => done.unchanged += 1,
                Waiting::Memory(bytes) => replace(&target, |file| write(file, &bytes))?,
                Waiting::Staged(staged) => {
                    fs::create_dir_all(parent(&target))
                        .and_then(|()| fs::rename(&staged, &target))
                        .map_err(failed(&target))?;
                }
                Waiting::Copy(source) => replace(&target, |file| copy(&source, file))?,
            }
            if self.fresh.is_none() && self.before(&path) != Some(entry) {
                done.written.push(path.clone());
            }
            entries.push((path, entry));
        }
        for path in &gone {
            self.remove(path);
        }
        self.hide().map_err(failed(&self.data))?;
        let manifest = self.finished(entries, &mut done);
        let file = self.place(MANIFEST);
        if self.fresh.is_some() || !done.written.is_empty() || !done.removed.is_empty() || !file.exists() {
            replace(&file, |file| write(file, &manifest.to_json()))?;
            make_private(&file, 0o600).map_err(failed(&file))?;
        }
        let _ = fs::remove_file(&incomplete);
        let _ = fs::remove_dir_all(self.place(WAITING));
        Ok((manifest, done))
    }

    /// Takes the rights of others from what is not for everybody.
    fn hide(&self) -> io::Result<()> {
        for folder in [&self.data, &self.protected] {
            for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
                let mode = if entry.file_type().is_dir() { 0o700 } else { 0o600 };
                if !entry.file_type().is_symlink() {
                    make_private(entry.path(), mode)?;
                }
            }
        }
        Ok(())
    }

    /// The manifest of what is there now.
    fn finished(&mut self, entries: Vec<(String, Entry)>, done: &mut Written) -> Arc<Manifest> {
        if !self.keeps_rest {
            // In order of path already, so that the map is built in one go.
            return Arc::new(Manifest::of(entries.into_iter().collect()));
        }
        let mut manifest = std::mem::take(&mut self.previous);
        if !done.written.is_empty() || !done.removed.is_empty() {
            let files = &mut Arc::make_mut(&mut manifest).files;
            files.extend(entries);
            for path in &done.removed {
                files.remove(path);
            }
        }
        done.unchanged = manifest.files.len() - done.written.len();
        manifest
    }

    /// Leaves the folder as it was before.
    pub fn discard(self) {
        if self.fresh.is_some() {
            let noted = crate::folder::read_to_string(self.place(INCOMPLETE)).unwrap_or_default();
            for path in noted.lines() {
                self.remove(path);
            }
            self.remove(INCOMPLETE);
        }
        let _ = fs::remove_dir_all(self.place(WAITING));
        let _ = fs::remove_dir(&self.data);
    }

    fn is_right(&self, path: &str, entry: Entry) -> bool {
        self.before(path) == Some(entry)
            && fs::metadata(self.place(path)).is_ok_and(|there| there.is_file() && there.len() == entry.size)
    }

    /// Whether a file that is not ours lies at a path; one with the very same content counts as ours.
    fn is_foreign(&self, path: &str, same: impl FnOnce() -> bool) -> bool {
        let is_empty = self.fresh.as_ref().is_some_and(|fresh| fresh.is_empty);
        if is_empty || self.previous.files.contains_key(path) || self.uncertain.contains(path) {
            return false;
        }
        let file = self.place(path);
        // In a fresh folder a path that is there may only have been there before: each path is handed in once.
        if fs::symlink_metadata(&file).is_err() {
            return false;
        }
        if !same() {
            lock(&self.foreign).push(file);
        }
        true
    }

    /// What an earlier build left for a path, when that is certain.
    fn before(&self, path: &str) -> Option<Entry> {
        let entry = self.previous.files.get(path)?;
        (self.uncertain.is_empty() || !self.uncertain.contains(path)).then_some(*entry)
    }

    fn take(&self, path: &str, entry: Entry, waiting: Waiting) {
        lock(&self.taken).insert(path.to_owned(), (entry, waiting));
    }

    /// Removes a file of ours and the folders that are empty without it.
    fn remove(&self, path: &str) {
        let file = self.place(path);
        let _ = fs::remove_file(&file);
        let mut folder = parent(&file);
        let ends = [&self.protected, &self.data];
        while folder != self.folder
            && fs::remove_dir(folder).is_ok()
            && !ends.iter().any(|end| *end == folder)
        {
            folder = parent(folder);
        }
    }

    /// The file of a path. One that leads out of the folder, named by a site or by a note that somebody left in it, is a name
    /// that no system has: whatever is done with it fails.
    fn place(&self, path: &str) -> PathBuf {
        if !stays_inside(path) {
            return self.folder.join("\0");
        }
        if let Some(kept) = path.strip_prefix(PROTECTED) {
            return self.protected.join(kept);
        }
        match path.strip_prefix(DATA_FOLDER) {
            Some(data) => self.data.join(data),
            None => self.folder.join(path),
        }
    }
}

/// Whether a path below a folder leads nowhere else.
fn stays_inside(path: &str) -> bool {
    let is_plain = |part: std::path::Component<'_>| matches!(part, std::path::Component::Normal(_));
    !path.is_empty() && Path::new(path).components().all(is_plain) && !path.contains('\\')
}

/// Earlier versions kept the data for programs in the output itself. What the build before noted there is taken along,
/// and the folder goes; one that holds nothing of ours stays.
fn take_over(folder: &Path, data: &Path) -> Result<(), OutputError> {
    let old = folder.join(DATA_FOLDER);
    let is_ours = ["manifest.json", "incomplete", "catalog.json", ".cache", "protected", ".waiting"]
        .iter()
        .any(|name| old.join(name).exists());
    if !is_ours || fs::symlink_metadata(folder.join("_data")).is_ok_and(|found| found.is_symlink()) {
        return Ok(());
    }
    for name in ["manifest.json", "incomplete"] {
        let (from, to) = (old.join(name), data.join(name));
        if from.is_file() && !to.exists() {
            copy(&from, &to)?;
        }
    }
    fs::remove_dir_all(&old).map_err(failed(&old))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A poisoned lock means a page panicked elsewhere; what it guards is a plain map and still whole.
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
