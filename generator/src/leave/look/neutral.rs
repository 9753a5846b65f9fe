//! The template without an old page to look at: for exports that come alone.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use serde_json::Value;

use super::keep::{SETTINGS, SHEET};
use super::{sheet, starter};
use crate::import::Draft;

/// Gives a site that an export begins the template with neutral values. A site that is there keeps what it has, and an
/// export of this program brings its own.
///
/// # Errors
/// When the template that the program carries cannot be written.
pub fn neutral(draft: &mut Draft, site: &Path) -> io::Result<()> {
    let is_there = site.join("site.json").exists() || site.join("template").exists();
    if !is_there && !draft.is_whole() {
        draft.blobs.extend(files()?);
    }
    Ok(())
}

/// Whether a site has that template as it was given.
pub(super) fn is_neutral(site: &Path) -> bool {
    let is_as_given = |(path, bytes): (String, Vec<u8>)| {
        crate::folder::read(site.join(path)).is_ok_and(|there| there == bytes)
    };
    files().is_ok_and(|files| files.into_iter().all(is_as_given))
}

fn files() -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files: BTreeMap<String, Vec<u8>> =
        starter::FILES.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect();
    let themes = BTreeSet::new();
    let lines = sheet::lines(&themes, |_, default| default);
    let base: Value = serde_json::from_str(starter::SETTINGS).map_err(io::Error::other)?;
    let settings = serde_json::to_string_pretty(&sheet::settings(&base, &lines))? + "\n";
    let sheet = sheet::sheet(&lines, &themes, &BTreeMap::new(), &BTreeMap::new());
    files.insert(SETTINGS.to_owned(), settings.into_bytes());
    files.insert(SHEET.to_owned(), sheet.into_bytes());
    Ok(files)
}
