//! An argument that is a JSON value or a name (T-027).

use crate::node::{Arena, Node};
use crate::runtime::Context;
use crate::variable::Path;

/// An argument of a comparing predicate.
pub(super) enum Operand {
    /// A scalar, which is what most literals are.
    Null,
    Boolean(bool),
    Number(f64),
    Text(Box<str>),
    /// A list or object: kept as text, since a value lives in an arena. Parsed when it is compared.
    Json(Box<str>),
    Name(Path),
}

impl Operand {
    /// An argument that starts like JSON and is JSON is a literal; everything else is a name.
    pub(super) fn parse(argument: &str) -> Self {
        if starts_like_json(argument) {
            let arena = Arena::new();
            match arena.parse(argument) {
                Ok(Node::Null | Node::Missing) => return Operand::Null,
                Ok(Node::Boolean(value)) => return Operand::Boolean(value),
                Ok(Node::Number(number)) => return Operand::Number(number.value()),
                Ok(Node::Text(text)) => return Operand::Text(text.into()),
                Ok(Node::List(_) | Node::Object(_)) => return Operand::Json(argument.into()),
                Err(_) => {}
            }
        }
        Operand::Name(Path::parse(argument))
    }

    /// Hands the operand's value on.
    pub(super) fn with<'r, T>(&self, context: &Context<'r>, work: impl FnOnce(Node<'_>) -> T) -> T {
        match self {
            Operand::Null => work(Node::Null),
            Operand::Boolean(value) => work(Node::Boolean(*value)),
            Operand::Number(value) => work(Node::number(*value)),
            Operand::Text(text) => work(Node::Text(text)),
            Operand::Json(text) => {
                let arena = Arena::new();
                let node = arena.parse(text).unwrap_or_default();
                work(node)
            }
            Operand::Name(path) => work(context.resolve(path)),
        }
    }
}

fn starts_like_json(text: &str) -> bool {
    match text.as_bytes() {
        [b'"' | b'[' | b'{' | b'0'..=b'9', ..] | [b'-', b'0'..=b'9', ..] => true,
        _ => matches!(text, "true" | "false" | "null"),
    }
}
