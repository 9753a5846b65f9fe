//! The front page of a site whose exports have none.

use serde_json::{Value, json};

use super::draft::{Draft, FRONT};
use super::html;
use crate::site::code::collection::PAGE;

/// So many of the newest posts stand on the front page.
const NEWEST: usize = 10;
/// So many products of each shop.
const GOODS: usize = 8;

/// Lists of products and exports of posts have no front page, to which every page leads back: one that leads to the shops,
/// and shows the newest posts as the old site did, until its owner makes another.
pub(super) fn write(draft: &mut Draft) {
    // One that another export brought, or that its owner made, stays; and so does a site that has none.
    let is_ours = draft.front.get("madeOf").is_some();
    let is_new = draft.there.is_null() && draft.front.is_null();
    if !(is_ours || is_new) || draft.files.contains_key(FRONT) {
        return;
    }
    let collections = draft.collections();
    let collections = collections.into_iter().filter_map(|(path, one)| {
        let text = |key: &str| one[key].as_str();
        Some((draft.files.contains_key(path), text("urlId")?, text("title")?, text("typeName")?))
    });
    let text = |html: String| json!({"type": 2, "value": {"html": html}});
    let mut blocks = vec![text(html::titled(1, draft.site_title().unwrap_or("Home")))];
    for (is_new, url, title, kind) in collections {
        let shown = match kind {
            "blog" if !is_new || !draft.entries.is_empty() => newest(url),
            "products" => goods(url),
            _ => continue,
        };
        blocks.push(text(html::leading(2, url, title)));
        blocks.push(shown);
    }
    if blocks.len() == 1 {
        return;
    }
    let page = json!({
        "title": "Home", "urlId": "home", "typeName": "page", "type": PAGE, "madeOf": "imports",
        "rows": [{"columns": [{"span": 12, "blocks": blocks}]}],
    });
    draft.files.insert(FRONT.to_owned(), page);
}

/// A block of the first products of a shop.
fn goods(collection: &str) -> Value {
    json!({"type": 55, "value": {
        "collection": collection, "limit": GOODS, "layout": "grid", "showThumbnail": true,
    }})
}

/// A block of the newest items of a collection.
fn newest(collection: &str) -> Value {
    json!({"type": 55, "value": {
        "collection": collection, "limit": NEWEST, "layout": "list",
        "showDate": true, "showExcerpt": true, "showThumbnail": true,
    }})
}
