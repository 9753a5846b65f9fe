//! Menus of WordPress: an item of the export for each entry, and a name for each menu.

use std::collections::{BTreeMap, BTreeSet};

use super::identity::meta;
use super::record::{Link, Menu};
use super::terms::Terms;
use super::text::{decoded, plain};
use super::xml::Element;
use crate::Fault;

/// The menus that an export has said up to now.
#[derive(Default)]
pub(super) struct Menus {
    menus: BTreeMap<String, Vec<MenuItem>>,
    names: BTreeMap<String, String>,
}

struct MenuItem {
    id: String,
    above: String,
    order: i64,
    link: Link,
    target: String,
}

impl Menus {
    /// Takes a `wp:term` of the taxonomy `nav_menu`.
    pub(super) fn name(&mut self, element: &Element) {
        self.names.insert(element.text_of("term_slug").to_owned(), decoded(element.text_of("term_name")));
    }

    /// Takes an item of the kind `nav_menu_item`.
    pub(super) fn take(&mut self, item: &Element) {
        let menu = item
            .children
            .iter()
            .find(|child| child.name == "category" && child.attribute("domain") == "nav_menu");
        let Some(menu) = menu.filter(|_| item.text_of("status") == "publish") else { return };
        let nice = menu.attribute("nicename").to_owned();
        self.names.entry(nice.clone()).or_insert_with(|| decoded(menu.text.trim()));
        let kind = meta(item, "_menu_item_type");
        let title = item.text_of("title");
        let is_entry = kind == "post_type";
        let target = meta(item, "_menu_item_object_id");
        self.menus.entry(nice).or_default().push(MenuItem {
            id: item.text_of("post_id").to_owned(),
            above: meta(item, "_menu_item_menu_item_parent").to_owned(),
            order: item.text_of("menu_order").parse().unwrap_or(0),
            link: Link {
                title: plain(title),
                entry: if is_entry { target.to_owned() } else { String::new() },
                url: meta(item, "_menu_item_url").to_owned(),
                ..Link::default()
            },
            target: if kind == "taxonomy" {
                format!("{} {target}", meta(item, "_menu_item_object"))
            } else {
                String::new()
            },
        });
    }

    /// The menus, once everything was read.
    pub(super) fn finish(self, terms: &Terms, faults: &mut Vec<Fault>) -> Vec<Menu> {
        let mut all = Vec::new();
        for (nice, mut items) in self.menus {
            items.sort_by_key(|item| item.order);
            let known: BTreeSet<String> = items.iter().map(|item| item.id.clone()).collect();
            for item in &mut items {
                let list = item.target.split_once(' ').and_then(|(kind, number)| terms.list(kind, number));
                if let Some(list) = list {
                    item.target.clear();
                    item.link.list = Some(list);
                }
            }
            let unknown = items.iter().filter(|item| !item.target.is_empty()).count();
            if unknown > 0 {
                let message = format!(
                    "The menu '{nice}' leads to {unknown} lists of a category, a tag or a kind that a program of the old site added, which the export names by number only; they were left out."
                );
                faults.push(Fault::new(0, message, "add them to the menu in site.json"));
            }
            items.retain(|item| item.target.is_empty());
            let name = self.names.get(&nice).cloned().unwrap_or(nice);
            let links = links("", &items, &known, 0);
            all.push(Menu { name, links });
        }
        all
    }
}

fn links(above: &str, items: &[MenuItem], known: &BTreeSet<String>, depth: usize) -> Vec<Link> {
    let stands_here = |item: &&MenuItem| {
        let top = matches!(item.above.as_str(), "" | "0") || !known.contains(&item.above);
        if above.is_empty() { top } else { item.above == above }
    };
    let here = items.iter().filter(stands_here).filter(|_| depth < 10);
    here.map(|item| Link { links: links(&item.id, items, known, depth + 1), ..item.link.clone() }).collect()
}
