//! A site that lives elsewhere → plain content folders: pages of a hosted builder (`?format=json`), an export of
//! WordPress (XML), a list of products (CSV).
//!
//! Each source becomes a [`Draft`]: files to write, and pictures that are still on another machine. Writing is careful:
//! a file that its owner has changed since the last import stays (`write`), so an import may be run again and again.

mod hosted;
mod html;
#[cfg(feature = "remote")]
mod network;
mod pictures;
mod products;
mod wordpress;
mod write;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::diagnostic::Diagnostic;
pub use write::{Written, write};

#[cfg(feature = "remote")]
pub use network::fetch;

/// What was read out of one or more sources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// JSON files by their path below the site folder.
    pub files: BTreeMap<String, Value>,
    /// Other files, such as pictures, by their path below the site folder.
    pub blobs: BTreeMap<String, Vec<u8>>,
    /// What could not be taken over as it was.
    pub faults: Vec<Diagnostic>,
}

/// Reads every source; a folder stands for the files in it.
///
/// # Errors
/// When a source cannot be read at all.
pub fn read(sources: &[PathBuf]) -> std::io::Result<Draft> {
    let mut draft = Draft::default();
    for source in sources {
        for file in files(source)? {
            let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
            draft.read(&file, text.trim_start_matches('\u{feff}'));
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
        path.extension().is_some_and(|ending| ["json", "xml", "csv"].iter().any(|known| ending == *known))
    };
    let entries: Result<Vec<PathBuf>, _> =
        fs::read_dir(source)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut files: Vec<PathBuf> = entries?.into_iter().filter(known).collect();
    files.sort();
    Ok(files)
}

impl Draft {
    /// Reads one source; its kind is known by its content.
    fn read(&mut self, file: &Path, text: &str) {
        match text.trim_start().chars().next() {
            Some('{') => hosted::read(self, file, text),
            Some('<') => wordpress::read(self, file, text),
            _ if file.extension().is_some_and(|ending| ending == "csv") => products::read(self, file, text),
            _ => self
                .faults
                .push(Diagnostic::error("import", file, "This is not an export that can be read.").help(
                "give pages saved with ?format=json, an XML export of WordPress, or a CSV export of products",
            )),
        }
    }

    fn warn(&mut self, file: &Path, line: usize, message: impl Into<String>, help: &str) {
        let mut fault = Diagnostic::warning("import", file, message).help(help);
        fault.line = line;
        self.faults.push(fault);
    }

    /// The JSON of a file, to be filled in.
    fn file(&mut self, path: &str) -> &mut serde_json::Map<String, Value> {
        let value =
            self.files.entry(path.to_owned()).or_insert_with(|| Value::Object(serde_json::Map::new()));
        value.as_object_mut().expect("every file of a draft is begun as an object, here")
    }

    /// Adds what is needed for the content to be a site: a `site.json`, and menus that lead to the collections.
    fn finish(&mut self) {
        let mut menu = Vec::new();
        for (path, collection) in &self.files {
            let url = collection["urlId"].as_str().unwrap_or_default();
            if path.ends_with("/collection.json") && !url.is_empty() {
                let url = if url == "home" { "/".to_owned() } else { format!("/{url}") };
                menu.push(serde_json::json!({"title": collection["title"], "url": url}));
            }
        }
        menu.sort_by_key(|entry| (entry["url"] != "/", entry["url"].to_string()));
        let site = self.file("site.json");
        let website = site.entry("website").or_insert_with(|| Value::Object(serde_json::Map::new()));
        if let Some(website) = website.as_object_mut() {
            website.entry("id").or_insert_with(|| "imported".into());
            website.entry("siteTitle").or_insert_with(|| "My site".into());
        }
        site.entry("websiteSettings").or_insert_with(|| Value::Object(serde_json::Map::new()));
        site.entry("navigation").or_insert_with(|| serde_json::json!({ "mainNav": menu }));
    }
}

/// A text as the name of a file.
fn file_name(text: &str) -> String {
    crate::plan::slug(text)
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
