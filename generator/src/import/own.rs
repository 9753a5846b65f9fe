//! An export of this program: a whole site, taken over as it was.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::draft::Draft;
use crate::contents::{Contents, FILES, FORM, MANIFEST, is_inside};
use crate::diagnostic::Diagnostic;
use crate::manifest::Entry;

/// Folders of a site whose files are copied as they are, beside those that lie in its own folder.
const COPIED: [&str; 8] =
    ["content", "fields", "files", "forms", "languages", "redirects", "sections", "template"];
/// Documents whose members are the files of a folder.
const GATHERED: [&str; 2] = ["fields", "forms"];
/// Where comments wait for the server.
const COMMENTS: &str = ".loggia/import/comments-loggia.json";
/// The largest document, in bytes.
const LARGEST: u64 = 1_000_000_000;

/// The manifest of a folder that is an export.
pub(super) fn manifest(folder: &Path) -> Option<PathBuf> {
    Contents::read(folder).map(|_| folder.join(MANIFEST))
}

/// Reads an export by its manifest; `false` when the file is none.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) -> bool {
    // Other sources are not parsed twice.
    if !text.contains(FORM) {
        return false;
    }
    let Some(contents) = Contents::parse(text.as_bytes()) else { return false };
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut reading = Reading { draft, folder, contents: &contents };
    draft_of(&mut reading, file);
    true
}

fn draft_of(reading: &mut Reading<'_>, file: &Path) {
    if reading.contents.files.is_empty() {
        let message = "This export was ended before its time; nothing of it was taken over.";
        let fault = Diagnostic::error("import", file, message).help("run `loggia export` again");
        return reading.draft.faults.push(fault);
    }
    reading.draft.is_whole = true;
    for (path, stored) in &reading.contents.copies {
        reading.copy(path, stored);
    }
    let documents: Vec<&String> =
        reading.contents.files.keys().filter(|path| path.starts_with("json/")).collect();
    for path in documents {
        if let Some(value) = reading.document(path) {
            reading.take(path, value);
        }
    }
}

struct Reading<'r> {
    draft: &'r mut Draft,
    folder: &'r Path,
    contents: &'r Contents,
}

impl Reading<'_> {
    /// Where a file of the export lies, when it is as its manifest says.
    fn whole(&mut self, path: &str) -> Option<PathBuf> {
        let file = self.folder.join(path);
        let expected = self.contents.files.get(path).filter(|_| is_inside(path));
        let there = crate::folder::open(&file).and_then(Entry::of_reader);
        if there.is_ok_and(|there| Some(&there) == expected) {
            return Some(file);
        }
        let message = format!("{path} is not as the export's manifest says; it was left out.");
        let fault = Diagnostic::error("import", &file, message);
        self.draft.faults.push(fault.help("run `loggia export` again, or copy the whole folder again"));
        None
    }

    fn copy(&mut self, path: &str, stored: &str) {
        let mut parts = path.split('/');
        let first = parts.next().unwrap_or_default();
        let is_known = COPIED.contains(&first) || parts.next().is_none() && !first.is_empty();
        let is_plain = is_inside(path) && !path.split('/').any(|part| part.starts_with('.'));
        let from_files = stored.strip_prefix(FILES).is_some_and(|rest| rest.starts_with('/'));
        if !is_known || !is_plain || !from_files {
            let message = format!("'{path}' is no place in a site; it was left out.");
            return self.draft.warn(
                &self.folder.join(MANIFEST),
                0,
                message,
                "copy it yourself, if it is wanted",
            );
        }
        if let Some(file) = self.whole(stored) {
            self.draft.copies.insert(path.to_owned(), file);
        }
    }

    fn document(&mut self, path: &str) -> Option<Value> {
        if self.contents.files.get(path).is_some_and(|entry| entry.size > LARGEST) {
            let message = "This document is larger than a gigabyte; it was not read.";
            let fault = Diagnostic::error("import", path, message).help("take it over in parts");
            self.draft.faults.push(fault);
            return None;
        }
        let file = self.whole(path)?;
        let value = crate::folder::read(&file).ok().and_then(|json| serde_json::from_slice(&json).ok());
        if value.is_none() {
            let fault =
                Diagnostic::error("import", &file, "This is not JSON.").help("run `loggia export` again");
            self.draft.faults.push(fault);
        }
        value
    }

    fn take(&mut self, path: &str, mut value: Value) {
        let form = value["form"].as_str().unwrap_or_default().to_owned();
        match form.as_str() {
            "loggia-site-1" => self.put("site.json", value["site"].take()),
            "loggia-collection-1" => self.collection(path, value),
            "loggia-comments-1" => self.put(COMMENTS, value),
            _ => match GATHERED.iter().find(|name| form == format!("loggia-{name}-1")) {
                Some(name) => self.gathered(path, name, value[*name].take()),
                None => {
                    let message =
                        format!("{path} says that it is '{form}', which is not known; it was left out.");
                    self.draft.warn(
                        &self.folder.join(path),
                        0,
                        message,
                        "use a newer version of this program",
                    );
                }
            },
        }
    }

    /// Puts a document in its place, unless the file itself is there as it was.
    fn put(&mut self, path: &str, value: Value) {
        if !self.draft.copies.contains_key(path) && !value.is_null() {
            self.draft.files.insert(path.to_owned(), value);
        }
    }

    fn collection(&mut self, path: &str, mut value: Value) {
        let folder = value["folder"].as_str().unwrap_or_default().to_owned();
        if !is_name(&folder) {
            return self.no_name(path, &folder);
        }
        self.put(&format!("content/{folder}/collection.json"), value["collection"].take());
        let Value::Array(items) = value["items"].take() else { return };
        for mut item in items {
            let name = item["file"].as_str().unwrap_or_default().to_owned();
            match is_name(&name) && (name.ends_with(".json") || name.ends_with(".md")) {
                true => self.put(&format!("content/{folder}/{name}"), item["item"].take()),
                false => self.no_name(path, &name),
            }
        }
    }

    fn gathered(&mut self, path: &str, folder: &str, all: Value) {
        let all: BTreeMap<String, Value> = serde_json::from_value(all).unwrap_or_default();
        for (name, value) in all {
            match is_name(&name) && name.ends_with(".json") {
                true => self.put(&format!("{folder}/{name}"), value),
                false => self.no_name(path, &name),
            }
        }
    }

    fn no_name(&mut self, path: &str, name: &str) {
        let message = format!("'{name}' is no name of a file; what it holds was left out.");
        self.draft.warn(
            &self.folder.join(path),
            0,
            message,
            "give it a name of letters and digits, and try again",
        );
    }
}

/// Whether a text is the name of one file or folder that is not hidden.
fn is_name(text: &str) -> bool {
    is_inside(text) && !text.contains('/') && !text.starts_with('.')
}
