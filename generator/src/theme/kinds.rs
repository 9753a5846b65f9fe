//! Kinds of block that a template brings: `blocks/<name>.block` shows one, and `blocks/<name>.block.conf` says what it is
//! called and what its owner fills in.
//!
//! ```json
//! {"type": "price-card", "title": "Price card", "fields": [
//!   {"key": "plan", "kind": "text", "label": "Plan"},
//!   {"key": "frame", "kind": "choice", "label": "Frame", "choices": [{"value": "thin", "label": "Thin"}]}
//! ], "value": {"plan": "Basic"}}
//! ```

use loggia_template::Node;

use crate::diagnostic::{Diagnostic, nearest};
use crate::site::document::Document;
use crate::site::position::Step;

/// What a field asks for; the editor has a control for each.
pub const FIELD_KINDS: [&str; 11] =
    ["text", "longText", "richText", "number", "flag", "choice", "link", "image", "images", "file", "list"];
/// How deep lists may stand in each other.
const DEPTH: usize = 4;
/// The most fields of a kind, and choices of a field.
const MOST: usize = 60;

/// A kind of block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockKind {
    /// What `type` of a block says.
    pub name: String,
    /// What its owner reads.
    pub title: String,
    /// What they fill in.
    pub fields: Vec<KindField>,
    /// What a new block holds, as JSON; an object.
    pub value: Option<String>,
}

/// What an owner fills in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindField {
    /// The member of the block's value.
    pub key: String,
    /// One of [`FIELD_KINDS`].
    pub kind: &'static str,
    /// What its owner reads; may be empty.
    pub label: String,
    /// What may be chosen: value and label.
    pub choices: Vec<(String, String)>,
    /// What an entry of a list is made of.
    pub of: Vec<KindField>,
}

/// Whether a text may name a kind.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 60 && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_part)
}

/// The kind that a file declares; nothing where it declares none. What is wrong with it is a warning at its place.
pub fn read(document: Document<'_>, faults: &mut Vec<Diagnostic>) -> Option<BlockKind> {
    let root = document.root;
    let name = root.get("type").as_str().unwrap_or_default();
    if root.get("fields").is_nothing() {
        return None;
    }
    if !is_name(name) {
        let message = format!("'{name}' cannot name a kind of block; nothing is made of this file.");
        let fault = document.fault(&["type".into()], "block-type", message);
        faults.push(fault.help("write small letters, digits and hyphens, such as price-card").into_warning());
        return None;
    }
    let mut reading = Reading { document, faults };
    let fields = reading.fields(root.get("fields"), &["fields".into()], 0);
    let value = root.get("value");
    Some(BlockKind {
        name: name.to_owned(),
        title: text(root, "title").unwrap_or_else(|| name.replace('-', " ")),
        fields,
        value: value.as_object().map(|_| {
            let mut json = String::new();
            value.write_json(&mut json);
            json
        }),
    })
}

fn text(node: Node<'_>, key: &str) -> Option<String> {
    node.get(key).as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

struct Reading<'d, 's> {
    document: Document<'s>,
    faults: &'d mut Vec<Diagnostic>,
}

impl Reading<'_, '_> {
    fn warn(&mut self, at: &[Step], message: String, help: String) {
        self.faults.push(self.document.fault(at, "block-type", message).help(help).into_warning());
    }

    fn fields(&mut self, list: Node<'_>, at: &[Step], depth: usize) -> Vec<KindField> {
        let mut fields: Vec<KindField> = Vec::new();
        for (index, node) in list.elements().iter().take(MOST).enumerate() {
            let place = [at, &[index.into()]].concat();
            let Some(field) = self.field(*node, &place, depth) else { continue };
            match fields.iter().any(|known| known.key == field.key) {
                true => self.warn(
                    &place,
                    format!("There is a field '{}' already; this one is left out.", field.key),
                    "give it another key".to_owned(),
                ),
                false => fields.push(field),
            }
        }
        fields
    }

    fn field(&mut self, node: Node<'_>, at: &[Step], depth: usize) -> Option<KindField> {
        let key = text(node, "key").filter(|key| {
            key.starts_with(|c: char| c.is_ascii_alphabetic())
                && key.chars().all(|c| c.is_ascii_alphanumeric())
        });
        let Some(key) = key else {
            let help = "a key has letters and digits, such as buttonText".to_owned();
            self.warn(at, "A field needs its key; this one is left out.".to_owned(), help);
            return None;
        };
        let asked = text(node, "kind").unwrap_or_else(|| "text".to_owned());
        let Some(kind) = FIELD_KINDS.into_iter().find(|known| *known == asked) else {
            let near = nearest(&asked, FIELD_KINDS).map(|near| format!("did you mean `{near}`?"));
            let help = near.unwrap_or_else(|| format!("known: {}", FIELD_KINDS.join(", ")));
            let place = [at, &["kind".into()]].concat();
            self.warn(&place, format!("There is no kind of field '{asked}'; it is left out."), help);
            return None;
        };
        let choices = node.get("choices").elements().iter().take(MOST).filter_map(|choice| {
            let value = choice.as_str().map(str::to_owned).or_else(|| text(*choice, "value"))?;
            let label = text(*choice, "label").unwrap_or_else(|| value.clone());
            Some((value, label))
        });
        let of = match kind {
            "list" if depth < DEPTH => self.fields(node.get("of"), &[at, &["of".into()]].concat(), depth + 1),
            _ => Vec::new(),
        };
        let label = text(node, "label").unwrap_or_default();
        Some(KindField { key, kind, label, choices: choices.collect(), of })
    }
}
