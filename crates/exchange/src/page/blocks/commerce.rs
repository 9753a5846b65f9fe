//! Blocks that show what stands elsewhere: items of a collection, a product. Beside what they name they keep, under `was`,
//! the markup of what they showed, for a site to which that did not come along.

use serde_json::{Value, json};

use super::made::{Made, Source, said};
use crate::page::dom::{attr, below, first_class, line};
use crate::page::reader::Reader;

/// A summary of a collection.
pub(super) fn summary(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let json = &source.json;
    let collection = said(json, "collectionId")?;
    let mut value = json!({"collection": collection, "was": reader.cleaner().inside(source.content)});
    if let Some(limit) = json["pageSize"].as_i64().filter(|limit| *limit >= 1) {
        value["limit"] = limit.into();
    }
    let layout = match said(json, "design").unwrap_or_default() {
        "carousel" => "carousel",
        "list" => "list",
        "autocolumns" | "wall" => "wall",
        _ => "grid",
    };
    value["layout"] = layout.into();
    for (theirs, ours) in [("showThumbnail", "showThumbnail"), ("showExcerpt", "showExcerpt")] {
        if let Some(flag) = json[theirs].as_bool() {
            value[ours] = flag.into();
        }
    }
    let says = |key: &str| said(json, key) == Some("date");
    value["showDate"] = (says("primaryMetadata") || says("secondaryMetadata")).into();
    for key in ["tag", "category"] {
        if let Some(text) = said(&json["filter"], key) {
            value[key] = text.into();
        }
    }
    if json["filter"]["featured"] == true {
        value["featured"] = true.into();
    }
    let header = first_class(source.content, "summary-heading").map(line).filter(|text| !text.is_empty());
    if let Some(title) = said(json, "headerText").map(str::to_owned).or(header) {
        value["title"] = title.into();
    }
    Some(Made::new(55, value))
}

/// A product.
pub(super) fn product(source: &Source<'_>, reader: &Reader<'_>) -> Option<Made> {
    let own =
        below(source.content).find_map(|el| attr(el, "data-product-id").or_else(|| attr(el, "data-item-id")));
    let id = said(&source.json, "productId").or(own)?;
    let was = reader.cleaner().inside(source.content);
    Some(Made::new(43, json!({"productId": id, "was": was})))
}

/// A calendar, the tags or the archive of a collection.
pub(super) fn of_collection(source: &Source<'_>, reader: &Reader<'_>, code: i64) -> Option<Made> {
    let collection: &str = said(&source.json, "collectionId")?;
    let was = reader.cleaner().inside(source.content);
    let value: Value = json!({"collection": collection, "was": was});
    Some(Made::new(code, value))
}
