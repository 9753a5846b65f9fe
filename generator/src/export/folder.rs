//! The folder that an export writes into: new, or that of an earlier export.
//!
//! Each file is put in place whole. `manifest.json` is written last and lists what is there; while it lists nothing, the
//! export was ended before its time, and the next one writes everything again.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::contents::{Contents, FILES, MANIFEST, is_inside};
use crate::manifest::{Entry, make_private};

/// An export that is being written.
pub(super) struct Folder {
    root: PathBuf,
    before: Contents,
    now: Contents,
}

impl Folder {
    /// Opens a folder; nothing when it holds anything that no export wrote.
    pub(super) fn open(root: &Path) -> io::Result<Option<Folder>> {
        let is_new = !fs::read_dir(root).is_ok_and(|mut entries| entries.next().is_some());
        let before = match Contents::read(root) {
            Some(contents) => contents,
            None if is_new => Contents::default(),
            None => return Ok(None),
        };
        fs::create_dir_all(root)?;
        // Drafts and files that are sold are among it.
        make_private(root, 0o700)?;
        let mut folder = Folder { root: root.to_path_buf(), before, now: Contents::default() };
        folder.place(MANIFEST, |file| {
            let json = serde_json::to_vec_pretty(&Contents::default())?;
            file.write_all(&json)
        })?;
        folder.now.files.clear();
        Ok(Some(folder))
    }

    /// Writes a file by what `fill` writes into it.
    pub(super) fn place(
        &mut self,
        path: &str,
        fill: impl FnOnce(&mut io::BufWriter<&mut fs::File>) -> io::Result<()>,
    ) -> io::Result<()> {
        let target = self.target(path)?;
        let parent = target.parent().unwrap_or(&self.root).to_path_buf();
        let mut part = tempfile::Builder::new().prefix(".part-").tempfile_in(parent)?;
        let mut writer = io::BufWriter::new(part.as_file_mut());
        fill(&mut writer)?;
        writer.flush()?;
        drop(writer);
        let entry = Entry::of_reader(crate::folder::open(part.path())?)?;
        part.persist(&target).map_err(|error| error.error)?;
        self.now.files.insert(path.to_owned(), entry);
        Ok(())
    }

    /// Copies a file of the site, each content once.
    pub(super) fn copy(&mut self, path: &str, source: &Path) -> io::Result<()> {
        let entry = Entry::of_reader(crate::folder::open(source)?)?;
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_plain = !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let ending = if is_plain { format!(".{}", ending.to_ascii_lowercase()) } else { String::new() };
        let stored = format!("{FILES}/{}{ending}", entry.hash);
        self.now.copies.insert(path.to_owned(), stored.clone());
        if self.now.files.contains_key(&stored) {
            return Ok(());
        }
        let target = self.target(&stored)?;
        let is_there =
            crate::folder::open(&target).and_then(Entry::of_reader).is_ok_and(|there| there == entry);
        if !is_there {
            let mut from = crate::folder::open(source)?;
            return self.place(&stored, |file| io::copy(&mut from, file).map(drop));
        }
        self.now.files.insert(stored, entry);
        Ok(())
    }

    /// Where a file goes; its folder is made. A link on the way is refused: it would be written elsewhere.
    fn target(&self, path: &str) -> io::Result<PathBuf> {
        let mut target = self.root.clone();
        for part in Path::new(path).components() {
            fs::create_dir_all(&target)?;
            target.push(part);
            if fs::symlink_metadata(&target).is_ok_and(|found| found.is_symlink()) {
                let message = format!("{} is a link; take it away", target.display());
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
        }
        Ok(target)
    }

    /// Takes away what an earlier export wrote and this one did not, and lists what is there.
    pub(super) fn finish(mut self) -> io::Result<Contents> {
        let gone =
            self.before.files.keys().filter(|path| is_inside(path) && !self.now.files.contains_key(*path));
        for path in gone {
            let target = self.target(path)?;
            match fs::remove_file(&target) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let contents = self.now.clone();
        self.place(MANIFEST, |file| {
            serde_json::to_writer_pretty(&mut *file, &contents)?;
            file.write_all(b"\n")
        })?;
        Ok(contents)
    }
}
