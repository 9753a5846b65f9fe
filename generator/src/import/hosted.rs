//! Pages of a hosted builder, saved with `?format=json`: one JSON document a page, with the collection it shows and its
//! items. The names are those that templates see, so nearly everything is taken over as it is.

use std::path::Path;

use loggia_exchange::page::read_content;
use loggia_exchange::posts::text::decoded;
use serde_json::{Map, Value};

use super::built;
use super::draft::Draft;
use super::shape;
use crate::diagnostic::Diagnostic;

/// Members that say how the old site was run, or that are worked out anew.
const DROPPED: [&str; 14] = [
    "websiteId",
    "fullUrl",
    "collectionId",
    "collection",
    "pushedServices",
    "pendingPushedServices",
    "items",
    "item",
    "itemCount",
    "authorId",
    "systemDataOrigin",
    "contentModifiedOn",
    "updatedOnDisplay",
    "userUpvoted",
];
/// Members of `website` that a site keeps.
pub(super) const WEBSITE: [&str; 13] = [
    "id",
    "siteTitle",
    "siteDescription",
    "siteTagLine",
    "baseUrl",
    "timeZone",
    "language",
    "location",
    "socialLogoImage",
    "logoImageId",
    "logoImageUrl",
    "socialAccounts",
    "shareButtonOptions",
];

/// Where the page of a list of events has them, in place of `items`.
const EVENTS: [&str; 2] = ["upcoming", "past"];

/// The items that a page lists.
pub(crate) fn listed(page: &Value) -> impl Iterator<Item = &Value> {
    ["items"].into_iter().chain(EVENTS).filter_map(move |key| page.get(key)?.as_array()).flatten()
}

/// Titles are HTML there, `Salt &amp; ash`, and text here. One with something like an element in it stays as it was: a
/// template may write titles as they are.
fn as_text(members: &mut Map<String, Value>) {
    for key in ["title", "navigationTitle"] {
        let Some(text) = members.get(key).and_then(Value::as_str).filter(|text| text.contains('&')) else {
            continue;
        };
        let text = decoded(text);
        if !text.contains('<') {
            members.insert(key.to_owned(), text.trim().into());
        }
    }
}

/// Reads a page.
pub(super) fn read(draft: &mut Draft, file: &Path, text: &str) {
    let page: Value = match serde_json::from_str(text) {
        Ok(page) => page,
        Err(error) => {
            let fault = Diagnostic::error("import", file, format!("This is not JSON: {error}.")).at(
                text,
                error.line(),
                error.column(),
            );
            return draft.faults.push(fault.help("save the page again from its address with ?format=json"));
        }
    };
    website(draft, &page);
    let Some(collection) = page.get("collection").and_then(Value::as_object) else {
        return draft.warn(
            file,
            0,
            "Nothing of this was taken over: it is neither a page of a site nor an export that is known.",
            "save a page of the site with ?format=json, or export all of Ghost or WordPress",
        );
    };
    let url = url_of(collection);
    let folder = draft.folder_of(&url);
    let target = draft.file(&format!("{folder}/collection.json"));
    for (key, value) in collection.iter().filter(|(key, _)| !DROPPED.contains(&key.as_str())) {
        target.insert(key.clone(), value.clone());
    }
    target.insert("urlId".to_owned(), url.into());
    as_text(target);
    if target.get("title").and_then(Value::as_str).is_none_or(|title| title.trim().is_empty()) {
        let title = collection.get("navigationTitle").filter(|title| title.is_string());
        target.insert("title".to_owned(), title.cloned().unwrap_or_else(|| "Untitled".into()));
    }
    let at = Place { file, site: &base_of(&page), url: &url_path(collection) };
    let path = format!("{folder}/collection.json");
    if EVENTS.iter().any(|key| page.get(key).is_some_and(Value::is_array)) {
        // The old list had both at hand, and its template showed what it liked.
        draft.file(&path).entry("showPastOrUpcomingEvents").or_insert_with(|| "all".into());
    }
    shape::collection(draft, file, &path);
    main_content(draft, &at, &path, &page);
    // The page of an item says more of it than the list does, so it comes last.
    for item in listed(&page).chain(page.get("item")).filter_map(Value::as_object) {
        take_item(draft, &at, &folder, item);
    }
    if let Some(next) = page.pointer("/pagination/nextPageUrl").and_then(Value::as_str) {
        let help = format!("save {next}&format=json beside this file as well, unless it is there already");
        draft.warn(file, 0, "This list goes on on another page.", &help);
    }
}

fn website(draft: &mut Draft, page: &Value) {
    let Some(website) = page.get("website").and_then(Value::as_object) else { return };
    let kept: Map<String, Value> = website
        .iter()
        .filter(|(key, value)| WEBSITE.contains(&key.as_str()) && !value.is_null())
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let site = draft.file("site.json");
    site.insert("website".to_owned(), Value::Object(kept));
    if let Some(settings) = page.get("websiteSettings").filter(|settings| settings.is_object()) {
        site.insert("websiteSettings".to_owned(), settings.clone());
    }
}

/// The address of a collection without slashes around it; the front page is called `home`.
fn url_of(collection: &Map<String, Value>) -> String {
    let text = |key: &str| collection.get(key).and_then(Value::as_str);
    if collection.get("homepage").and_then(Value::as_bool) == Some(true) || text("fullUrl") == Some("/") {
        return "home".to_owned();
    }
    let url = text("fullUrl").or_else(|| text("urlId")).unwrap_or("page");
    url.trim_matches('/').to_owned()
}

/// Where something was read, and where it stood.
struct Place<'p> {
    file: &'p Path,
    /// The address of the site; empty where it is not said.
    site: &'p str,
    /// The path of the page.
    url: &'p str,
}

impl Place<'_> {
    fn address(&self) -> String {
        format!("{}{}", self.site.trim_end_matches('/'), self.url)
    }
}

/// The address of a site, by what its pages say.
fn base_of(page: &Value) -> String {
    let known = ["/website/authenticUrl", "/website/baseUrl"];
    known.iter().find_map(|path| page.pointer(path)?.as_str()).unwrap_or_default().to_owned()
}

fn url_path(collection: &Map<String, Value>) -> String {
    collection.get("fullUrl").and_then(Value::as_str).unwrap_or("/").to_owned()
}

/// The content of a page: blocks and sections where its markup is made of them, else the markup.
fn main_content(draft: &mut Draft, at: &Place<'_>, path: &str, page: &Value) {
    let Some(html) = page.get("mainContent").and_then(Value::as_str) else { return };
    let content = read_content(html, &at.address(), at.site);
    let target = draft.file(path);
    for key in BUILT {
        target.remove(key);
    }
    target.remove("mainContent");
    if !built::take(draft, at.file, path, content) {
        draft.file(path).insert("mainContent".to_owned(), html.into());
    }
}

/// Members that content is made of, in place of its markup.
const BUILT: [&str; 3] = ["blocks", "rows", "sections"];

fn take_item(draft: &mut Draft, at: &Place<'_>, folder: &str, item: &Map<String, Value>) {
    let file = at.file;
    let text = |key: &str| item.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let Some(name) = text("urlId").or_else(|| text("id")) else {
        return draft.warn(
            file,
            0,
            "An item has neither 'urlId' nor 'id'; it was left out.",
            "give it one of them",
        );
    };
    let path = draft.file_of(folder, name);
    let body = text("body").map(|html| read_content(html, &at.address(), at.site));
    let is_built = body.is_some_and(|content| built::take(draft, file, &path, content));
    let target = draft.file(&path);
    for (key, value) in item.iter().filter(|(key, _)| !DROPPED.contains(&key.as_str())) {
        target.insert(key.clone(), value.clone());
    }
    if is_built {
        target.remove("body");
    }
    as_text(target);
    if target.get("title").and_then(Value::as_str).is_none_or(|title| title.trim().is_empty()) {
        target.insert("title".to_owned(), name.into());
    }
    // A status is a number there: 1 is published, everything else is not.
    if let Some(flag) = target.remove("workflowState").as_ref().and_then(Value::as_i64) {
        let status = if flag == 1 { "Published" } else { "Draft" };
        target.insert("status".to_owned(), status.into());
    }
    shape::item(draft, file, &path);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(url: &str, items: Value) -> String {
        let collection = json!({"fullUrl": format!("/{url}"), "title": url, "typeName": "blog"});
        json!({"website": {"siteTitle": "T"}, "collection": collection, "items": items}).to_string()
    }

    fn read_all(pages: &[String]) -> Draft {
        let mut draft = Draft::default();
        for page in pages {
            read(&mut draft, Path::new("a.json"), page);
        }
        draft
    }

    /// S-596: two addresses that make one name of a file are two pages, and two items; read again they are the same.
    #[test]
    fn s_596_addresses_of_one_file_name_are_kept_apart() {
        let items = json!([
            {"urlId": "2024/salt", "title": "One"},
            {"urlId": "2024-salt", "title": "Two"},
            {"urlId": "collection", "title": "Three"},
        ]);
        let pages = [page("a/b", items.clone()), page("a-b", json!([])), page("a/b", items)];
        let draft = read_all(&pages);
        let said = |path: &str, key: &str| draft.files[path][key].as_str().unwrap_or_default().to_owned();
        assert_eq!(said("content/a-b/collection.json", "urlId"), "a/b");
        assert_eq!(said("content/a-b-2/collection.json", "urlId"), "a-b");
        assert_eq!(said("content/a-b/2024-salt.json", "title"), "One");
        assert_eq!(said("content/a-b/2024-salt-2.json", "title"), "Two");
        assert_eq!(said("content/a-b/collection-2.json", "title"), "Three");
        assert_eq!(draft.files.len(), 6, "{:?}", draft.files.keys());
        assert_eq!(draft.files, read_all(&pages).files);
    }

    /// S-598: titles are HTML on a hosted page and text here.
    #[test]
    fn s_598_titles_of_hosted_pages_are_read_as_html() {
        let items = json!([
            {"urlId": "a", "title": "Salt &amp; ash&nbsp;"}, {"urlId": "b", "title": "AT&T & I"},
            {"urlId": "c", "title": "&lt;b onclick=x&gt; &amp; more"}, {"urlId": "d", "title": "Gull&#8217;s"},
        ]);
        let draft = read_all(&[page("log", items)]);
        let title = |name: &str| {
            draft.files[&format!("content/log/{name}.json")]["title"].as_str().unwrap().to_owned()
        };
        assert_eq!([title("a"), title("b"), title("d")], ["Salt & ash", "AT&T & I", "Gull’s"]);
        assert_eq!(title("c"), "&lt;b onclick=x&gt; &amp; more");
    }

    /// S-598: the page of a list of events has them by what is to come and what is over; both come along, and the new list
    /// shows both, unless the old one said otherwise.
    #[test]
    fn s_598_events_are_listed_by_what_is_to_come_and_what_is_over() {
        let of = |more: Value| {
            let mut page = json!({
                "website": {"siteTitle": "T"},
                "collection": {"fullUrl": "/dates", "title": "Dates", "typeName": "events", "type": 1},
                "upcoming": [{"urlId": "kiln", "title": "Kiln night", "startDate": 1_900_000_000_000_i64, "endDate": 1_900_000_600_000_i64}],
                "past": [{"urlId": "fair", "title": "Fair", "startDate": 1_500_000_000_000_i64, "endDate": 1_500_000_600_000_i64}],
            });
            page["collection"].as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            read_all(&[page.to_string()])
        };
        let draft = of(json!({}));
        let files: Vec<&String> = draft.files.keys().filter(|path| path.starts_with("content/")).collect();
        assert_eq!(
            files,
            ["content/dates/collection.json", "content/dates/fair.json", "content/dates/kiln.json"]
        );
        assert_eq!(draft.files["content/dates/collection.json"]["showPastOrUpcomingEvents"], "all");
        let past = of(json!({"showPastOrUpcomingEvents": "past"}));
        assert_eq!(past.files["content/dates/collection.json"]["showPastOrUpcomingEvents"], "past");
        let page = page("log", json!([{"urlId": "a", "title": "A"}]));
        let blog = read_all(&[page]);
        assert!(blog.files["content/log/collection.json"].get("showPastOrUpcomingEvents").is_none());
    }
}
