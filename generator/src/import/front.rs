//! The front page of a site whose exports have none.

use serde_json::{Value, json};

use super::draft::{Draft, FRONT};
use super::html;
use crate::site::code::collection::PAGE;

/// So many of the newest posts stand on the front page.
const NEWEST: usize = 10;

/// Lists of products and exports of posts have no front page, to which every page leads back: one that leads to the shops,
/// and shows the newest posts as the old site did, until its owner makes another.
pub(super) fn write(draft: &mut Draft) {
    // One that another export brought, or that its owner made, stays; and so does a site that has none.
    let is_ours = draft.front.get("madeOf").is_some();
    let is_new = draft.there.is_null() && draft.front.is_null();
    if !(is_ours || is_new) || draft.files.contains_key(FRONT) {
        return;
    }
    let collections = draft.files.iter().filter(|(path, _)| path.ends_with("/collection.json"));
    let collections: Vec<(&str, &str, bool)> = collections
        .filter_map(|(_, one)| {
            Some((one["urlId"].as_str()?, one["title"].as_str()?, one["typeName"] == "blog"))
        })
        .collect();
    let mut page = json!({"title": "Home", "urlId": "home", "typeName": "page", "type": PAGE});
    let newest: Vec<Value> = match draft.entries.is_empty() {
        true => Vec::new(),
        false => collections.iter().filter(|(_, _, is_blog)| *is_blog).map(|(url, ..)| newest(url)).collect(),
    };
    if draft.has_lists {
        let links: Vec<String> = collections.iter().map(|(url, title, _)| html::link(url, title)).collect();
        page["madeOf"] = "lists".into();
        page["mainContent"] = links.join("\n").into();
    } else if !newest.is_empty() {
        page["madeOf"] = "posts".into();
        page["rows"] = json!([{"columns": [{"span": 12, "blocks": newest}]}]);
    } else {
        return;
    }
    draft.files.insert(FRONT.to_owned(), page);
}

/// A block of the newest items of a collection.
fn newest(collection: &str) -> Value {
    json!({"type": 55, "value": {
        "collection": collection, "limit": NEWEST, "layout": "list",
        "showDate": true, "showExcerpt": true, "showThumbnail": true,
    }})
}
