//! The bin: a page, a list or an item that is deleted is moved to `bin/<when>-<name>/` of the site's folder, file by file
//! as it was, and comes back from there for [`DAYS`] days. No build reads the folder.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::answer::Refused;
use super::bin_name::{deleted_on, entry_name, home};
use super::change_set::Found;
use super::place::Place;
use super::reads::Sight;
use super::wire::{Bin, BinEntry, Change, ChangeRequest, FileKind};
use super::workspace::Workspace;
use crate::asset::slashes;
use crate::folder::BIN;

/// For so many days what was deleted is kept.
pub const DAYS: i64 = 30;
const DAY_MS: i64 = 86_400_000;
/// What puts a page, a list with all that is in it, or an item into the bin, together with what it says in other languages.
///
/// # Errors
/// When there is none, or it is the front page.
pub fn put(workspace: &Workspace, path: &str, now: i64) -> Result<ChangeRequest, Refused> {
    let place = Place::parse(path).map_err(|why| Refused::bad("path", why.to_string()))?;
    let is_whole = place.kind() == FileKind::Collection;
    if place.is_in_bin() || !(is_whole || place.kind() == FileKind::Item) {
        return Err(Refused::bad("path", "Only pages, lists and their entries go into the bin."));
    }
    if !workspace.root.join(path).is_file() {
        return Err(Refused::missing());
    }
    let folder = path.rsplit_once('/').map_or(path, |(folder, _)| folder);
    let view = workspace.view();
    let collection = view.collection(folder.trim_start_matches("content/"));
    if is_whole && collection.is_some_and(|collection| collection.full_url == "/") {
        return Err(Refused::bad(
            "front-page",
            "This is the front page. Make another page the front page first.",
        ));
    }
    let mut files = match is_whole {
        true => below(&workspace.root, folder),
        false => vec![path.to_owned()],
    };
    files.extend(translations(&workspace.root, if is_whole { folder } else { path }, is_whole));
    let entry = free(&workspace.root, entry_name(path, now));
    moved(workspace, files.into_iter().map(|file| (format!("{BIN}/{entry}/{file}"), file)))
}

/// What brings an entry of the bin back.
///
/// # Errors
/// When there is none, or something else stands in its place by now.
pub fn restore(workspace: &Workspace, name: &str) -> Result<ChangeRequest, Refused> {
    if deleted_on(name).is_none() || name.contains(['/', '\\']) {
        return Err(Refused::missing());
    }
    let folder = format!("{BIN}/{name}");
    let files: Vec<(String, String)> = below(&workspace.root, &folder)
        .into_iter()
        .filter_map(|file| Some((home(&file)?.to_owned(), file)))
        .collect();
    if files.is_empty() {
        return Err(Refused::missing());
    }
    if let Some((there, _)) = files.iter().find(|(to, _)| workspace.root.join(to).exists()) {
        let message = format!("Another file has the name {there} by now. Rename that one first.");
        return Err(Refused::new(actix_web::http::StatusCode::CONFLICT, "taken", message));
    }
    moved(workspace, files.into_iter())
}

/// Files under other names: each `(to, from)`.
fn moved(
    workspace: &Workspace,
    files: impl Iterator<Item = (String, String)>,
) -> Result<ChangeRequest, Refused> {
    let mut changes = Vec::new();
    for (to, from) in files {
        let file = workspace.root.join(&from);
        let found = Found::read(&file).map_err(|error| Refused::machine(&file, &error))?;
        let Some(found) = found else { continue };
        changes.push(Change {
            path: from,
            base_digest: Some(found.digest),
            rename_to: Some(to),
            ..Change::default()
        });
    }
    Ok(ChangeRequest { changes, dry_run: false })
}

/// The files below a folder that the editor knows, as paths of the site.
fn below(root: &Path, folder: &str) -> Vec<String> {
    let walk = WalkDir::new(root.join(folder)).sort_by_file_name().into_iter().flatten();
    let files = walk.filter(|entry| entry.file_type().is_file());
    let paths = files.filter_map(|entry| entry.path().strip_prefix(root).ok().map(slashes));
    paths.filter(|path| Place::parse(path).is_ok()).collect()
}

/// What a file, or all of a folder, says in other languages: `languages/fr/content/about/collection.json`.
fn translations(root: &Path, path: &str, is_folder: bool) -> Vec<String> {
    let languages = fs::read_dir(root.join("languages")).into_iter().flatten().flatten();
    let tags = languages.filter_map(|entry| entry.file_name().to_str().map(str::to_owned));
    let mut tags: Vec<String> = tags.collect();
    tags.sort();
    let of = |tag: String| {
        let there = format!("languages/{tag}/{path}");
        match is_folder {
            true => below(root, &there),
            false => Vec::from_iter(root.join(&there).is_file().then_some(there)),
        }
    };
    tags.into_iter().flat_map(of).collect()
}

/// The name, or one like it that no entry has.
fn free(root: &Path, name: String) -> String {
    let is_free = |name: &String| !root.join(BIN).join(name).exists();
    if is_free(&name) {
        return name;
    }
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    numbered.into_iter().find(is_free).unwrap_or(name)
}

/// What lies in the bin of that which somebody may read.
#[must_use]
pub fn list(workspace: &Workspace, sight: &Sight) -> Bin {
    let mut entries: Vec<BinEntry> = folders(&workspace.root)
        .into_iter()
        .filter_map(|(name, deleted_on)| {
            let files = below(&workspace.root, &format!("{BIN}/{name}"));
            let main = main_of(&files)?;
            let path = home(main)?.to_owned();
            let title = title(&workspace.root, main).unwrap_or_else(|| path.clone());
            let gone_on = deleted_on + DAYS * DAY_MS;
            let entry = BinEntry { title, files: files.len(), deleted_on, gone_on, path, name };
            sight.has(&entry.path).then_some(entry)
        })
        .collect();
    entries.sort_by(|one, other| other.deleted_on.cmp(&one.deleted_on).then(other.name.cmp(&one.name)));
    Bin { days: DAYS, entries }
}

/// The file that stands for an entry: the page or the list before what is in it, both before what they say elsewhere.
fn main_of(files: &[String]) -> Option<&String> {
    let rank = |file: &&String| {
        let path = home(file).unwrap_or_default();
        (!path.starts_with("content/"), !path.ends_with("/collection.json"))
    };
    files.iter().min_by_key(rank)
}

fn title(root: &Path, path: &str) -> Option<String> {
    let place = Place::parse(path).ok()?;
    let found = Found::read(&root.join(path)).ok()??;
    let title = found.value(&place)?.get("title")?.as_str()?.to_owned();
    Some(title).filter(|title| !title.is_empty())
}

/// The entries of the bin, each with its time.
fn folders(root: &Path) -> Vec<(String, i64)> {
    let entries = fs::read_dir(root.join(BIN)).into_iter().flatten().flatten();
    let known = |entry: fs::DirEntry| {
        let name = entry.file_name().to_str()?.to_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        deleted_on(&name).filter(|_| is_folder).map(|time| (name, time))
    };
    entries.filter_map(known).collect()
}

/// Takes away for good what has been in the bin for longer than [`DAYS`] days, and the folders of what came back.
pub fn empty(root: &Path, now: i64) {
    for (name, time) in folders(root) {
        let folder: PathBuf = root.join(BIN).join(&name);
        let is_empty = || WalkDir::new(&folder).into_iter().flatten().all(|entry| entry.file_type().is_dir());
        if (now - time > DAYS * DAY_MS || is_empty())
            && let Err(error) = fs::remove_dir_all(&folder)
        {
            eprintln!("warning: {}: {error}", folder.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_965_what_is_older_than_thirty_days_goes_and_nothing_else_does() {
        let site = tempfile::tempdir().unwrap();
        let day = |number: i64| entry_name("content/a/b.json", number * DAY_MS);
        for name in [day(10), day(11), "notes".to_owned()] {
            let folder = site.path().join(BIN).join(name).join("content/a");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("b.json"), "{}").unwrap();
        }
        let there = |name: &str| site.path().join(BIN).join(name).exists();
        empty(site.path(), 40 * DAY_MS);
        assert!(there(&day(10)) && there(&day(11)) && there("notes"));
        empty(site.path(), 40 * DAY_MS + 1);
        assert!(!there(&day(10)) && there(&day(11)) && there("notes"));
    }
}
