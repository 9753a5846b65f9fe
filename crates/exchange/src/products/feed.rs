//! A feed of products as a table: an item a row, a word a column. RSS or Atom with the words of Google Merchant or with plain
//! ones, and the catalogues that markets take as `yml_catalog`.

use std::collections::HashMap;

use crate::posts::xml::{self, Element};
use crate::sheet::Sheet;

/// By what a feed for Google is known.
const SPACE: &str = "base.google.com/ns/1.0";
/// By what a catalogue is known.
const CATALOGUE: &str = "<yml_catalog";
/// What of a catalogue is called otherwise in lists.
const WORDS: [(&str, &str); 6] = [
    ("picture", "image link"),
    ("oldprice", "compare at price"),
    ("currencyId", "currency"),
    ("vendorCode", "sku"),
    ("vendor", "brand"),
    ("url", "link"),
];

/// Whether a text is such a feed; its beginning says so.
pub(super) fn is_feed(text: &str) -> bool {
    let has = |word: &str| text.contains(word);
    // Posts have items as well, and none of them has a price.
    let is_priced = has("<item") && has("<price>") && !has("wordpress.org/export");
    text.trim_start().starts_with('<') && (has(SPACE) || has(CATALOGUE) || is_priced)
}

/// Its items. What stands behind damage is lost, and said.
pub(super) fn table(text: &str, rename: impl Fn(String) -> String) -> Sheet {
    let is_catalogue = text.contains(CATALOGUE);
    let is_atom = text.find("<entry").is_some_and(|entry| text.find("<item").is_none_or(|item| entry < item));
    let depth = if is_catalogue {
        3
    } else if is_atom || (text.contains("<channel") && !text.contains("<rss") && !text.contains(":RDF")) {
        1
    } else {
        2
    };
    let mut rows = Rows::default();
    let mut categories = Categories::default();
    let done = xml::elements(text, depth, |item| match item.name.as_str() {
        "item" | "entry" if !is_catalogue => {
            rows.put(item.line, item.children.iter().map(|child| (child.name.clone(), words(child))));
        }
        "category" if is_catalogue => categories.put(&item),
        "offer" if is_catalogue => rows.put(item.line, offer(&item, &categories).into_iter()),
        _ => {}
    });
    let broken = done.err().map(|broken| {
        let message = format!("This feed cannot be read from here on: {}.", broken.reason);
        (broken.line, message)
    });
    Sheet::of(&rows.names, rows.rows, broken, rename)
}

/// The rows of a table whose columns come as they are met.
#[derive(Default)]
struct Rows {
    names: Vec<String>,
    places: HashMap<String, usize>,
    rows: Vec<(usize, Vec<String>)>,
}

impl Rows {
    fn put(&mut self, line: usize, words: impl Iterator<Item = (String, String)>) {
        let mut cells: Vec<String> = Vec::new();
        for (name, text) in words {
            let at = *self.places.entry(name.clone()).or_insert_with(|| {
                self.names.push(name);
                self.names.len() - 1
            });
            cells.resize(cells.len().max(at + 1), String::new());
            // A word that stands several times, such as one for each further picture.
            if !cells[at].is_empty() && !text.is_empty() {
                cells[at].push_str(if text.starts_with("http") { " " } else { ", " });
            }
            cells[at].push_str(&text);
        }
        self.rows.push((line, cells));
    }
}

/// The categories of a catalogue by their numbers: the one above, and the name.
#[derive(Default)]
struct Categories {
    known: HashMap<String, (String, String)>,
}

impl Categories {
    fn put(&mut self, category: &Element) {
        let above = category.attribute("parentId").to_owned();
        self.known.insert(category.attribute("id").to_owned(), (above, category.text.trim().to_owned()));
    }

    /// The names of a category and of those above it, the highest first; its number where the catalogue does not name it.
    fn path(&self, id: &str) -> String {
        let (mut names, mut at) = (Vec::new(), id);
        while let Some((above, name)) = self.known.get(at) {
            names.push(name.as_str());
            // A circle of categories ends somewhere.
            if above.is_empty() || names.len() > self.known.len() {
                break;
            }
            at = above;
        }
        names.reverse();
        if names.is_empty() { id.to_owned() } else { names.join(" > ") }
    }
}

/// The words of an offer of a catalogue, as lists call them.
fn offer(offer: &Element, categories: &Categories) -> Vec<(String, String)> {
    let mut found = vec![("id".to_owned(), offer.attribute("id").to_owned())];
    let mut put = |name: &str, text: String| found.push((name.to_owned(), text));
    if !offer.attribute("group_id").is_empty() {
        put("item_group_id", offer.attribute("group_id").to_owned());
    }
    match offer.attribute("available") {
        "true" => put("availability", "in stock".to_owned()),
        "false" => put("availability", "out of stock".to_owned()),
        _ => {}
    }
    if offer.text_of("name").is_empty() {
        // An offer of this kind has its name in parts.
        let parts = ["typePrefix", "vendor", "model"].map(|part| offer.text_of(part));
        put("name", parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "));
    }
    for child in &offer.children {
        match child.name.as_str() {
            "categoryId" => put("category", categories.path(child.text.trim())),
            "param" => put(child.attribute("name"), child.text.trim().to_owned()),
            name => {
                let own = WORDS.iter().find(|(word, _)| *word == name).map_or(name, |(_, own)| own);
                put(own, words(child));
            }
        }
    }
    found
}

/// The text of a word, of those in it, or the address that it names.
fn words(element: &Element) -> String {
    let own = element.text.trim();
    if !own.is_empty() || element.children.is_empty() {
        return if own.is_empty() { element.attribute("href").to_owned() } else { own.to_owned() };
    }
    element.children.iter().map(words).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}
