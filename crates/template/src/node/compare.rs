//! Equality and order of values, as the comparing predicates see them.

use std::cmp::Ordering;

use super::value::{MAX_DEPTH, Node};

impl<'a> Node<'a> {
    /// Deep equality without any conversion; a missing value equals `null`. Members of objects may be in any order.
    /// Values nested deeper than [`MAX_DEPTH`] are never equal.
    pub fn equals(self, other: Node<'_>) -> bool {
        equals(self, other, 0)
    }

    /// Compares by the kind of the left side: numbers with the other side's number, text by UTF-16 code units with the
    /// other side's text, `false` before `true`; everything else is equal or less. A NaN on either side is greater.
    pub fn order(self, other: Node<'_>) -> Ordering {
        match self {
            Node::Number(number) => {
                let (left, right) = (number.value(), other.to_number());
                if left < right {
                    Ordering::Less
                } else if left == right {
                    Ordering::Equal
                } else {
                    Ordering::Greater
                }
            }
            Node::Text(text) => {
                let mut right = String::new();
                other.write_text(&mut right);
                order_text(text, &right)
            }
            Node::Boolean(left) => left.cmp(&other.to_boolean()),
            _ if self.equals(other) => Ordering::Equal,
            _ => Ordering::Less,
        }
    }
}

/// Orders text by UTF-16 code units, which differs from the order of bytes for characters above U+FFFF.
pub(crate) fn order_text(left: &str, right: &str) -> Ordering {
    left.encode_utf16().cmp(right.encode_utf16())
}

fn equals(left: Node<'_>, right: Node<'_>, depth: usize) -> bool {
    match (left, right) {
        (Node::Missing | Node::Null, Node::Missing | Node::Null) => true,
        (Node::Boolean(one), Node::Boolean(two)) => one == two,
        (Node::Number(one), Node::Number(two)) => one.value() == two.value(),
        (Node::Text(one), Node::Text(two)) => one == two,
        (Node::List(one), Node::List(two)) => {
            depth < MAX_DEPTH
                && one.len() == two.len()
                && one.iter().zip(two).all(|(one, two)| equals(*one, *two, depth + 1))
        }
        (Node::Object(one), Node::Object(two)) => {
            depth < MAX_DEPTH
                && one.len() == two.len()
                && one.members().all(|(name, value)| {
                    let other = two.get(name);
                    !other.is_missing() && equals(value, other, depth + 1)
                })
        }
        _ => false,
    }
}
