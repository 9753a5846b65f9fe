//! A folder beside the site in which it stands as it would be, to be looked at and taken away again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::journal::Step;
use crate::site::links::PARTS;

/// The folder; it is gone when this is.
pub struct Scratch {
    folder: PathBuf,
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Scratch {
    /// Holds the new files and nothing else.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn of_steps(root: &Path, steps: &[&Step]) -> io::Result<Scratch> {
        let own = crate::folder::own(root, "editing/trial")?;
        let ignore = crate::folder::own(root, "editing/.gitignore")?;
        let scratch = Scratch { folder: own };
        let _ = fs::remove_dir_all(&scratch.folder);
        fs::create_dir_all(&scratch.folder)?;
        fs::write(ignore, "*\n")?;
        for step in steps {
            let file = scratch.folder.join(&step.path);
            match &step.after {
                Some(bytes) => {
                    file.parent().map_or(Ok(()), fs::create_dir_all)?;
                    // What stands there may be the owner's own file under a second name.
                    let _ = fs::remove_file(&file);
                    fs::write(&file, bytes)?;
                }
                None => drop(fs::remove_file(&file)),
            }
        }
        Ok(scratch)
    }

    /// Holds the whole site with the new files in it. Files that stay are the same files under a second name.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn of_site(root: &Path, steps: &[&Step]) -> io::Result<Scratch> {
        let scratch = Scratch::of_steps(root, &[])?;
        for part in PARTS {
            for entry in WalkDir::new(root.join(part)).into_iter().flatten() {
                let Ok(inside) = entry.path().strip_prefix(root) else { continue };
                let target = scratch.folder.join(inside);
                if entry.file_type().is_dir() {
                    fs::create_dir_all(&target)?;
                } else if entry.file_type().is_file() {
                    fs::hard_link(entry.path(), &target)
                        .or_else(|_| fs::copy(entry.path(), &target).map(|_| ()))?;
                }
            }
        }
        for step in steps {
            let file = scratch.folder.join(&step.path);
            let _ = fs::remove_file(&file);
            if let Some(bytes) = &step.after {
                file.parent().map_or(Ok(()), fs::create_dir_all)?;
                fs::write(&file, bytes)?;
            }
        }
        Ok(scratch)
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }
}
