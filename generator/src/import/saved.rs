//! Pages saved as HTML, by a browser or `wget`.

use std::path::Path;

use loggia_exchange::page::{self, Head, Page, Source};
use serde_json::{Map, Value, json};

use super::built;
use super::draft::{Draft, file_name};
use super::hosted::WEBSITE;
use crate::site::code::collection as kind;

/// Kinds of collections whose page is a list of their items.
const LISTS: [&str; 8] = ["blog", "products", "events", "portfolio", "gallery", "album", "video", "course"];

/// What front pages are called.
const FRONT: [&str; 6] = ["front page", "home", "home page", "homepage", "index", "welcome"];

/// Reads a page. `name` is its address in the folder that was given, or the name of the file.
pub(super) fn read(draft: &mut Draft, file: &Path, name: &str, text: &str) {
    let page = page::read(&Source { url: name, html: text, json: None });
    around(draft, file, &page);
    if page.collection.is_empty() {
        return built::faults(draft, file, page.faults);
    }
    match page.item.clone() {
        Some(item) => take_item(draft, file, page, item),
        None => take_page(draft, file, page),
    }
}

/// Takes from a page what stands around every page of its site, in place of what was made up for want of it: the menu.
pub fn frame(draft: &mut Draft, address: &str, html: &str) {
    let page = page::read(&Source { url: address, html, json: None });
    if let Some(menu) = page.around.menus.get("mainNav") {
        let menus = draft.file("site.json").entry("navigation").or_insert_with(|| json!({}));
        if let Some(menus) = menus.as_object_mut() {
            menus.insert("mainNav".to_owned(), menu.clone());
        }
    }
    around(draft, Path::new(address), &page);
    if let Some(website) = draft.file("site.json").get_mut("website").and_then(Value::as_object_mut)
        && !website.contains_key("siteTitle")
    {
        let title = page::head(html).ok().and_then(|head| site_title(&head));
        website.extend(title.map(|title| ("siteTitle".to_owned(), title.into())));
    }
    built::resolve(draft);
}

/// The name of a site by its front page, which says it to machines, or in its title beside what every front page is called.
fn site_title(head: &Head) -> Option<String> {
    let of_kind = |kind: &str| {
        let is_it = |thing: &&Value| match &thing["@type"] {
            Value::Array(kinds) => kinds.iter().any(|one| one == kind),
            one => one == kind,
        };
        let things = head.structured.iter().flat_map(|piece| match piece["@graph"].as_array() {
            Some(things) => things.iter().collect(),
            None => vec![piece],
        });
        things.filter(is_it).find_map(|thing| thing["name"].as_str()).map(str::trim)
    };
    let parts = [" — ", " | ", " – ", " - ", " · "];
    let parts = parts.iter().fold(head.title.clone(), |title, mark| title.replace(mark, "\n"));
    let told = of_kind("WebSite").or_else(|| of_kind("Organization"));
    let title = told.filter(|name| !name.is_empty()).or_else(|| {
        parts
            .lines()
            .map(str::trim)
            .find(|part| !part.is_empty() && !FRONT.contains(&part.to_lowercase().as_str()))
    })?;
    Some(title.to_owned())
}

/// What stands around every page: of several the first says it.
fn around(draft: &mut Draft, file: &Path, page: &Page) {
    let site = draft.file("site.json");
    for (key, more) in [("website", &page.around.website), ("websiteSettings", &page.around.settings)] {
        let there = site.entry(key).or_insert_with(|| Value::Object(Map::new()));
        let Some(there) = there.as_object_mut() else { continue };
        for (name, value) in
            more.iter().filter(|(name, _)| key != "website" || WEBSITE.contains(&name.as_str()))
        {
            there.entry(name.clone()).or_insert_with(|| value.clone());
        }
    }
    if let Some(menu) = page.around.menus.get("mainNav") {
        let menus = site.entry("navigation").or_insert_with(|| json!({}));
        if let Some(menus) = menus.as_object_mut() {
            menus.entry("mainNav").or_insert_with(|| menu.clone());
        }
    }
    built::forms(draft, page.forms.clone());
    let mut said = page.around.faults.clone();
    for (id, field) in &page.around.fields {
        let is_name = id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let id = if is_name { id.clone() } else { file_name(id) };
        let path = format!("fields/{id}.json");
        if draft.files.contains_key(&path) {
            continue;
        }
        built::faults(draft, file, std::mem::take(&mut said));
        if let Some(field) = field.as_object() {
            draft.file(&path).extend(field.clone());
            let message = format!("The foot of the pages was put into {path}.");
            let help = format!("a template shows it with <squarespace:block-field id=\"{id}\"/>");
            draft.warn(file, 0, message, &help);
        }
    }
}

/// The name that a page has in the folder of content; the front page is called `home`.
fn url_id(url: &str) -> String {
    let path = url.trim_matches('/');
    if path.is_empty() { "home".to_owned() } else { path.to_owned() }
}

fn take_page(draft: &mut Draft, file: &Path, page: Page) {
    let mut members = page.collection;
    let whole = take_url(&mut members);
    let type_name = members.get("typeName").and_then(Value::as_str).unwrap_or("page").to_owned();
    let is_list = LISTS.iter().any(|list| type_name == *list || type_name.starts_with(&format!("{list}-")));
    let url = url_id(whole.as_deref().filter(|_| is_list).unwrap_or(&page.url));
    if is_list && whole.is_some_and(|whole| whole.trim_matches('/') != page.url.trim_matches('/')) {
        let message = "This page is an archive of a collection, by tag, category or date; it is made anew.";
        return draft.warn(
            file,
            0,
            message,
            "nothing is to be done: the new site has one at the same address",
        );
    }
    let path = format!("{}/collection.json", draft.folder_of(&url));
    if !is_list {
        built::faults(draft, file, page.faults);
    }
    if is_list {
        for key in ["rows", "blocks", "sections"] {
            members.remove(key);
        }
        let message =
            "This page is the list of a collection; the list is made anew from the pages of its items.";
        let help = "save those as well, or better the address of this page with ?format=json";
        draft.warn(file, 0, message, help);
    } else {
        members.insert("type".to_owned(), kind::PAGE.into());
        members.insert("typeName".to_owned(), "page".into());
    }
    let target = draft.file(&path);
    // What the page's JSON said before is more than its HTML does.
    for (key, value) in members {
        target.entry(key).or_insert(value);
    }
    target.insert("urlId".to_owned(), url.into());
}

/// The address of the collection that a page belongs to, taken out of what it says.
fn take_url(members: &mut Map<String, Value>) -> Option<String> {
    members
        .remove("fullUrl")
        .and_then(|url| url.as_str().map(str::to_owned))
        .filter(|url| url.starts_with('/'))
}

fn take_item(draft: &mut Draft, file: &Path, mut page: Page, mut item: Map<String, Value>) {
    built::faults(draft, file, std::mem::take(&mut page.faults));
    let whole = take_url(&mut page.collection);
    let url = page.url.trim_matches('/').to_owned();
    let inside = whole.as_deref().map(|whole| whole.trim_matches('/')).filter(|whole| !whole.is_empty());
    let inside = inside.and_then(|whole| Some((whole, url.strip_prefix(whole)?.strip_prefix('/')?)));
    let (list, name) = inside.or_else(|| url.split_once('/')).unwrap_or(("home", &url));
    let folder = draft.folder_of(list);
    let type_name = page.collection.get("typeName").and_then(Value::as_str).unwrap_or("blog");
    let path = format!("{folder}/collection.json");
    let id = page.collection.get("id").cloned();
    let title = page.collection.get("title").cloned().unwrap_or_else(|| list.into());
    let collection = draft.file(&path);
    for (key, value) in [
        ("typeName", Some(type_name.into())),
        ("urlId", Some(list.into())),
        ("id", id),
        ("type", Some(kind::GENERIC.into())),
        ("title", Some(title)),
    ] {
        if let Some(value) = value {
            collection.entry(key).or_insert(value);
        }
    }
    item.insert("urlId".to_owned(), name.into());
    let path = draft.file_of(&folder, name);
    let target = draft.file(&path);
    for (key, value) in item {
        target.entry(key).or_insert(value);
    }
    target.entry("status").or_insert_with(|| "Published".into());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-539: a site of any host has a name: the one that its front page tells machines, or that of its title.
    #[test]
    fn s_539_a_site_is_called_what_its_front_page_says() {
        let named = |head: &str| {
            let mut draft = Draft::default();
            frame(&mut draft, "https://old.example/", &format!("<head>{head}</head><main>words</main>"));
            draft.file("site.json")["website"]["siteTitle"].as_str().map(str::to_owned)
        };
        let data = r#"<script type="application/ld+json">{"@graph":[{"@type":"WebPage","name":"Start"},{"@type":["WebSite"],"name":" Kiln &amp Co "}]}</script>"#;
        assert_eq!(named("<title>Home | Marsh Pottery</title>").as_deref(), Some("Marsh Pottery"));
        assert_eq!(named("<title>Marsh-Pottery - jugs</title>").as_deref(), Some("Marsh-Pottery"));
        assert_eq!(named(&format!("<title>Home</title>{data}")).as_deref(), Some("Kiln &amp Co"));
        let told = "<meta property=og:site_name content=Pots><title>Home | Marsh</title>";
        assert_eq!(named(&format!("{told}{data}")).as_deref(), Some("Pots"));
        assert_eq!(named("<title>Home</title>"), None);
    }
}
