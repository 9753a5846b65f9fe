//! Values of a site's files as the JSON of other programs.

use loggia_template::Node;
use serde_json::Value;

/// A template value as a JSON value of the serialisation library.
#[must_use]
pub fn value(node: Node<'_>) -> Value {
    match node {
        Node::Missing | Node::Null => Value::Null,
        Node::Boolean(flag) => flag.into(),
        Node::Number(number) => {
            let number = number.value();
            if number.trunc() == number && number.abs() < 9e15 {
                (number as i64).into()
            } else {
                number.into()
            }
        }
        Node::Text(text) => text.into(),
        Node::List(list) => list.iter().map(|node| value(*node)).collect(),
        Node::Object(object) => object.members().map(|(key, node)| (key.to_owned(), value(node))).collect(),
    }
}
