//! A walk through markup: layouts and blocks where they stand, and between them whatever else there is.

use ego_tree::NodeRef;
use scraper::ElementRef;
use scraper::node::Node;
use serde_json::{Value, json};

use super::blocks::{convert, is_block, loose_gallery};
use super::clean::escaped;
use super::dom::{El, below, is_unseen, is_words, parse, shows};
use super::layout::{is_layout, rows};
use super::reader::{Reader, start_of};

/// How deep the search for layouts goes before what is left is taken as markup.
const DEPTH: usize = 200;

/// What an element holds as rows, without what `is_taken` says is taken care of.
pub(crate) fn split(el: El<'_>, is_taken: &dyn Fn(El<'_>) -> bool, reader: &mut Reader<'_>) -> Vec<Value> {
    let mut found = Vec::new();
    for part in parts(el, is_taken, reader) {
        if let Part::Rows(rows) = part {
            found.extend(rows);
        }
    }
    found
}

/// A part of a page: one that was asked for, or rows of blocks.
pub(crate) enum Part<'a> {
    /// One that was asked for.
    Known(El<'a>),
    /// What stands between two of those.
    Rows(Vec<Value>),
}

/// The parts of an element in order: those that `is_known` asks for, and rows of all else.
pub(crate) fn parts<'a>(
    el: El<'a>,
    is_known: &dyn Fn(El<'_>) -> bool,
    reader: &mut Reader<'_>,
) -> Vec<Part<'a>> {
    let mut walk = Walk { is_known, parts: Vec::new(), rows: Vec::new(), left: String::new() };
    for child in el.children() {
        walk.node(child, 0, reader);
    }
    walk.flush(reader);
    walk.end_rows();
    walk.parts
}

struct Walk<'a, 'k> {
    is_known: &'k dyn Fn(El<'_>) -> bool,
    parts: Vec<Part<'a>>,
    rows: Vec<Value>,
    /// Markup that belongs to no block, so far.
    left: String,
}

impl<'a> Walk<'a, '_> {
    fn node(&mut self, node: NodeRef<'a, Node>, depth: usize, reader: &mut Reader<'_>) {
        let Some(el) = ElementRef::wrap(node) else {
            if let Node::Text(text) = node.value()
                && is_words(node)
            {
                self.left.push_str(&escaped(text));
            }
            return;
        };
        if (self.is_known)(el) {
            self.flush(reader);
            self.end_rows();
            return self.parts.push(Part::Known(el));
        }
        if is_unseen(el) && !below(el).any(is_block) {
            return;
        }
        if is_layout(el) {
            self.flush(reader);
            return self.rows.extend(rows(el, 0, reader));
        }
        if is_block(el) {
            self.flush(reader);
            let blocks = convert(el, reader);
            if !blocks.is_empty() {
                self.rows.push(json!({"columns": [{"span": 12, "blocks": blocks}]}));
            }
            return;
        }
        let holds = |found: El<'_>| (self.is_known)(found) || is_layout(found) || is_block(found);
        if depth < DEPTH && below(el).any(holds) {
            for child in el.children() {
                self.node(child, depth + 1, reader);
            }
        } else if let Some(gallery) = loose_gallery(el, reader) {
            self.flush(reader);
            self.rows.push(json!({"columns": [{"span": 12, "blocks": [gallery]}]}));
        } else if shows(el) {
            self.left.push_str(&reader.cleaner().whole(el));
        }
    }

    /// What belongs to no block becomes one of markup.
    fn flush(&mut self, reader: &mut Reader<'_>) {
        let html = std::mem::take(&mut self.left);
        if html.trim().is_empty() {
            return;
        }
        let fragment = parse(&html);
        reader.fault(
            format!(
                "A part of the page (“{}”) belongs to no block; it was kept as the HTML it was.",
                start_of(fragment.root_element())
            ),
            "it shows what it showed; a list of items or a form of the platform is better made anew",
        );
        let block = reader.kept(html, "page", None);
        self.rows.push(json!({"columns": [{"span": 12, "blocks": [block]}]}));
    }

    fn end_rows(&mut self) {
        if !self.rows.is_empty() {
            self.parts.push(Part::Rows(std::mem::take(&mut self.rows)));
        }
    }
}
