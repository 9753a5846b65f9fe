//! A feed of products (RSS or Atom with the words of Google Merchant) as a table: an item a row, a word a column.

use std::collections::HashMap;

use crate::posts::xml::{self, Element};
use crate::sheet::Sheet;

/// By what such a feed is known.
const SPACE: &str = "base.google.com/ns/1.0";

/// Whether a text is such a feed; its beginning says so.
pub(super) fn is_feed(text: &str) -> bool {
    text.trim_start().starts_with('<') && text.contains(SPACE)
}

/// Its items. What stands behind damage is lost, and said.
pub(super) fn table(text: &str, rename: impl Fn(String) -> String) -> Sheet {
    let is_atom = text.find("<entry").is_some_and(|entry| text.find("<item").is_none_or(|item| entry < item));
    let mut names: Vec<String> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    let done = xml::elements(text, if is_atom { 1 } else { 2 }, |item| {
        if !matches!(item.name.as_str(), "item" | "entry") {
            return;
        }
        let mut cells: Vec<String> = Vec::new();
        for child in &item.children {
            let at = *places.entry(child.name.clone()).or_insert_with(|| {
                names.push(child.name.clone());
                names.len() - 1
            });
            cells.resize(cells.len().max(at + 1), String::new());
            let text = words(child);
            // A word that stands several times, such as one for each further picture.
            if !cells[at].is_empty() && !text.is_empty() {
                cells[at].push_str(if text.starts_with("http") { " " } else { ", " });
            }
            cells[at].push_str(&text);
        }
        rows.push((item.line, cells));
    });
    let broken = done.err().map(|broken| {
        let message = format!("This feed cannot be read from here on: {}.", broken.reason);
        (broken.line, message)
    });
    Sheet::of(&names, rows, broken, rename)
}

/// The text of a word, of those in it, or the address that it names.
fn words(element: &Element) -> String {
    let own = element.text.trim();
    if !own.is_empty() || element.children.is_empty() {
        return if own.is_empty() { element.attribute("href").to_owned() } else { own.to_owned() };
    }
    element.children.iter().map(words).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}
