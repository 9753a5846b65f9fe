//! What content leaves out of its pictures, filled in from the pictures themselves (G-038, G-039).

use loggia_template::{Arena, Node};

use super::facts::{Facts, Pictures};
use crate::asset::percent_decoded;
use crate::site::Site;
use crate::site::memory::Reader;

/// Fills in `originalSize`, `colorData`, `systemDataVariants` and `placeholder` wherever an object has the `assetUrl` of
/// a picture of this site and does not say them itself.
pub fn complete(site: &mut Site<'_>, pictures: &Pictures) {
    if pictures.facts.is_empty() {
        return;
    }
    let mut reader = site.memory.reader();
    complete_node(&mut site.website.document.root, pictures, &mut reader);
    for collection in &mut site.collections {
        complete_node(&mut collection.node, pictures, &mut reader);
        for item in &mut collection.items {
            complete_node(&mut item.node, pictures, &mut reader);
        }
    }
}

/// Fills in the same in one value.
pub fn complete_node<'s>(node: &mut Node<'s>, pictures: &Pictures, reader: &mut Reader<'s>) {
    if pictures.facts.is_empty() {
        return;
    }
    if let Some(filled) = filled(*node, pictures, reader) {
        *node = filled;
    }
}

/// The value with every picture in it completed; `None` when nothing was missing.
fn filled<'s>(node: Node<'s>, pictures: &Pictures, reader: &mut Reader<'s>) -> Option<Node<'s>> {
    match node {
        Node::List(list) => {
            let mut changed: Option<Vec<Node<'s>>> = None;
            for (index, element) in list.iter().enumerate() {
                if let Some(new) = filled(*element, pictures, reader) {
                    changed.get_or_insert_with(|| list.to_vec())[index] = new;
                }
            }
            changed.map(|list| reader.arena().list(&list))
        }
        Node::Object(object) => {
            let mut members: Vec<(&'s str, Node<'s>)> = object.members().collect();
            let mut changed = false;
            for (_, value) in &mut members {
                if let Some(new) = filled(*value, pictures, reader) {
                    *value = new;
                    changed = true;
                }
            }
            if let Some(facts) = node.get("assetUrl").as_str().and_then(|url| facts_of(url, pictures)) {
                for (key, value) in known(facts, reader.arena()) {
                    match members.iter_mut().find(|(name, _)| *name == key) {
                        Some((_, there)) if there.is_nothing() => *there = value,
                        Some(_) => continue,
                        None => members.push((key, value)),
                    }
                    changed = true;
                }
            }
            changed.then(|| reader.object(&members))
        }
        _ => None,
    }
}

fn facts_of<'p>(url: &str, pictures: &'p Pictures) -> Option<&'p Facts> {
    let address = &url[..url.find(['?', '#']).unwrap_or(url.len())];
    pictures.facts.get(address).or_else(|| pictures.facts.get(&percent_decoded(address)?))
}

/// The facts in the shapes of the specification's section 3.
fn known<'s>(facts: &Facts, arena: &'s Arena) -> Vec<(&'s str, Node<'s>)> {
    let mut members = vec![("originalSize", arena.text_node(&format!("{}x{}", facts.width, facts.height)))];
    if let Some(colors) = &facts.colors {
        const KEYS: [&str; 5] =
            ["topLeftAverage", "topRightAverage", "bottomLeftAverage", "bottomRightAverage", "centerAverage"];
        let colors = KEYS.into_iter().zip(colors).map(|(key, color)| (key, arena.text_node(color)));
        members.push(("colorData", arena.object(colors.collect::<Vec<_>>())));
    }
    let mut widths: Vec<u32> = facts.variants.iter().map(|variant| variant.width).collect();
    widths.dedup();
    if !widths.is_empty() {
        let widths: Vec<String> = widths.iter().map(|width| format!("{width}w")).collect();
        members.push(("systemDataVariants", arena.text_node(&widths.join(","))));
    }
    if let Some(placeholder) = &facts.placeholder {
        members.push(("placeholder", arena.text_node(placeholder)));
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Entry;
    use crate::picture::{Format, Variant};

    #[test]
    fn g_039_what_is_missing_is_filled_in_and_what_is_given_stays() {
        let variant = |width| Variant { width, format: Format::Webp, entry: Entry::of(b"") };
        let facts = Facts {
            width: 400,
            height: 300,
            colors: Some(["a", "b", "c", "d", "e"].map(str::to_owned)),
            placeholder: Some("data:x".to_owned()),
            variants: vec![variant(100), variant(300)],
        };
        let mut pictures = Pictures::default();
        pictures.facts.insert("/files/a b.jpg".to_owned(), facts);
        let text = r#"{"title": "t", "items": [{"assetUrl": "/files/a%20b.jpg?format=1", "originalSize": null},
            {"assetUrl": "/files/a b.jpg", "originalSize": "9x9", "systemDataVariants": ""}, {"assetUrl": "/files/c.jpg"}]}"#;
        let arena = Arena::new();
        let mut reader = Reader::new(&arena);
        let root = arena.parse(text).unwrap();
        let node = filled(root, &pictures, &mut reader).unwrap();
        let at =
            |index: usize, key: &str| node.get("items").elements()[index].get(key).to_text().into_owned();
        assert_eq!(at(0, "originalSize"), "400x300");
        assert_eq!(at(0, "systemDataVariants"), "100w,300w");
        assert_eq!(at(0, "placeholder"), "data:x");
        assert_eq!(node.get("items").elements()[0].get("colorData").get("centerAverage").to_text(), "e");
        assert_eq!((at(1, "originalSize"), at(1, "systemDataVariants")), ("9x9".to_owned(), String::new()));
        assert_eq!(at(2, "originalSize"), "");
        assert_eq!(node.get("title").to_text(), "t");
        assert!(filled(node, &pictures, &mut reader).is_none(), "nothing is left to fill in");
    }
}
