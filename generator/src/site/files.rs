//! What lies in a folder of content.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The folders of a folder, in order of name; hidden ones are not content.
pub(super) fn folders(folder: &Path) -> Vec<PathBuf> {
    listed(folder, |entry| entry.file_type().is_dir())
}

/// The files of a folder with an extension, in order of name.
pub(super) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    listed(folder, |entry| {
        entry.file_type().is_file() && entry.path().extension().is_some_and(|found| found == extension)
    })
}

fn listed(folder: &Path, wanted: impl Fn(&walkdir::DirEntry) -> bool) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name().into_iter().flatten();
    entries
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.') && wanted(entry))
        .map(walkdir::DirEntry::into_path)
        .collect()
}
