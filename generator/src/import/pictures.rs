//! Pictures that are still on another machine, brought into `files/`.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

/// Members that are the address of a picture.
const ADDRESSES: [&str; 3] = ["assetUrl", "originalUrl", "logoImageUrl"];
/// Members that are HTML, in which pictures may stand.
const HTML: [&str; 5] = ["body", "excerpt", "mainContent", "html", "promotedBlock"];
/// Attributes of an element that shows a picture.
const SOURCES: [&str; 3] = ["src", "data-src", "data-image"];

/// Every address of a picture on another machine.
pub fn addresses(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| addresses(value, found)),
        Value::Object(members) => {
            for (key, value) in members {
                match value.as_str() {
                    Some(text) if ADDRESSES.contains(&key.as_str()) => {
                        // What ends with a slash is the folder of a picture that was never there.
                        if is_remote(text) && !text.ends_with('/') {
                            found.insert(text.to_owned());
                        }
                    }
                    Some(text) if HTML.contains(&key.as_str()) => {
                        found.extend(sources(text).into_iter().map(|source| source.replace("&amp;", "&")));
                    }
                    _ => addresses(value, found),
                }
            }
        }
        _ => {}
    }
}

fn is_remote(address: &str) -> bool {
    address.starts_with("http://") || address.starts_with("https://")
}

/// What the pictures of an HTML text name as their source.
fn sources(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in html.match_indices("<img") {
        let tag = &html[at..html[at..].find('>').map_or(html.len(), |end| at + end)];
        for name in SOURCES {
            for quote in ['"', '\''] {
                let source = tag.split(&format!(" {name}={quote}")).nth(1);
                let source = source.and_then(|rest| rest.split(quote).next());
                found.extend(source.filter(|source| is_remote(source)));
            }
        }
    }
    found
}

/// Where absolute addresses stand in a text: whole values, attributes, lists of sizes, style sheets, JSON in attributes.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find("://") {
        let colon = from + at;
        let start = ["https", "http"].iter().find(|scheme| text[..colon].ends_with(*scheme));
        let start = start.map_or(colon, |scheme| colon - scheme.len());
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | ')' | '\\');
        let mut end = text[colon..].find(ends).map_or(text.len(), |end| colon + end);
        // An attribute that holds JSON has its quotes escaped; `&amp;` is a part of the address.
        for escaped in ["&quot;", "&#34;", "&#39;", "&#x27;"] {
            end = text[colon..end].find(escaped).map_or(end, |at| colon + at);
        }
        let trimmed = text[colon..end].trim_end_matches([',', '.', ';']).len();
        if start < colon {
            found.push(start..colon + trimmed);
        }
        from = end.max(colon + 3);
    }
    found
}

/// A value with the addresses replaced for which there is something else, wherever they stand in it.
pub fn replace(value: &mut Value, known: &dyn Fn(&str) -> Option<String>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, known)),
        Value::Object(members) => members.values_mut().for_each(|value| replace(value, known)),
        Value::String(text) => {
            for place in places(text).into_iter().rev() {
                let address = &text[place.clone()];
                let local = known(address).or_else(|| known(&address.replace("&amp;", "&")));
                if let Some(local) = local {
                    text.replace_range(place, &local);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_replaced_wherever_they_stand() {
        let mut value = serde_json::json!({
            "assetUrl": "https://cdn.example/a.png?format=300w",
            "body": "<img data-src='https://cdn.example/a.png' srcset=\"https://cdn.example/a.png?format=1w&amp;x=1 1w, \
                     https://cdn.example/a.png 2w\"><p style=\"background:url(https://cdn.example/a.png)\" \
                     data-json=\"{&quot;u&quot;:&quot;https://cdn.example/a.png&quot;}\">see https://cdn.example/b.png.</p>",
        });
        let known = |address: &str| {
            address.starts_with("https://cdn.example/a.png").then(|| "/files/a.png".to_owned())
        };
        replace(&mut value, &known);
        assert_eq!(value["assetUrl"], "/files/a.png");
        assert_eq!(
            value["body"],
            "<img data-src='/files/a.png' srcset=\"/files/a.png 1w, /files/a.png 2w\"><p \
             style=\"background:url(/files/a.png)\" data-json=\"{&quot;u&quot;:&quot;/files/a.png&quot;}\">see \
             https://cdn.example/b.png.</p>"
        );
    }

    #[test]
    fn pictures_are_found_by_what_shows_them() {
        let value = serde_json::json!({
            "assetUrl": "https://cdn.example/none/",
            "items": [{"assetUrl": "https://cdn.example/1.jpg"}],
            "website": {"logoImageUrl": "https://cdn.example/0.png"},
            "body": "<a href=\"https://cdn.example/no.html\"><img src=\"data:x\" data-src=\"https://cdn.example/2.jpg?a=1&amp;b=2\"></a>",
        });
        let mut found = BTreeSet::new();
        addresses(&value, &mut found);
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            ["https://cdn.example/0.png", "https://cdn.example/1.jpg", "https://cdn.example/2.jpg?a=1&b=2"]
        );
    }
}
