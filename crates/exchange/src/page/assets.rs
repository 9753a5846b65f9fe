//! The pictures and files that content shows.

use std::collections::BTreeSet;

use serde_json::Value;

use super::dom::{all, attr, name, parse};

/// The addresses of pictures and files in content, each once, in order.
pub(crate) fn assets(content: &Value, html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![content];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(object) => {
                found.extend(object.get("assetUrl").and_then(Value::as_str).map(str::to_owned));
                open.extend(object.values());
            }
            Value::Array(list) => open.extend(list.iter().rev()),
            Value::String(text) if text.contains("<img") => found.extend(pictures(text)),
            _ => {}
        }
    }
    if html.contains("<img") {
        found.extend(pictures(html));
    }
    let mut seen = BTreeSet::new();
    found.retain(|address| seen.insert(address.clone()));
    found
}

fn pictures(html: &str) -> Vec<String> {
    let fragment = parse(html);
    let images = all(fragment.root_element(), |el| name(el) == "img");
    images.into_iter().filter_map(|img| attr(img, "src").map(str::to_owned)).collect()
}
