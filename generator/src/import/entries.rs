//! Posts, pages and menus of any source → the content folders of a site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use loggia_exchange::posts::{Entry, Export, Kind, Link, Menu, text};
use serde_json::{Map, Value, json};

use super::draft::{Draft, Known, file_name};
use super::html;
use super::lists::Lists;
use crate::diagnostic::Diagnostic;
use crate::site::code::record;
use crate::site::item::is_address;

/// Adds what an export could not give as it was.
pub(super) fn faults(draft: &mut Draft, file: &Path, export: &Export) {
    for fault in &export.faults {
        let mut found = Diagnostic::warning("import", file, fault.message.clone()).help(fault.help.clone());
        found.line = fault.line;
        draft.faults.push(found);
    }
}

/// Writes everything that an export of posts says.
pub(super) fn write(draft: &mut Draft, file: &Path, export: &Export) {
    faults(draft, file, export);
    website(draft, export);
    let journal = journal(&export.entries);
    let mut addresses: BTreeMap<&str, String> = BTreeMap::new();
    let mut moved: Vec<(String, String)> = Vec::new();
    for entry in &export.entries {
        let key = (export.address.clone(), entry.id.clone());
        let updated = entry.updated.max(entry.published);
        let before = draft.entries.get(&key).cloned();
        let address = match &before {
            // Exports come in any order: of one entry the latest state counts.
            Some(known) if known.updated > updated => known.address.clone(),
            _ => {
                if let Some(known) = &before {
                    draft.files.remove(&known.path);
                }
                let (path, address) = match &entry.kind {
                    Kind::Page => page(draft, file, export, entry),
                    Kind::Post => item(draft, file, export, entry, (&journal, "Blog")),
                    Kind::Custom(name) => item(draft, file, export, entry, (&text::slug(name), name)),
                };
                draft.entries.insert(key, Known { path, address: address.clone(), updated });
                address
            }
        };
        let old = entry.path.trim_matches('/');
        let before = before.map(|known| known.address).unwrap_or_default();
        for old in [old, &before] {
            if !old.is_empty() && old != address {
                moved.push((format!("/{old}"), format!("/{address}")));
            }
        }
        addresses.insert(&entry.id, address);
    }
    moved.extend(export.redirects.iter().cloned());
    let lists = Lists::new(export, &journal);
    moved.extend(lists.moved(export));
    redirects(draft, export.source, &moved);
    menus(draft, export, &addresses, &lists);
    for menu in &export.menus {
        lists.name_the_empty(draft, file, menu);
    }
}

fn website(draft: &mut Draft, export: &Export) {
    let website = json!({
        "id": "imported",
        "siteTitle": export.title,
        "siteDescription": export.description,
        "baseUrl": export.address,
        "language": export.language,
    });
    draft.file("site.json").entry("website").or_insert(website);
}

/// The address of the list of posts: the one that the old addresses of most posts begin with, so that they stay.
fn journal(entries: &[Entry]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let posts = entries.iter().filter(|entry| entry.kind == Kind::Post && !entry.path.is_empty());
    let mut all = 0;
    for post in posts {
        all += 1;
        let path = post.path.trim_matches('/');
        // The name of a post may be more than the last part: `2024/5/hello`.
        let own = if post.slug.contains('/') { path.strip_suffix(&post.slug) } else { None };
        let folder = match (own.and_then(|folder| folder.strip_suffix('/')), path.split_once('/')) {
            (Some(folder), _) => folder,
            (None, Some((folder, rest))) if !rest.contains('/') => folder,
            _ => continue,
        };
        if !folder.contains('/') && !folder.bytes().all(|byte| byte.is_ascii_digit()) && is_address(folder) {
            *counts.entry(folder).or_default() += 1;
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| count * 2 > all);
    most.map_or_else(|| "blog".to_owned(), |(folder, _)| folder.to_owned())
}

/// The last part of an entry's address.
fn own_name(entry: &Entry) -> String {
    let last = entry.path.trim_matches('/').rsplit('/').next().unwrap_or_default();
    let names = [entry.slug.as_str(), last];
    let is_dated =
        |name: &str| entry.kind == Kind::Post && entry.path.trim_matches('/').ends_with(&format!("/{name}"));
    let mut names = names.into_iter().filter(|name| !name.is_empty() && is_address(name));
    let name = names.find(|name| !name.contains('/') || is_dated(name));
    let name = name.map_or_else(|| text::slug(&entry.slug), str::to_owned);
    let name = if name.is_empty() { file_name(&format!("{} {}", entry.title, entry.id)) } else { name };
    if name.is_empty() { format!("entry-{}", entry.id) } else { name }
}

/// What pages and items have alike.
fn common(export: &Export, entry: &Entry, body: &str) -> Map<String, Value> {
    let mut made = Map::new();
    let mut set = |key: &str, value: Value| {
        made.insert(key.to_owned(), value);
    };
    let title = if entry.title.is_empty() { "Untitled" } else { &entry.title };
    set("title", title.into());
    if !entry.password.is_empty() {
        set("password", entry.password.as_str().into());
    } else if entry.members_only {
        set("access", "members".into());
    }
    if entry.body.rows.is_empty() {
        set(body, entry.body.html.as_str().into());
    } else {
        set("rows", entry.body.rows.clone().into());
    }
    let (seo_title, seo_description) = &entry.seo;
    if !seo_title.is_empty() || !seo_description.is_empty() {
        set("seoData", json!({"seoTitle": seo_title, "seoDescription": seo_description}));
    }
    if let Some(picture) = &entry.picture {
        let alt = if picture.alt.is_empty() { title } else { &picture.alt };
        set("mainImage", json!({"assetUrl": picture.url, "title": title, "altText": alt}));
        set("assetUrl", picture.url.as_str().into());
    }
    if !export.address.is_empty() {
        made.values_mut().for_each(|value| own_links(value, &export.address));
    }
    made
}

/// Links to the old site itself name no host any more; files that lie there do until they are fetched.
fn own_links(value: &mut Value, address: &str) {
    match value {
        Value::String(text) if text.contains(address) => {
            for quote in ['"', '\''] {
                let begin = format!("href={quote}{address}/");
                let files = format!("href={quote}{address}/wp-content/");
                let kept = format!("href={quote}\u{0}/wp-content/");
                *text = text.replace(&files, &kept).replace(&begin, &format!("href={quote}/"));
                *text = text.replace(&kept, &files);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| own_links(value, address)),
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(link) if matches!(key.as_str(), "linkUrl" | "url") => {
                        if let Some(path) = link
                            .strip_prefix(address)
                            .filter(|path| path.starts_with('/') && !path.starts_with("/wp-content/"))
                        {
                            *link = path.to_owned();
                        }
                    }
                    value => own_links(value, address),
                }
            }
        }
        _ => {}
    }
}

/// The id of the record that an entry becomes, the same at each import. Two sites both count from one: the second says
/// which it is.
fn id(draft: &mut Draft, kind: &str, export: &Export, entry: &Entry) -> String {
    let plain = format!("{kind}-{}", entry.id);
    if let Some(known) = draft.ids.get(&export.address).and_then(|own| own.get(&plain)) {
        return known.clone();
    }
    let mut others = draft.ids.iter().filter(|(site, _)| **site != export.address);
    let id = match others.any(|(_, ids)| ids.get(&plain) == Some(&plain)) {
        true => format!("{}-{plain}", file_name(&export.address)),
        false => plain.clone(),
    };
    draft.ids.entry(export.address.clone()).or_default().insert(plain, id.clone());
    id
}

/// Writes a page; its file, and its address without a slash before it.
fn page(draft: &mut Draft, file: &Path, export: &Export, entry: &Entry) -> (String, String) {
    let parents = entry.parents.iter().map(|slug| text::slug(slug)).filter(|slug| !slug.is_empty());
    let mut parts: Vec<String> = parents.collect();
    parts.push(own_name(entry));
    let mut address = parts.join("/");
    let mut path = format!("{}/collection.json", draft.folder_of(&address));
    while draft.files.contains_key(&path) {
        address.push_str("-2");
        path = format!("{}/collection.json", draft.folder_of(&address));
        let message =
            format!("'{}' has the address of another page; its own is '/{address}' now.", entry.title);
        draft.warn(file, entry.line, message, "give it another urlId, or another title");
    }
    let mut made = common(export, entry, "mainContent");
    headed(&mut made, &entry.title);
    made.insert("id".to_owned(), id(draft, "page", export, entry).into());
    made.insert("urlId".to_owned(), address.as_str().into());
    made.insert("typeName".to_owned(), "page".into());
    made.insert("type".to_owned(), 10.into());
    made.insert("enabled".to_owned(), (entry.state.word() == "Published").into());
    draft.files.insert(path.clone(), Value::Object(made));
    (path, address)
}

/// Begins a page with its title: programs for posts show it above what an author wrote, and templates of pages do not.
fn headed(page: &mut Map<String, Value>, title: &str) {
    let heading = html::titled(1, title);
    let says = |value: Option<&Value>| value.is_some_and(|value| value.to_string().contains("<h1"));
    if title.is_empty() || says(page.get("rows")) || says(page.get("mainContent")) {
        return;
    }
    if let Some(Value::Array(rows)) = page.get_mut("rows") {
        let block = json!({"type": 2, "value": {"html": heading}});
        rows.insert(0, json!({"columns": [{"span": 12, "blocks": [block]}]}));
    } else if let Some(Value::String(text)) = page.get_mut("mainContent") {
        *text = format!("{heading}\n{text}");
    }
}

/// Writes an item of a collection; its file, and its address without a slash before it.
fn item(
    draft: &mut Draft,
    file: &Path,
    export: &Export,
    entry: &Entry,
    (collection, title): (&str, &str),
) -> (String, String) {
    let folder = draft.folder_of(collection);
    let list = draft.file(&format!("{folder}/collection.json"));
    for (key, value) in [("title", title), ("urlId", collection), ("typeName", "blog")] {
        list.entry(key).or_insert_with(|| value.into());
    }
    let mut name = own_name(entry);
    let path_of = |name: &str| {
        format!(
            "{folder}/{}.json",
            Some(file_name(name))
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| format!("entry-{}", entry.id))
        )
    };
    let id = id(draft, "post", export, entry);
    while draft.files.get(&path_of(&name)).is_some_and(|there| there["id"] != id) {
        name.push_str("-2");
        let message = format!(
            "'{}' has the address of another post; its own is '/{collection}/{name}' now.",
            entry.title
        );
        draft.warn(file, entry.line, message, "give it another urlId, or another title");
    }
    let mut made = common(export, entry, "body");
    let mut set = |key: &str, value: Value| {
        made.insert(key.to_owned(), value);
    };
    let comments = export.comments.iter().filter(|comment| comment.entry == entry.id);
    let shown =
        comments.filter(|comment| comment.state == loggia_exchange::posts::CommentState::Approved).count();
    set("id", id.into());
    set("urlId", name.as_str().into());
    set("recordType", record::TEXT.into());
    set("status", entry.state.word().into());
    set("publishOn", entry.published.into());
    if entry.updated > 0 {
        set("updatedOn", entry.updated.into());
    }
    set("author", json!({"displayName": entry.authors.join(", ")}));
    set("categories", entry.categories.clone().into());
    set("tags", entry.tags.clone().into());
    set("starred", entry.featured.into());
    set("publicCommentCount", shown.into());
    set("commentState", i32::from(entry.comments_open).into());
    set("excerpt", entry.excerpt.as_str().into());
    if !entry.link.is_empty() {
        set("sourceUrl", entry.link.as_str().into());
        set("passthrough", true.into());
    }
    let path = path_of(&name);
    draft.files.insert(path.clone(), Value::Object(made));
    (path, format!("{collection}/{name}"))
}

/// Old addresses that lead to the new ones.
fn redirects(draft: &mut Draft, source: &str, moved: &[(String, String)]) {
    if moved.is_empty() {
        return;
    }
    let path = format!("redirects/{source}.csv");
    // Another export of the same kind may have brought some.
    let mut list = draft.blobs.remove(&path).unwrap_or_else(|| b"old,new,code\n".to_vec());
    let known: BTreeSet<String> = String::from_utf8_lossy(&list).lines().map(str::to_owned).collect();
    for (from, to) in moved {
        let mut row = csv::Writer::from_writer(Vec::new());
        row.write_record([from, to, "301"]).expect("a row of texts, written to memory");
        let row = row.into_inner().expect("memory takes everything");
        if !known.contains(String::from_utf8_lossy(&row).trim_end()) {
            list.extend(row);
        }
    }
    draft.blobs.insert(path, list);
}

fn menus(draft: &mut Draft, export: &Export, addresses: &BTreeMap<&str, String>, lists: &Lists<'_>) {
    let is_main = |menu: &&Menu| {
        let name = menu.name.to_lowercase();
        ["main", "primary", "header", "top"].iter().any(|word| name.contains(word))
    };
    let menus = &export.menus;
    let largest = || menus.iter().max_by_key(|menu| menu.links.len());
    let Some(main) = menus.iter().find(is_main).or_else(largest) else { return };
    let site = draft.file("site.json");
    let all = site.entry("navigation").or_insert_with(|| json!({}));
    let Some(all) = all.as_object_mut() else { return };
    for menu in menus {
        let name = if menu.name == main.name { "mainNav".to_owned() } else { text::slug(&menu.name) };
        let links: Vec<Value> =
            menu.links.iter().filter_map(|link| entry_of(link, export, addresses, lists)).collect();
        if !links.is_empty() && !name.is_empty() {
            all.entry(name).or_insert_with(|| links.into());
        }
    }
}

/// An entry of a menu; `None` when it leads nowhere.
fn entry_of(
    link: &Link,
    export: &Export,
    addresses: &BTreeMap<&str, String>,
    lists: &Lists<'_>,
) -> Option<Value> {
    let own = addresses.get(link.entry.as_str()).map(|address| format!("/{address}"));
    let own = own.or_else(|| link.list.as_ref().and_then(|list| lists.address(list)));
    let url = own.or_else(|| {
        let url = link
            .url
            .strip_prefix(&export.address)
            .filter(|_| !export.address.is_empty())
            .unwrap_or(&link.url);
        let url = if url.is_empty() && !link.url.is_empty() { "/" } else { url };
        Some(url.to_owned()).filter(|url| !url.is_empty() && url != "#")
    });
    let entry = export.entries.iter().find(|entry| entry.id == link.entry && !link.entry.is_empty());
    let title = match (link.title.as_str(), entry, &link.list) {
        ("", Some(entry), _) => entry.title.as_str(),
        ("", None, Some(list)) => list.name.as_str(),
        (title, ..) => title,
    };
    let below = link.links.iter().filter_map(|link| entry_of(link, export, addresses, lists));
    let below: Vec<Value> = below.collect();
    if below.is_empty() {
        return url.map(|url| json!({"title": title, "url": url}));
    }
    let own = url.map(|url| json!({"title": title, "url": url}));
    let items: Vec<Value> = own.into_iter().chain(below).collect();
    Some(json!({"title": title, "folder": true, "items": items}))
}
