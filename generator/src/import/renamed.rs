//! What an earlier import wrote to one file and this one would write to another: the old site gave it another address, or its
//! owner here another file. By its id it is the same, and is there once.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use serde_json::Value;
use walkdir::WalkDir;

use super::draft::Draft;
use super::memory::Memory;
use crate::asset::slashes;
use crate::diagnostic::Diagnostic;
use crate::manifest::Digest;

/// Where addresses that were left behind lead.
const LIST: &str = "redirects/renamed.csv";
const COLLECTION: &str = "/collection.json";

/// A file of the site whose record the draft has in another one.
struct Other {
    path: String,
    value: Value,
    /// It is as an import left it.
    is_ours: bool,
    /// The draft's file.
    new: String,
}

/// Takes out of the draft what its owner keeps in a file of another name, and names the files that are to go because what
/// they held has another address now, to which their own leads from here on.
pub(super) fn settle(
    draft: &mut Draft,
    site: &Path,
    memory: &Memory,
    kept: &mut Vec<String>,
) -> io::Result<Vec<String>> {
    let mut all = others(draft, site, memory)?;
    // The folder of a collection that its owner has renamed takes what is new in it, too.
    let is_theirs = |other: &&Other| !other.is_ours && other.new.ends_with(COLLECTION);
    let lists: Vec<&Other> = all.iter().filter(is_theirs).collect();
    if !lists.is_empty() {
        lists.into_iter().for_each(|list| follow(draft, list));
        all = others(draft, site, memory)?;
    }
    let mut gone = Vec::new();
    let mut moved = Vec::new();
    for other in all {
        if other.is_ours {
            moved.extend(
                address(draft, site, &other.path, &other.value).zip(
                    draft.files.get(&other.new).and_then(|value| address(draft, site, &other.new, value)),
                ),
            );
            gone.push(other.path);
        } else if draft.files.remove(&other.new).is_some() {
            let message =
                "This file is what the import would have written to another one, and stays as it is.";
            let help = "take it away and import again to get what the source says";
            draft.faults.push(Diagnostic::warning("import-kept", &other.path, message).help(help));
            kept.push(other.path);
        }
    }
    moved.retain(|(from, to)| from != to);
    if !moved.is_empty() {
        let there = crate::folder::read(site.join(LIST)).unwrap_or_default();
        let mut list = String::from_utf8_lossy(&there).into_owned();
        for (from, to) in moved {
            list.push_str(&format!("/{from},/{to},301\n"));
        }
        draft.blobs.insert(LIST.to_owned(), list.into_bytes());
    }
    Ok(gone)
}

/// The files of the site that are none of the draft's, and whose records are.
fn others(draft: &Draft, site: &Path, memory: &Memory) -> io::Result<Vec<Other>> {
    let content = site.join("content");
    if !content.is_dir() {
        return Ok(Vec::new());
    }
    let records = draft.files.iter().filter(|(path, _)| path.starts_with("content/"));
    let mut new: BTreeMap<String, &String> = BTreeMap::new();
    for (path, value) in records {
        // What has its file already is there.
        if let Some(id) = identity(path, value).filter(|_| !site.join(path).exists()) {
            new.insert(id, path);
        }
    }
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for entry in WalkDir::new(&content).max_depth(2).sort_by_file_name() {
        let Ok(entry) = entry else { continue };
        let path = slashes(entry.path().strip_prefix(site).unwrap_or(entry.path()));
        if new.is_empty() || !path.ends_with(".json") || draft.files.contains_key(&path) {
            continue;
        }
        let bytes = crate::folder::read(entry.path())?;
        let Ok(value) = serde_json::from_slice::<Value>(&bytes) else { continue };
        let Some(file) = identity(&path, &value).and_then(|id| new.get(&id)) else { continue };
        if seen.insert((*file).clone()) {
            let is_ours = memory.is_ours(&path, Digest::of(&bytes));
            found.push(Other { new: (*file).clone(), path, value, is_ours });
        }
    }
    Ok(found)
}

/// What a record is known by, whatever its file is called: the list of a collection by its id or, without one, its address.
fn identity(path: &str, value: &Value) -> Option<String> {
    let text = |key: &str| value[key].as_str().filter(|text| !text.is_empty());
    match path.ends_with(COLLECTION) {
        true => text("id").map(|id| format!("list {id}")).or(text("urlId").map(|url| format!("at {url}"))),
        false => text("id").map(|id| format!("item {id}")),
    }
}

/// Puts the files of a folder of the draft into the folder that its collection has in the site.
fn follow(draft: &mut Draft, other: &Other) {
    let folder = |path: &str| path.trim_end_matches("collection.json").to_owned();
    let (from, to) = (folder(&other.new), folder(&other.path));
    let paths: Vec<String> = draft.files.keys().filter(|path| path.starts_with(&from)).cloned().collect();
    for path in paths {
        if let Some(value) = draft.files.remove(&path) {
            draft.files.entry(path.replacen(&from, &to, 1)).or_insert(value);
        }
    }
}

/// The address of what a file holds, without a slash before it.
fn address(draft: &Draft, site: &Path, path: &str, value: &Value) -> Option<String> {
    let own = value["urlId"].as_str()?.to_owned();
    if path.ends_with(COLLECTION) {
        return Some(own);
    }
    let list = format!("{}{COLLECTION}", path.rsplit_once('/')?.0);
    let there = || {
        let json = crate::folder::read(site.join(&list)).ok()?;
        serde_json::from_slice::<Value>(&json).ok()
    };
    let list = draft.files.get(&list).cloned().or_else(there)?;
    Some(format!("{}/{own}", list["urlId"].as_str()?))
}
