//! What an expression computes with.

use std::borrow::Cow;

use super::number;
use super::surroundings::Scope;
use crate::node::{Node, write_number};

/// A value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'r> {
    Null,
    Boolean(bool),
    Number(f64),
    Text(Cow<'r, str>),
}

impl Value<'_> {
    #[inline]
    pub(super) fn to_number(&self) -> f64 {
        match self {
            Value::Null => 0.0,
            Value::Boolean(value) => f64::from(u8::from(*value)),
            Value::Number(value) => *value,
            Value::Text(text) => number::from_text(text),
        }
    }

    #[inline]
    pub(super) fn to_boolean(&self) -> bool {
        match self {
            Value::Null => false,
            Value::Boolean(value) => *value,
            Value::Number(value) => *value != 0.0 && !value.is_nan(),
            Value::Text(text) => !text.is_empty(),
        }
    }
}

impl<'r> Value<'r> {
    #[inline]
    pub(super) fn to_text(&self) -> Cow<'r, str> {
        match self {
            Value::Null => "null".into(),
            Value::Boolean(true) => "true".into(),
            Value::Boolean(false) => "false".into(),
            Value::Number(value) => {
                let mut text = String::new();
                write_number(*value, &mut text);
                text.into()
            }
            Value::Text(text) => text.clone(),
        }
    }

    #[inline]
    pub(super) fn into_node(self, scope: &dyn Scope<'r>) -> Node<'r> {
        match self {
            Value::Null => Node::Null,
            Value::Boolean(value) => Node::Boolean(value),
            Value::Number(value) => Node::number(value),
            Value::Text(Cow::Borrowed(text)) => Node::Text(text),
            Value::Text(Cow::Owned(text)) => Node::Text(scope.keep(&text)),
        }
    }
}
