//! The site as it stands: one JSON file for each collection, the others beside it, and every other file as it is.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use walkdir::WalkDir;

use super::folder::Folder;
use super::site::lost;
use crate::diagnostic::{Diagnostic, relative};
use crate::site::front_matter;

/// The folders of a site, beside its content, that are copied as they are.
const COPIED: [&str; 5] = ["files", "languages", "redirects", "sections", "template"];
/// Folders whose files become one file of JSON each.
const GATHERED: [&str; 2] = ["fields", "forms"];
/// How deep folders may stand in each other.
const DEPTH: usize = 32;

/// Writes the site; `target` is the folder of the export, which may lie in the site.
pub(super) fn write(
    site: &Path,
    target: &Path,
    folder: &mut Folder,
    faults: &mut Vec<Diagnostic>,
) -> io::Result<()> {
    let mut writer = Writer { reader: Reader { site, faults, copies: Vec::new() }, folder };
    if let Some(value) = writer.reader.read(&site.join("site.json")) {
        writer.document("json/site.json", &json!({"form": "loggia-site-1", "site": value}))?;
    }
    for collection in listed(&site.join("content"))? {
        match collection.is_dir() {
            true => writer.collection(&collection)?,
            false => writer.reader.copies.push(collection),
        }
    }
    for name in GATHERED {
        writer.gathered(name)?;
    }
    for path in listed(site)? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_known = matches!(name.as_str(), "content" | "site.json") || GATHERED.contains(&name.as_str());
        // What was deleted goes nowhere.
        let is_known = is_known || name == crate::folder::BIN;
        if is_known || same(&path, target) {
            continue;
        }
        if COPIED.contains(&name.as_str()) || path.is_file() {
            writer.reader.below(&path)?;
        } else {
            let message = format!("'{name}' is no part of a site; it is not in the export.");
            writer.reader.faults.push(lost(Path::new(&name), message, "copy it yourself, if it is wanted"));
        }
    }
    writer.copy()
}

/// Reads the documents of a site.
struct Reader<'w> {
    site: &'w Path,
    faults: &'w mut Vec<Diagnostic>,
    /// Files that are copied as they are.
    copies: Vec<PathBuf>,
}

struct Writer<'w> {
    reader: Reader<'w>,
    folder: &'w mut Folder,
}

impl Reader<'_> {
    /// The value of a file; nothing when it is no JSON: then it is copied as it is.
    fn read(&mut self, file: &Path) -> Option<Value> {
        let name = relative(self.site, file);
        let text = match crate::folder::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                let message = format!("This file cannot be read: {error}.");
                self.faults.push(lost(&name, message, "mend it, and export again"));
                return None;
            }
        };
        let is_markdown = file.extension().is_some_and(|ending| ending == "md");
        let json = if is_markdown { front_matter::json(&name, &text).ok() } else { Some(text) };
        let value = json.and_then(|json| serde_json::from_str(json.trim_start_matches('\u{feff}')).ok());
        if value.is_none() {
            let message =
                "This is not JSON, so it stands in the export as it is, and in none of its documents.";
            self.faults.push(lost(&name, message, "see `loggia check`"));
        }
        if value.is_none() || is_markdown {
            self.copies.push(file.to_path_buf());
        }
        value
    }

    /// Every file of a folder, or a file, to be copied.
    fn below(&mut self, path: &Path) -> io::Result<()> {
        for entry in WalkDir::new(path).max_depth(DEPTH).sort_by_file_name() {
            let entry = entry?;
            if entry.file_type().is_file() {
                self.copies.push(entry.into_path());
            } else if entry.file_type().is_symlink() {
                let name = relative(self.site, entry.path());
                let message = "This is a link; what it leads to is not in the export.";
                self.faults.push(lost(&name, message, "put the file itself in its place"));
            }
        }
        Ok(())
    }
}

impl Writer<'_> {
    fn document(&mut self, path: &str, value: &Value) -> io::Result<()> {
        self.folder.place(path, |file| {
            serde_json::to_writer_pretty(&mut *file, value)?;
            file.write_all(b"\n")
        })
    }

    /// A collection with its items, one a line: that of 20,000 products is never in memory as a whole.
    fn collection(&mut self, path: &Path) -> io::Result<()> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut items = Vec::new();
        for entry in listed(path)? {
            let is_item = entry.extension().is_some_and(|ending| ending == "json" || ending == "md");
            match entry.is_file() && is_item {
                true if entry.file_name().is_some_and(|name| name == "collection.json") => {}
                true => items.push(entry),
                false => self.reader.below(&entry)?,
            }
        }
        let own = path.join("collection.json");
        let own = if own.is_file() { self.reader.read(&own) } else { None };
        let Writer { reader, folder } = self;
        folder.place(&format!("json/collections/{name}.json"), |file| {
            let head =
                [("form", json!("loggia-collection-1")), ("folder", json!(name)), ("collection", json!(own))];
            file.write_all(b"{")?;
            for (key, value) in head {
                write!(file, "\n\"{key}\": ")?;
                serde_json::to_writer(&mut *file, &value)?;
                file.write_all(b",")?;
            }
            file.write_all(b"\n\"items\": [")?;
            let mut comma = "";
            for item in &items {
                let Some(value) = reader.read(item) else { continue };
                let name =
                    item.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                writeln!(file, "{comma}")?;
                serde_json::to_writer(&mut *file, &json!({"file": name, "item": value}))?;
                comma = ",";
            }
            file.write_all(b"\n]}\n")
        })
    }

    /// The documents of a folder as one.
    fn gathered(&mut self, name: &str) -> io::Result<()> {
        let mut all = BTreeMap::new();
        for file in listed(&self.reader.site.join(name))? {
            let is_json = file.extension().is_some_and(|ending| ending == "json");
            if !is_json || !file.is_file() {
                self.reader.below(&file)?;
            } else if let Some(value) = self.reader.read(&file) {
                all.insert(file.file_name().unwrap_or_default().to_string_lossy().into_owned(), value);
            }
        }
        if all.is_empty() {
            return Ok(());
        }
        let document = json!({"form": format!("loggia-{name}-1"), name: all});
        self.document(&format!("json/{name}.json"), &document)
    }

    fn copy(self) -> io::Result<()> {
        let Reader { site, faults, copies } = self.reader;
        for file in copies {
            let name = relative(site, &file);
            match name.to_str() {
                Some(path) => self.folder.copy(&path.replace('\\', "/"), &file)?,
                None => {
                    let message = "The name of this file is not UTF-8; it is not in the export.";
                    faults.push(lost(&name, message, "give it another name"));
                }
            }
        }
        Ok(())
    }
}

/// What lies in a folder, in order of name, without what is hidden; nothing when it is not there.
fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_name().to_string_lossy().starts_with('.') => {}
            Ok(entry) => found.push(entry.into_path()),
            Err(error) if error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}
