//! The owner's own template folder, taken as it is.

use std::io;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::diagnostic::Diagnostic;
use crate::import::Draft;

/// What is taken at most: files, folders in each other, bytes of a file and of all.
const FILES: usize = 4_000;
const DEEPEST: usize = 16;
const LARGEST: u64 = 16 << 20;
const ALL: u64 = 128 << 20;
/// Folders that belong to tools, not to the template.
const OTHERS: [&str; 2] = ["node_modules", "bower_components"];

/// Puts every file of a folder into `template/` of the draft.
pub(super) fn take(draft: &mut Draft, folder: &Path) -> io::Result<Vec<Diagnostic>> {
    if !folder.join("template.conf").is_file() {
        let message = format!(
            "{} is no template: it has no template.conf. Name the folder of the template itself, as the developer \
             platform gave it",
            folder.display()
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let is_wanted = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || OTHERS.contains(&name.as_ref()))
    };
    let mut faults = Vec::new();
    let (mut count, mut all) = (0, 0);
    let entries =
        WalkDir::new(folder).max_depth(DEEPEST).sort_by_file_name().into_iter().filter_entry(is_wanted);
    for entry in entries {
        let entry = entry?;
        if entry.file_type().is_dir() {
            continue;
        }
        let inside = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let path = format!("template/{}", crate::asset::slashes(inside));
        let size = entry.metadata()?.len();
        if !entry.file_type().is_file() || size > LARGEST || all + size > ALL || count == FILES {
            let message = format!("{path} was not taken over: it is a link, too large, or one of too many.");
            faults.push(
                Diagnostic::warning("left-template", "", message).help("copy it yourself if it is needed"),
            );
            continue;
        }
        (count, all) = (count + 1, all + size);
        draft.blobs.insert(path, crate::folder::read(entry.path())?);
    }
    Ok(faults)
}
