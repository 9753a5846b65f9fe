//! Which pages of the old site are looked at: the front page, and one of each kind.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::address::Origin;
use super::super::archive::Archive;

/// Pages are taken from the first of these that a site has: a list, and an item of it.
const KINDS: [&str; 2] = ["products", "blog"];
/// Other pages beside the front page.
const OTHERS: usize = 1;
/// The most themes of sections that are asked for.
const THEMES: usize = 24;

/// Addresses of pages that the archive has, the front page first.
pub(super) fn pages(files: &BTreeMap<String, Value>, origin: &Origin, archive: &Archive) -> Vec<String> {
    let mut found = vec![origin.front().to_string()];
    let mut take = |path: &str| {
        let url = origin.front().join(path).ok().filter(|url| origin.is_own(url))?;
        let answer = archive.get(url.as_str()).filter(|answer| answer.status == 200 && answer.is_html())?;
        if !found.contains(&answer.url) {
            found.push(answer.url);
        }
        Some(())
    };
    let collections = || {
        files.iter().filter(|(path, _)| path.starts_with("content/") && path.ends_with("/collection.json"))
    };
    let url_of = |value: &Value| value["urlId"].as_str().unwrap_or_default().to_owned();
    for kind in KINDS {
        let is_kind = |value: &Value| value["typeName"].as_str().is_some_and(|name| name.starts_with(kind));
        let list =
            collections().find(|(_, value)| is_kind(value) && take(&format!("/{}", url_of(value))).is_some());
        let of_kind: Vec<(&String, &Value)> = match list {
            Some(list) => vec![list],
            None => collections().filter(|(_, value)| is_kind(value)).take(5).collect(),
        };
        for (path, value) in of_kind {
            let folder = path.trim_end_matches("collection.json");
            let inside = files
                .iter()
                .filter(|(item, _)| item.starts_with(folder) && !item.ends_with("/collection.json"));
            let mut items = inside.take(20);
            if items.any(|(_, item)| take(&format!("/{}/{}", url_of(value), url_of(item))).is_some()) {
                break;
            }
        }
    }
    let mut others: Vec<(usize, String)> = collections()
        .filter(|(_, value)| value["typeName"] == "page")
        .map(|(_, value)| (value["sections"].as_array().map_or(0, Vec::len), url_of(value)))
        .collect();
    others.sort_by_key(|(sections, _)| std::cmp::Reverse(*sections));
    let mut taken = 0;
    for (_, url) in others {
        if taken < OTHERS && url != "home" && take(&format!("/{url}")).is_some() {
            taken += 1;
        }
    }
    found
}

/// The themes that sections of the content name.
pub(super) fn themes(files: &BTreeMap<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Value> = files.values().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                let sections = members.get("sections").and_then(Value::as_array);
                for theme in sections.into_iter().flatten().filter_map(|section| section["theme"].as_str()) {
                    if super::reduce::is_theme(theme) && found.len() < THEMES {
                        found.insert(theme.to_owned());
                    }
                }
                open.extend(members.values());
            }
            Value::Array(list) => open.extend(list),
            _ => {}
        }
    }
    found
}
