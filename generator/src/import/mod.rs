//! A site that lives elsewhere → plain content folders: pages of a hosted builder (`?format=json`), an export of
//! WordPress (XML), a list of products (CSV).
//!
//! Each source becomes a [`Draft`]: files to write, and pictures that are still on another machine. Writing is careful:
//! a file that its owner has changed since the last import stays (`write`), so an import may be run again and again.

mod dated;
mod draft;
mod hosted;
mod html;
#[cfg(feature = "remote")]
mod network;
mod pictures;
mod product_item;
mod products;
mod wordpress;
mod write;

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use loggia_commerce::CurrencyCode;

use crate::diagnostic::Diagnostic;
pub use draft::Draft;
pub use write::{Written, place, write};

#[cfg(feature = "remote")]
pub use network::fetch;

/// The largest source that is read, in bytes: what is larger is no export of a site.
const LARGEST: u64 = 1_000_000_000;

/// Reads every source; a folder stands for the files in it.
///
/// # Errors
/// When a source cannot be read at all.
pub fn read(sources: &[PathBuf]) -> std::io::Result<Draft> {
    read_for(sources, For::default())
}

/// What an import is for: it says what sources leave open.
#[derive(Debug, Clone, Copy, Default)]
pub struct For<'f> {
    /// The folder of the site; what its `site.json` says goes first.
    pub site: Option<&'f Path>,
    /// The currency where no site says one.
    pub currency: Option<CurrencyCode>,
}

/// Reads every source for a site.
///
/// # Errors
/// As [`read`].
pub fn read_for(sources: &[PathBuf], wanted: For<'_>) -> std::io::Result<Draft> {
    let there = |path: &str| {
        let json = wanted.site.and_then(|site| crate::folder::read(site.join(path)).ok());
        json.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
    };
    let (there, front) = (there("site.json"), there(draft::FRONT));
    let mut draft = Draft { there, front, currency: wanted.currency, ..Draft::default() };
    for source in sources {
        for file in files(source)? {
            let opened = crate::folder::open(&file)?;
            if opened.metadata()?.len() > LARGEST {
                let message = "This file is larger than a gigabyte; it was not read.";
                let fault = Diagnostic::error("import", &file, message);
                draft.faults.push(fault.help("divide the export"));
                continue;
            }
            let mut bytes = Vec::new();
            opened.take(LARGEST).read_to_end(&mut bytes)?;
            read_one(&mut draft, &file, bytes);
        }
    }
    draft.finish();
    Ok(draft)
}

fn files(source: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !source.is_dir() {
        return Ok(vec![source.to_path_buf()]);
    }
    let known = |path: &PathBuf| {
        path.extension()
            .is_some_and(|ending| ["json", "xml", "csv", "tsv"].iter().any(|known| ending == *known))
    };
    let entries: Result<Vec<PathBuf>, _> =
        fs::read_dir(source)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files: Vec<PathBuf> = entries?.into_iter().filter(known).collect();
    files.sort();
    Ok(files)
}

/// Reads one source; its kind is known by its content.
fn read_one(draft: &mut Draft, file: &Path, bytes: Vec<u8>) {
    // Lists are in many encodings, so their reader takes the bytes.
    if products::is_list(&bytes) {
        return draft.lists.push((file.to_path_buf(), bytes));
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        Some('{') => hosted::read(draft, file, text),
        Some('<') => wordpress::read(draft, file, text),
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
