//! Files written so that a reader never sees half of one, with as few calls of the system as there can be.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::error::OutputError;
use crate::manifest::{DigestWriter, Entry};

pub(super) fn parent(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

pub(super) fn failed(path: &Path) -> impl FnOnce(io::Error) -> OutputError {
    let path = path.to_path_buf();
    move |source| OutputError::Io { path, source }
}

/// Writes a file, making its folder when it is missing.
pub(super) fn write(file: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let result = match fs::write(file, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(parent(file)).and_then(|()| fs::write(file, bytes))
        }
        other => other,
    };
    result.map_err(failed(file))
}

/// Writes a file into a folder that has nothing of ours yet: nearly every page has a folder of its own, which is made
/// without looking for it first.
pub(super) fn write_new(file: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    if file.ends_with("index.html") {
        let folder = parent(file);
        match fs::create_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(folder).map_err(failed(folder))?;
            }
            // Whatever else is wrong is reported when the file is written.
            Ok(()) | Err(_) => {}
        }
    }
    write(file, bytes)
}

/// Writes a file by what `fill` writes into it, making its folder when it is missing; what is there then.
pub(super) fn write_filled(
    file: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Entry, OutputError> {
    let made = || -> io::Result<Entry> {
        fs::create_dir_all(parent(file))?;
        let mut tee = Tee { file: File::create(file)?, digest: DigestWriter::default() };
        let mut writer = io::BufWriter::with_capacity(1 << 16, &mut tee);
        fill(&mut writer)?;
        writer.flush()?;
        drop(writer);
        Ok(Entry { size: tee.digest.count(), hash: tee.digest.finish() })
    };
    made().map_err(failed(file))
}

/// A file, and the digest of what goes into it.
struct Tee {
    file: File,
    digest: DigestWriter,
}

impl Write for Tee {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.write_all(&bytes[..written])?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

pub(super) fn copy(source: &Path, file: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(parent(file)).and_then(|()| crate::folder::copy(source, file)).map_err(failed(file))
}

/// Puts a new content at a path in one step, so that a reader sees the old file or the new one.
pub(super) fn replace(
    target: &Path,
    make: impl FnOnce(&Path) -> Result<(), OutputError>,
) -> Result<(), OutputError> {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".loggia-new");
    let fresh = target.with_file_name(name);
    make(&fresh)?;
    fs::rename(&fresh, target).map_err(failed(target))
}

/// The paths that a build is about to touch, one a line, so that the next build can mend what this one does not finish.
pub(super) struct Journal {
    file: File,
    path: std::path::PathBuf,
}

impl Journal {
    pub(super) fn create(path: &Path) -> Result<Journal, OutputError> {
        let file = File::create(path).map_err(failed(path))?;
        Ok(Journal { file, path: path.to_path_buf() })
    }

    pub(super) fn note<'p>(&mut self, paths: impl IntoIterator<Item = &'p str>) -> Result<(), OutputError> {
        let text: String = paths.into_iter().flat_map(|path| [path, "\n"]).collect();
        self.file.write_all(text.as_bytes()).map_err(failed(&self.path))
    }
}
