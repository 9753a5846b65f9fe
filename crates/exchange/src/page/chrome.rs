//! What stands around the content of a saved page: menus, logo, accounts, the announcement, the foot.

use serde_json::{Map, Value, json};

use super::content::content;
use super::dom::{El, all, attr, below, children, first, first_class, has, line, name, outermost, shows};
use super::reader::Reader;

/// What was found around the content.
#[derive(Debug, Default)]
pub(crate) struct Chrome {
    /// Menus by their names.
    pub menus: Map<String, Value>,
    /// Members of `website`.
    pub website: Map<String, Value>,
    /// Members of `websiteSettings`.
    pub settings: Map<String, Value>,
    /// Fields of blocks by their ids: the foot of every page.
    pub fields: Map<String, Value>,
}

/// How deep entries of a menu may stand in one another.
const DEPTH: usize = 3;

/// Whether an element is the head of a page.
pub(crate) fn is_header(el: El<'_>) -> bool {
    name(el) == "header"
        && (attr(el, "id").is_some_and(|id| id.eq_ignore_ascii_case("header"))
            || has(el, "header")
            || has(el, "Header"))
        || attr(el, "role") == Some("banner")
}

/// Whether an element is the foot of a page.
pub(crate) fn is_footer(el: El<'_>) -> bool {
    name(el) == "footer" || attr(el, "role") == Some("contentinfo")
}

/// Reads it.
pub(crate) fn read(body: El<'_>, reader: &mut Reader<'_>) -> Chrome {
    let mut chrome = Chrome::default();
    menus(body, &mut chrome, reader);
    let logo = first(body, |el| {
        ["header-title-logo", "logo-image", "Header-branding-logo", "site-title-logo"]
            .iter()
            .any(|class| has(el, class))
            || attr(el, "id") == Some("logoImage")
    });
    let logo =
        logo.and_then(|el| if name(el) == "img" { Some(el) } else { first(el, |el| name(el) == "img") });
    if let Some(url) = logo.and_then(|img| reader.picture(img)) {
        chrome.website.insert("logoImageUrl".to_owned(), url["assetUrl"].clone());
    }
    announcement(body, &mut chrome, reader);
    footer(body, &mut chrome, reader);
    chrome
}

/// The main menu, once: a page has it a second time for small windows.
fn menus(body: El<'_>, chrome: &mut Chrome, reader: &Reader<'_>) {
    let is_menu = |el: El<'_>| {
        name(el) == "nav" && !has(el, "sqs-svg-icon--list")
            || has(el, "header-nav-list")
            || attr(el, "data-content-field") == Some("navigation")
    };
    let mut heads: Vec<El<'_>> = Vec::new();
    for el in outermost(body, is_menu) {
        let around: Vec<El<'_>> = el.ancestors().filter_map(El::wrap).collect();
        if !around.iter().any(|el| is_footer(*el))
            && !around.iter().any(|el| name(*el) == "main" || has(*el, "sqs-block"))
        {
            heads.push(el);
        }
    }
    let lists = heads.into_iter().map(|el| entries(el, 0, reader));
    let mut longest: Vec<Value> = Vec::new();
    for list in lists {
        if list.len() > longest.len() {
            longest = list;
        }
    }
    if !longest.is_empty() {
        chrome.menus.insert("mainNav".to_owned(), longest.into());
    }
}

fn entries(el: El<'_>, depth: usize, reader: &Reader<'_>) -> Vec<Value> {
    let mut found = Vec::new();
    for child in children(el) {
        let folder = folder_of(child);
        if let Some((title, inside)) = folder.filter(|_| depth < DEPTH) {
            let inner: Vec<Value> = inside.iter().flat_map(|el| entries(*el, depth + 1, reader)).collect();
            let link =
                first(child, |el| name(el) == "a" && line(el) == title).and_then(|el| reader.link_of(el));
            let url = link
                .filter(|url| url != "#")
                .or_else(|| inner.first().and_then(|entry| entry["url"].as_str().map(str::to_owned)));
            if !title.is_empty() && !inner.is_empty() {
                found.push(json!({"title": title, "url": url, "items": inner}));
            }
        } else if name(child) == "a" {
            found.extend(entry(child, reader));
        } else if depth < 24 {
            found.extend(entries_of(child, depth, reader));
        }
    }
    found
}

/// What lies deeper without being a folder: every link, in order.
fn entries_of(el: El<'_>, depth: usize, reader: &Reader<'_>) -> Vec<Value> {
    if below(el).any(|el| folder_of(el).is_some()) {
        return children(el)
            .flat_map(|child| {
                if folder_of(child).is_some() || name(child) == "a" {
                    one(child, depth, reader)
                } else {
                    all(child, |el| name(el) == "a").into_iter().filter_map(|el| entry(el, reader)).collect()
                }
            })
            .collect();
    }
    all(el, |el| name(el) == "a").into_iter().filter_map(|el| entry(el, reader)).collect()
}

fn one(el: El<'_>, depth: usize, reader: &Reader<'_>) -> Vec<Value> {
    match folder_of(el).filter(|_| depth < DEPTH) {
        Some((title, inside)) => {
            let inner: Vec<Value> = inside.iter().flat_map(|el| entries(*el, depth + 1, reader)).collect();
            let url = inner.first().and_then(|entry| entry["url"].as_str().map(str::to_owned));
            if inner.is_empty() {
                Vec::new()
            } else {
                vec![json!({"title": title, "url": url, "items": inner})]
            }
        }
        None => entry(el, reader).into_iter().collect(),
    }
}

fn entry(link: El<'_>, reader: &Reader<'_>) -> Option<Value> {
    let url = reader.link_of(link).filter(|url| !url.is_empty() && url != "#")?;
    let title = line(link);
    let is_tool =
        has(link, "skip-link") || has(link, "cart") || has(link, "header-skip-link") || title.is_empty();
    (!is_tool).then(|| json!({"title": title, "url": url}))
}

/// A folder of a menu: its name, and the boxes of its entries.
fn folder_of<'a>(el: El<'a>) -> Option<(String, Vec<El<'a>>)> {
    let is_folder = ["folder", "header-nav-item--folder", "Header-nav-item--folder", "folder-collection"]
        .iter()
        .any(|class| has(el, class));
    if !is_folder {
        return None;
    }
    let is_inside = |el: El<'_>| {
        ["subnav", "header-nav-folder-content", "Header-nav-folder", "folder-child", "folder-child-wrapper"]
            .iter()
            .any(|class| has(el, class))
            || matches!(name(el), "ul")
    };
    let inside = outermost(el, is_inside);
    let title = first(el, |own| {
        ["folder-toggle-label", "header-nav-folder-title", "Header-nav-folder-title", "folder-toggle"]
            .iter()
            .any(|class| has(own, class))
    });
    let title = title.or_else(|| first(el, |own| matches!(name(own), "a" | "label" | "button" | "span")))?;
    Some((line(title), inside))
}

/// The bar over every page.
fn announcement(body: El<'_>, chrome: &mut Chrome, reader: &Reader<'_>) {
    let Some(bar) = first_class(body, "sqs-announcement-bar-content") else { return };
    let text = first(bar, |el| {
        attr(el, "id") == Some("announcement-bar-text-inner-id") || has(el, "sqs-announcement-bar-text-inner")
    });
    let html = reader.cleaner().inside(text.unwrap_or(bar));
    if html.is_empty() {
        return;
    }
    let mut settings = json!({"text": html});
    if let Some(link) = first(bar, |el| has(el, "sqs-announcement-bar-url")).and_then(|el| reader.link_of(el))
    {
        settings["clickthroughUrl"] = json!({"url": link});
    }
    chrome.settings.insert("announcementBarSettings".to_owned(), settings);
}

/// The foot: the fields of blocks of the older generation under their own names, the sections of the newer as one.
fn footer(body: El<'_>, chrome: &mut Chrome, reader: &mut Reader<'_>) {
    let is_field = |el: El<'_>| attr(el, "data-type") == Some("block-field") && has(el, "sqs-layout");
    for el in outermost(body, is_field) {
        let Some(id) = attr(el, "id").filter(|_| shows(el)) else { continue };
        let made = super::layout::rows(el, 0, reader);
        if !made.is_empty() {
            chrome.fields.insert(id.to_owned(), json!({"rows": made}));
        }
    }
    let Some(foot) = first(body, is_footer).filter(|el| below(*el).any(super::section::is_section)) else {
        return;
    };
    let made = content(foot, reader);
    if !made.is_empty() {
        chrome.fields.insert("footer".to_owned(), Value::Object(made));
    }
}
