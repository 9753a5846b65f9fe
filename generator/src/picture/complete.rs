//! What content leaves out of its pictures, filled in from the pictures themselves (G-038, G-039).

use loggia_template::{Arena, Node};

use super::{Facts, Pictures};
use crate::asset::percent_decoded;
use crate::site::Site;
use crate::site::document::{keep_object, kept_arena};

/// Fills in `originalSize`, `colorData`, `systemDataVariants` and `placeholder` wherever an object has the `assetUrl` of
/// a picture of this site and does not say them itself.
pub fn complete(site: &mut Site, pictures: &Pictures) {
    if pictures.facts.is_empty() {
        return;
    }
    let fill = |node: &mut Node<'static>| complete_node(node, pictures);
    fill(&mut site.website.document.root);
    for collection in &mut site.collections {
        fill(&mut collection.node);
        for item in &mut collection.items {
            fill(&mut item.node);
        }
    }
}

/// Fills in the same in one value.
pub fn complete_node(node: &mut Node<'static>, pictures: &Pictures) {
    if pictures.facts.is_empty() {
        return;
    }
    if let Some(filled) = filled(*node, pictures, kept_arena()) {
        *node = filled;
    }
}

/// The value with every picture in it completed; `None` when nothing was missing.
fn filled(node: Node<'static>, pictures: &Pictures, arena: &'static Arena) -> Option<Node<'static>> {
    match node {
        Node::List(list) => {
            let mut changed: Option<Vec<Node<'static>>> = None;
            for (index, element) in list.iter().enumerate() {
                if let Some(new) = filled(*element, pictures, arena) {
                    changed.get_or_insert_with(|| list.to_vec())[index] = new;
                }
            }
            changed.map(|list| arena.list(&list))
        }
        Node::Object(object) => {
            let mut members: Vec<(&'static str, Node<'static>)> = object.members().collect();
            let mut changed = false;
            for (_, value) in &mut members {
                if let Some(new) = filled(*value, pictures, arena) {
                    *value = new;
                    changed = true;
                }
            }
            if let Some(facts) = node.get("assetUrl").as_str().and_then(|url| facts_of(url, pictures)) {
                for (key, value) in known(facts, arena) {
                    match members.iter_mut().find(|(name, _)| *name == key) {
                        Some((_, there)) if there.is_nothing() => *there = value,
                        Some(_) => continue,
                        None => members.push((key, value)),
                    }
                    changed = true;
                }
            }
            changed.then(|| keep_object(&members))
        }
        _ => None,
    }
}

fn facts_of<'p>(url: &str, pictures: &'p Pictures) -> Option<&'p Facts> {
    let address = &url[..url.find(['?', '#']).unwrap_or(url.len())];
    pictures.facts.get(address).or_else(|| pictures.facts.get(&percent_decoded(address)?))
}

/// The facts in the shapes of the specification's section 3.
fn known(facts: &Facts, arena: &'static Arena) -> Vec<(&'static str, Node<'static>)> {
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
    use crate::site::document::Document;

    #[test]
    fn g_039_what_is_missing_is_filled_in_and_what_is_said_stays() {
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
        let root = Document::parse("x.json".into(), text.as_bytes().to_vec()).unwrap().root;
        let node = filled(root, &pictures, kept_arena()).unwrap();
        let at =
            |index: usize, key: &str| node.get("items").elements()[index].get(key).to_text().into_owned();
        assert_eq!(at(0, "originalSize"), "400x300");
        assert_eq!(at(0, "systemDataVariants"), "100w,300w");
        assert_eq!(at(0, "placeholder"), "data:x");
        assert_eq!(node.get("items").elements()[0].get("colorData").get("centerAverage").to_text(), "e");
        assert_eq!((at(1, "originalSize"), at(1, "systemDataVariants")), ("9x9".to_owned(), String::new()));
        assert_eq!(at(2, "originalSize"), "");
        assert_eq!(node.get("title").to_text(), "t");
        assert!(filled(node, &pictures, kept_arena()).is_none(), "nothing is left to fill in");
    }
}
