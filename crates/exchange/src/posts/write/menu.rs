//! Menus: a term for each, and an item for each of their entries.

use super::super::record::{Kind, Link};
use super::super::text::escaped;
use super::item::Post;
use super::known::Known;
use super::names::{Numbers, Terms};
use super::xml::Xml;

/// How deep entries of a menu stand in each other at most.
const DEPTH: usize = 10;

/// The short names of the menus, in their order.
fn short_names(known: &Known<'_>) -> Vec<String> {
    let mut terms = Terms::default();
    known.export.menus.iter().map(|menu| terms.of(&menu.name, "menu")).collect()
}

pub(super) fn terms(xml: &mut Xml, known: &Known<'_>, numbers: &mut Numbers) {
    for (menu, short) in known.export.menus.iter().zip(short_names(known)) {
        xml.open("wp:term", &[]);
        xml.text("wp:term_id", &numbers.next().to_string());
        xml.data("wp:term_taxonomy", &[], "nav_menu");
        xml.data("wp:term_slug", &[], &short);
        xml.data("wp:term_parent", &[], "");
        xml.data("wp:term_name", &[], &escaped(&menu.name));
        xml.close("wp:term");
    }
}

/// A menu whose entries are being written.
struct Place<'m> {
    short: &'m str,
    name: &'m str,
    /// The number of the entry that they stand below; 0 at the top.
    above: u64,
    depth: usize,
}

pub(super) fn items(xml: &mut Xml, known: &Known<'_>, numbers: &mut Numbers) {
    for (menu, short) in known.export.menus.iter().zip(short_names(known)) {
        let place = Place { short: &short, name: &menu.name, above: 0, depth: 0 };
        links(xml, (known, numbers), &menu.links, &place, &mut 0);
    }
}

fn links(
    xml: &mut Xml,
    (known, numbers): (&Known<'_>, &mut Numbers),
    all: &[Link],
    place: &Place<'_>,
    order: &mut i64,
) {
    if place.depth == DEPTH {
        return;
    }
    for link in all {
        *order += 1;
        let number = numbers.next();
        item(xml, known, link, place, (number, *order));
        let below = Place { above: number, depth: place.depth + 1, ..*place };
        links(xml, (known, numbers), &link.links, &below, order);
    }
}

fn item(xml: &mut Xml, known: &Known<'_>, link: &Link, place: &Place<'_>, (number, order): (u64, i64)) {
    let entry = known.export.entries.iter().find(|entry| !link.entry.is_empty() && entry.id == link.entry);
    let target = known.by_id.get(link.entry.as_str()).copied().filter(|_| entry.is_some());
    let kind = match entry.map(|entry| &entry.kind) {
        Some(Kind::Page) => "page",
        Some(_) => "post",
        None => "custom",
    };
    known.begin(xml, &link.title, "", 0);
    xml.text("description", "");
    xml.data("content:encoded", &[], "");
    xml.data("excerpt:encoded", &[], "");
    known.post(
        xml,
        &Post {
            number,
            name: &format!("menu-{number}"),
            status: "publish",
            above: 0,
            order,
            kind: "nav_menu_item",
            is_sticky: false,
            comments_open: false,
            times: (0, 0),
        },
    );
    xml.data("category", &[("domain", "nav_menu"), ("nicename", place.short)], &escaped(place.name));
    let url = match (target, link.url.as_str()) {
        (Some(_), _) => String::new(),
        (None, "") => "#".to_owned(),
        (None, url) => known.absolute(url),
    };
    for (key, value) in [
        ("_menu_item_type", if target.is_some() { "post_type" } else { "custom" }),
        ("_menu_item_menu_item_parent", &place.above.to_string()),
        ("_menu_item_object_id", &target.unwrap_or(number).to_string()),
        ("_menu_item_object", kind),
        ("_menu_item_target", ""),
        ("_menu_item_url", &url),
    ] {
        xml.open("wp:postmeta", &[]);
        xml.data("wp:meta_key", &[], key);
        xml.data("wp:meta_value", &[], value);
        xml.close("wp:postmeta");
    }
    xml.close("item");
}
