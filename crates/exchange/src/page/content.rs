//! The content of a page: its sections, or its rows.

use serde_json::{Map, Value, json};

use super::blocks::is_block;
use super::dom::{El, all, attr, below, first, has, name};
use super::layout::is_layout;
use super::reader::Reader;
use super::section::{is_section, section};
use super::walk::{Part, parts, split};

/// `rows` or `sections` of what an element holds.
pub(crate) fn content(el: El<'_>, reader: &mut Reader<'_>) -> Map<String, Value> {
    let mut content = Map::new();
    if below(el).any(is_section) || below(el).any(is_index_section) {
        let sections = sections(el, reader);
        if !sections.is_empty() {
            content.insert("sections".to_owned(), sections.into());
        }
        return content;
    }
    let rows = split(el, &|_| false, reader);
    if !rows.is_empty() {
        content.insert("rows".to_owned(), rows.into());
    }
    content
}

/// A page of an index page of the older generation, with the picture behind it.
fn is_index_section(el: El<'_>) -> bool {
    (has(el, "index-section") || has(el, "Index-page") || has(el, "index-page"))
        && attr(el, "data-url-id").is_some()
        || has(el, "index-section-wrapper") && attr(el, "data-collection-id").is_some()
}

/// The sections of a page in order; what stands between two is one of its own.
fn sections(el: El<'_>, reader: &mut Reader<'_>) -> Vec<Value> {
    let mut found = Vec::new();
    for part in parts(el, &|el| is_section(el) || is_index_section(el), reader) {
        match part {
            Part::Known(el) if is_section(el) => found.push(section(el, reader)),
            Part::Known(el) => found.push(index_section(el, reader)),
            Part::Rows(rows) => found.push(json!({"rows": rows})),
        }
    }
    found
}

fn index_section(el: El<'_>, reader: &mut Reader<'_>) -> Value {
    let id = attr(el, "id").or_else(|| attr(el, "data-url-id")).unwrap_or_default();
    let mut section = json!({"id": id});
    let is_behind = |el: El<'_>| {
        ["index-section-image", "Index-page-image", "image-container", "banner-image"]
            .iter()
            .any(|class| has(el, class))
    };
    let behind = first(el, is_behind);
    let picture = behind.and_then(|el| first(el, |el| name(el) == "img")).and_then(|img| reader.picture(img));
    if let Some(picture) = picture {
        section["background"] = json!({"image": picture});
    }
    let rows = split(el, &is_behind, reader);
    if !rows.is_empty() {
        section["rows"] = rows.into();
    }
    section
}

/// Whether there is anything in markup that becomes a block or a section.
pub(crate) fn is_built(el: El<'_>) -> bool {
    !all(el, |el| is_block(el) || is_layout(el) || is_section(el)).is_empty()
}
