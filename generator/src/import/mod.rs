//! A site that lives elsewhere → plain content folders: pages of a hosted builder (`?format=json`), an export of
//! WordPress (XML), a list of products (CSV).
//!
//! Each source becomes a [`Draft`]: files to write, and pictures that are still on another machine. Writing is careful:
//! a file that its owner has changed since the last import stays (`write`), so an import may be run again and again.

mod comments;
mod draft;
mod entries;
mod ghost;
mod hosted;
#[cfg(feature = "remote")]
mod network;
mod people;
mod pictures;
mod products;
mod wordpress;
mod write;

use std::fs;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
pub use draft::Draft;
pub use write::{Written, write};

#[cfg(feature = "remote")]
pub use network::fetch;

/// Reads every source; a folder stands for the files in it.
///
/// # Errors
/// When a source cannot be read at all.
pub fn read(sources: &[PathBuf]) -> std::io::Result<Draft> {
    let mut draft = Draft::default();
    for source in sources {
        for file in files(source)? {
            let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
            read_one(&mut draft, &file, text.trim_start_matches('\u{feff}'));
        }
    }
    comments::settle(&mut draft);
    draft.finish();
    Ok(draft)
}

fn files(source: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !source.is_dir() {
        return Ok(vec![source.to_path_buf()]);
    }
    let known = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ["json", "xml", "csv"].iter().any(|known| ending == *known))
    };
    let entries: Result<Vec<PathBuf>, _> =
        fs::read_dir(source)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files: Vec<PathBuf> = entries?.into_iter().filter(known).collect();
    files.sort();
    Ok(files)
}

/// Reads one source; its kind is known by its content.
fn read_one(draft: &mut Draft, file: &Path, text: &str) {
    match text.trim_start().chars().next() {
        Some('{') if ghost::read(draft, file, text) => {}
        Some('{') => hosted::read(draft, file, text),
        Some('<') if comments::is_disqus(text) => comments::read(draft, file, text),
        Some('<') => wordpress::read(draft, file, text),
        _ if file.extension().is_some_and(|ending| ending == "csv") && people::read(draft, file, text) => {}
        _ if file.extension().is_some_and(|ending| ending == "csv") => products::read(draft, file, text),
        _ => {
            draft
                .faults
                .push(Diagnostic::error("import", file, "This is not an export that can be read.").help(
                "give pages saved with ?format=json, an XML export of WordPress, or a CSV export of products",
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_is_nothing_known_is_a_fault_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.csv"), "x").unwrap();
        fs::write(folder.path().join("b.txt"), "not looked at in a folder").unwrap();
        let draft = read(&[folder.path().to_path_buf()]).unwrap();
        assert_eq!(draft.faults.len(), 1);
        assert_eq!(draft.files.len(), 1, "site.json");
        let alone = read(&[folder.path().join("b.txt")]).unwrap();
        assert!(alone.faults[0].help.as_deref().unwrap().contains("?format=json"));
    }
}
