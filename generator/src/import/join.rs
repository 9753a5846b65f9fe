//! What earlier imports left of a site goes on: its name and settings, what its menus lead to, its front page.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::draft::{Draft, UNNAMED};

/// Where pages went, by the address they had.
type Moved = BTreeMap<String, Move>;

/// Where a page went.
struct Move {
    /// What it was called.
    title: Value,
    /// Its title and address now.
    to: Option<(Value, String)>,
}

impl Draft {
    /// The collections of the draft, and those of earlier imports that are none of them.
    pub(super) fn collections(&self) -> BTreeMap<&String, &Value> {
        let earlier = &self.earlier;
        // What its owner has changed stays, so that is what counts.
        let stays = |path: &String| earlier.collections.get(path).filter(|_| earlier.theirs.contains(path));
        let own = || {
            let lists = self.files.iter().filter(|(path, _)| path.ends_with("/collection.json"));
            lists.map(|(path, value)| (path, stays(path).unwrap_or(value)))
        };
        let names = |value: &Value| {
            let of = |key: &str| {
                value[key].as_str().filter(|name| !name.is_empty()).map(|name| format!("{key} {name}"))
            };
            [of("id"), of("urlId")].into_iter().flatten().collect::<Vec<_>>()
        };
        let known: BTreeSet<String> = own().flat_map(|(_, value)| names(value)).collect();
        own()
            .chain(earlier.collections.iter().filter(|(path, value)| {
                !self.files.contains_key(*path) && !names(value).iter().any(|name| known.contains(name))
            }))
            .collect()
    }

    /// What the site is called, as far as sources say.
    pub(super) fn site_title(&self) -> Option<&str> {
        let title = |site: &Value| site.pointer("/website/siteTitle").is_some();
        let said = self.files.get("site.json").filter(|site| title(site)).or(Some(&self.earlier.site));
        said?.pointer("/website/siteTitle")?.as_str().filter(|title| *title != UNNAMED)
    }

    /// From each address that a page had before to the page as it is, moved by a later source or by its owner; to none where it
    /// is gone.
    fn moved(&self) -> Moved {
        let now = self.collections();
        let stays: BTreeSet<String> = now.values().filter_map(|one| url(one)).collect();
        let given = self.earlier.theirs.iter().filter_map(|path| Some((path, self.files.get(path)?)));
        let before = self.earlier.collections.iter().chain(given);
        let moved = before.filter_map(|(path, was)| {
            let from = url(was).filter(|from| !stays.contains(from))?;
            let is_same = |there: &String, one: &Value| {
                there == path || (was["id"].is_string() && was["id"] == one["id"])
            };
            let page = now.iter().find(|(there, one)| is_same(there, one));
            let to = page.and_then(|(_, one)| Some((one["title"].clone(), url(one)?)));
            Some((from, Move { title: was["title"].clone(), to }))
        });
        moved.collect()
    }

    /// What the sources of this import do not say about the site is as earlier ones said it.
    pub(super) fn go_on(&mut self) {
        let collections = self.collections();
        let mut entries: Vec<Value> = collections
            .into_values()
            .filter_map(|one| Some(json!({"title": one["title"], "url": url(one)?})))
            .collect();
        entries.sort_by_key(|entry| (entry["url"] != "/", entry["url"].to_string()));
        let moved = self.moved();
        if let Some(menus) = self.file("site.json").get_mut("navigation") {
            follow(menus, &moved);
        }
        if let Some(menus) = self.earlier.site.get_mut("navigation") {
            follow(menus, &moved);
        }
        let said = self.files.get("site.json").and_then(|site| site.pointer("/navigation/mainNav")).cloned();
        let before = self.earlier.site.pointer("/navigation/mainNav").cloned();
        let has_own = said.is_some();
        let list = |menu: Option<Value>| menu.and_then(|menu| menu.as_array().cloned()).unwrap_or_default();
        let before = list(before);
        let mut menu = if has_own { list(said) } else { before.clone() };
        let is_in = |menu: &[Value], entry: &Value| menu.iter().any(|other| leads_to(other, &entry["url"]));
        for entry in entries {
            // A menu that a source brought leaves out what it wants; what another source put there stays.
            if !is_in(&menu, &entry) && (!has_own || is_in(&before, &entry)) {
                menu.push(entry);
            }
        }
        let mut site = match std::mem::take(&mut self.earlier.site) {
            Value::Object(site) => site,
            _ => Map::new(),
        };
        overlay(&mut site, std::mem::take(self.file("site.json")));
        let menus = site.entry("navigation").or_insert_with(|| json!({}));
        if let Some(menus) = menus.as_object_mut() {
            menus.insert("mainNav".to_owned(), menu.into());
        }
        *self.file("site.json") = site;
    }
}

/// The address of a collection as menus write it.
fn url(collection: &Value) -> Option<String> {
    match collection["urlId"].as_str()? {
        "" => None,
        "home" => Some("/".to_owned()),
        url => Some(format!("/{url}")),
    }
}

/// Menus, with all that is in them, lead where pages are now. An entry that was called like its page still is.
fn follow(menus: &mut Value, moved: &Moved) {
    let of = |entry: &Value| entry["url"].as_str().and_then(|url| moved.get(url));
    match menus {
        Value::Array(entries) => {
            entries.retain(|entry| of(entry).is_none_or(|page| page.to.is_some()));
            for entry in entries {
                if let Some(Move { title: was, to: Some((title, url)) }) = of(entry) {
                    if entry["title"] == *was {
                        entry["title"] = title.clone();
                    }
                    entry["url"] = url.as_str().into();
                }
                follow(entry, moved);
            }
        }
        Value::Object(members) => members.values_mut().for_each(|inner| follow(inner, moved)),
        _ => {}
    }
}

/// Whether an entry of a menu, or one in its folder, leads to an address.
fn leads_to(entry: &Value, url: &Value) -> bool {
    let inside = || entry.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_array).flatten();
    entry["url"] == *url || inside().any(|inner| leads_to(inner, url))
}

/// Puts members over others; objects in objects are joined, everything else is replaced.
fn overlay(under: &mut Map<String, Value>, over: Map<String, Value>) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(Value::Object(under)), Value::Object(over)) => overlay(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}
