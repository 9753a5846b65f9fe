//! Sections that an owner keeps to use again: `sections/<name>.json`, each with its title. A page gets a copy; no build
//! reads them.

use std::path::Path;

use super::json::Json;
use super::place::{Place, SECTIONS};
use super::wire::site::SavedSection;

/// The most that are listed.
const MOST: usize = 200;
/// The largest file that is one, in bytes.
const LARGEST: u64 = 1_000_000;

/// Those of a site, by title. What is no JSON is called as its file is.
#[must_use]
pub fn list(root: &Path) -> Vec<SavedSection> {
    let entries = std::fs::read_dir(root.join(SECTIONS)).into_iter().flatten().flatten();
    let named = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let path = format!("{SECTIONS}/{name}");
        let size = entry.metadata().ok()?;
        (size.is_file() && size.len() <= LARGEST && Place::parse(&path).is_ok()).then_some((name, path))
    });
    let mut sections: Vec<SavedSection> = named
        .take(MOST)
        .map(|(name, path)| {
            let text = crate::folder::read_to_string(root.join(&path)).unwrap_or_default();
            let json = Json::parse(&text).unwrap_or_default();
            let title = json.get("title").and_then(Json::as_str).map(str::trim);
            let title = title.filter(|title| !title.is_empty()).unwrap_or(name.trim_end_matches(".json"));
            SavedSection { title: title.to_owned(), path }
        })
        .collect();
    sections.sort_by(|one, other| (&one.title, &one.path).cmp(&(&other.title, &other.path)));
    sections
}
