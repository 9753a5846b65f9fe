//! A block on its way: what is known of the old one, and what it became.

use serde_json::{Map, Value, json};

use crate::page::dom::{El, attr, first_class, has, line, name};

/// What a kind of block became: our kind's code, our variant, and the value.
pub(crate) struct Made {
    code: i64,
    variant: Option<i64>,
    value: Map<String, Value>,
}

impl Made {
    /// A block of one of our kinds.
    pub(crate) fn new(code: i64, value: Value) -> Made {
        let value = match value {
            Value::Object(value) => value,
            _ => Map::new(),
        };
        Made { code, variant: None, value }
    }

    /// With one of the layouts of its kind.
    pub(crate) fn with_variant(mut self, variant: Option<i64>) -> Made {
        self.variant = variant;
        self
    }

    /// As it stands in a file.
    pub(crate) fn block(self, id: Option<&str>) -> Value {
        let mut block = json!({"type": self.code, "value": self.value});
        if let Some(variant) = self.variant {
            block["variant"] = variant.into();
        }
        if let Some(id) = id {
            block["id"] = id.into();
        }
        block
    }
}

/// A block with what its attributes say of it.
pub(crate) struct Source<'a> {
    /// The element with the class `sqs-block`.
    pub el: El<'a>,
    /// What is in it.
    pub content: El<'a>,
    /// `data-block-json`; null without.
    pub json: Value,
}

/// Whether an element is a block.
pub(crate) fn is_block(el: El<'_>) -> bool {
    has(el, "sqs-block")
}

/// The text of the first element with a class, in one line.
pub(crate) fn text_of(el: El<'_>, class: &str) -> Option<String> {
    first_class(el, class).map(line).filter(|text| !text.is_empty())
}

/// Whether a link opens a window of its own.
pub(crate) fn opens_window(el: El<'_>) -> bool {
    name(el) == "a" && attr(el, "target") == Some("_blank")
}

/// A text of the block's JSON.
pub(crate) fn said<'j>(json: &'j Value, key: &str) -> Option<&'j str> {
    json[key].as_str().map(str::trim).filter(|text| !text.is_empty())
}
