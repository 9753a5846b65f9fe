//! The text of a post on its way to HTML and blocks: what it refers to, and what is ready of it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::record::Picture;

/// The attribute of the element that keeps the place of a block.
pub const PLACE: &str = "data-loggia-block";
/// What the texts of an export refer to.
#[derive(Debug, Default)]
pub struct References {
    /// The content of reusable blocks, by id.
    pub reusable: BTreeMap<String, String>,
    /// Attachments that are pictures, by id.
    pub pictures: BTreeMap<String, Picture>,
    /// The addresses of all attachments, by id.
    pub files: BTreeMap<String, String>,
    /// The ids of the pictures that belong to an entry, by its id.
    pub attached: BTreeMap<String, Vec<String>>,
}

/// A text that is HTML now.
#[derive(Debug, Default, PartialEq)]
pub struct Prepared {
    /// The HTML.
    pub html: String,
    /// The blocks whose places stand in it.
    pub blocks: Vec<Value>,
    /// What was left out or stays as it was, each once.
    pub faults: Vec<String>,
}

impl Prepared {
    /// Keeps a block; the element that keeps its place.
    pub fn place(&mut self, block: Value) -> String {
        self.blocks.push(block);
        format!("<div {PLACE}=\"{}\"></div>", self.blocks.len() - 1)
    }

    /// Notes what happened to a part of the text.
    pub fn fault(&mut self, message: String) {
        if !self.faults.contains(&message) {
            self.faults.push(message);
        }
    }
}
