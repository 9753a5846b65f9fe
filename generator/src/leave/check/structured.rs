//! Structured data of two pages (JSON-LD): types that are not there, members that are not there, members that differ.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::Value;

/// JSON that lies deeper is not looked at.
const DEEPEST: usize = 16;
/// So many things are looked at.
const MOST: usize = 2_000;
/// Longer values are cut when they are named.
const LONGEST: usize = 120;
/// Members whose value belongs to the host: it is enough that they are there.
const ADDRESSES: [&str; 8] =
    ["@id", "url", "image", "logo", "contentUrl", "thumbnailUrl", "item", "mainEntityOfPage"];

/// A thing with a type: its members by their path, each with all values that stand there.
type Thing = BTreeMap<String, BTreeSet<String>>;

/// What differs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Differs {
    /// What is not there, for a person.
    Gone(String),
    /// What says something else.
    Says(String),
}

/// Holds the data of a new page against that of the old one.
pub(super) fn compare(old: &[Value], new: &[Value]) -> Vec<Differs> {
    let (old, new) = (things(old), things(new));
    let mut found = Vec::new();
    for (kind, all) in &old {
        let Some(others) = new.get(kind) else {
            found.push(Differs::Gone(format!("{kind} is not there")));
            continue;
        };
        for thing in all {
            let like =
                |other: &&Thing| thing.iter().filter(|(path, said)| other.get(*path) == Some(*said)).count();
            let Some(best) = others.iter().max_by_key(like) else { continue };
            members(kind, thing, best, &mut found);
        }
    }
    found
}

fn members(kind: &str, old: &Thing, new: &Thing, found: &mut Vec<Differs>) {
    for (path, said) in old {
        let last = path.rsplit('.').next().unwrap_or_default();
        match new.get(path) {
            None => found.push(Differs::Gone(format!("{kind}: {path} is not there ({})", shown(said)))),
            Some(other) if other != said && !ADDRESSES.contains(&last) => {
                found.push(Differs::Says(format!(
                    "{kind}: {path} is {}, it was {}",
                    shown(other),
                    shown(said)
                )));
            }
            Some(_) => {}
        }
    }
}

fn shown(said: &BTreeSet<String>) -> String {
    let text = said.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("“{}…”", &text[..end]),
        None => format!("“{text}”"),
    }
}

/// Things by their types, wherever a list or a graph holds them.
fn things(all: &[Value]) -> BTreeMap<String, Vec<Thing>> {
    let mut found: BTreeMap<String, Vec<Thing>> = BTreeMap::new();
    let mut open: Vec<&Value> = all.iter().rev().collect();
    let mut seen = 0;
    while let Some(value) = open.pop() {
        seen += 1;
        if seen > MOST {
            break;
        }
        match value {
            Value::Array(list) => open.extend(list.iter().rev()),
            Value::Object(members) => {
                if let Some(graph) = members.get("@graph") {
                    open.push(graph);
                }
                let mut thing = Thing::new();
                for (key, value) in members.iter().filter(|(key, _)| !key.starts_with('@')) {
                    add(&mut thing, key, value, 0);
                }
                for kind in kinds(members.get("@type")) {
                    found.entry(kind).or_default().push(thing.clone());
                }
            }
            _ => {}
        }
    }
    found
}

fn kinds(value: Option<&Value>) -> Vec<String> {
    let plain = |kind: &str| kind.rsplit('/').next().unwrap_or(kind).to_owned();
    match value {
        Some(Value::String(kind)) => vec![plain(kind)],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).map(plain).collect(),
        _ => Vec::new(),
    }
}

fn add(thing: &mut Thing, path: &str, value: &Value, depth: usize) {
    if depth > DEEPEST || thing.len() > MOST {
        return;
    }
    let said = match value {
        Value::Null => return,
        Value::Array(list) => return list.iter().for_each(|value| add(thing, path, value, depth + 1)),
        Value::Object(members) => {
            let own = members.iter().filter(|(key, _)| !key.starts_with('@'));
            return own.for_each(|(key, value)| add(thing, &format!("{path}.{key}"), value, depth + 1));
        }
        Value::String(text) => plain(text),
        other => plain(&other.to_string()),
    };
    if !said.is_empty() {
        thing.entry(path.to_owned()).or_default().insert(said);
    }
}

/// A value in one spelling: amounts, times and names of the vocabulary have several.
fn plain(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Ok(number) = text.parse::<rust_decimal::Decimal>() {
        return number.normalize().to_string();
    }
    if let Some(rest) =
        ["https://schema.org/", "http://schema.org/"].iter().find_map(|start| text.strip_prefix(start))
    {
        return rest.to_owned();
    }
    // An offset is written with and without a colon.
    let bytes = text.as_bytes();
    let has_offset = bytes.len() > 20 && matches!(bytes[bytes.len() - 5], b'+' | b'-');
    let spelled = if has_offset && text.is_ascii() {
        let (time, minutes) = text.split_at(text.len() - 2);
        format!("{time}:{minutes}")
    } else {
        text.clone()
    };
    spelled.parse::<Timestamp>().map_or(text, |time| time.as_second().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// S-587: types and members that are lost are named, and what is only spelled otherwise is not.
    #[test]
    fn s_587_lost_members_of_structured_data_are_found() {
        let old = [
            json!({"@context": "https://schema.org", "@type": "Product", "name": "Jug", "brand": {"@type": "Brand", "name": "Kiln"},
                "offers": {"@type": "Offer", "price": 12.5, "availability": "http://schema.org/InStock"}, "url": "https://old.example/jug"}),
            json!([{"@type": "Article", "datePublished": "2024-05-01T10:00:00-0500", "headline": "Fire"}]),
        ];
        let same = [json!({"@graph": [
            {"@type": "http://schema.org/Product", "name": " Jug ", "brand": {"name": "Kiln"}, "url": "/jug",
                "offers": [{"price": "12.50", "availability": "https://schema.org/InStock"}]},
            {"@type": ["Article", "Thing"], "datePublished": "2024-05-01T15:00:00Z", "headline": "Fire"},
        ]})];
        assert_eq!(compare(&old, &same), []);
        let other = [
            json!({"@type": "Product", "name": "Mug", "offers": {"price": "12.50", "availability": "InStock"}}),
        ];
        assert_eq!(
            compare(&old, &other),
            [
                Differs::Gone("Article is not there".to_owned()),
                Differs::Gone("Product: brand.name is not there (“Kiln”)".to_owned()),
                Differs::Says("Product: name is “Mug”, it was “Jug”".to_owned()),
                Differs::Gone("Product: url is not there (“https://old.example/jug”)".to_owned()),
            ]
        );
        let mut deep = json!("x");
        for _ in 0..200 {
            deep = json!({"a": [deep]});
        }
        assert_eq!(compare(&[json!({"@type": "A", "b": deep})], &[]).len(), 1);
    }
}
