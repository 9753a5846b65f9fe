//! What a value is.

use super::key::Key;
use super::number::{Number, parse_float, parse_int, write_number};

/// The deepest nesting of lists and objects that is read, compared or printed.
pub const MAX_DEPTH: usize = 500;

/// A JSON value, or the absence of one.
#[derive(Clone, Copy, Debug, Default)]
pub enum Node<'a> {
    /// No value: a name that does not resolve. It prints nothing and is false.
    #[default]
    Missing,
    /// JSON `null`: it prints nothing, is false, and stops the search for a name.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A double.
    Number(Number<'a>),
    /// A text.
    Text(&'a str),
    /// An array.
    List(&'a [Node<'a>]),
    /// An object.
    Object(Object<'a>),
}

/// The keys of one or more objects: equal-shaped neighbours in a file share them.
#[derive(Debug)]
pub(crate) struct Shape<'a> {
    pub(crate) names: &'a [&'a str],
    pub(crate) hashes: &'a [u32],
    /// A bit for every hash: most keys that are not there are known not to be without a look at the others.
    pub(super) present: u64,
    /// Empty for small objects; otherwise `buckets[b]..buckets[b + 1]` is a range of `order`.
    pub(super) buckets: &'a [u32],
    pub(super) order: &'a [u32],
    /// Whether every name is written in JSON as it is: none holds a backslash or a quote.
    pub(crate) is_plain: bool,
}

#[derive(Debug)]
pub(crate) struct Members<'a> {
    pub(crate) shape: &'a Shape<'a>,
    pub(crate) values: &'a [Node<'a>],
}

/// A JSON object. Members keep the order of JavaScript: keys that are array indexes first, ascending, then the others
/// as they were written; a key written twice keeps its first place and its last value.
#[derive(Clone, Copy)]
pub struct Object<'a>(pub(crate) &'a Members<'a>);

impl<'a> Node<'a> {
    /// A number value.
    pub const fn number(value: f64) -> Self {
        Node::Number(Number::new(value))
    }

    /// Whether there is no value at all.
    #[inline]
    pub const fn is_missing(self) -> bool {
        matches!(self, Node::Missing)
    }

    /// Whether there is no value or it is `null`.
    #[inline]
    pub const fn is_nothing(self) -> bool {
        matches!(self, Node::Missing | Node::Null)
    }

    /// T-015: missing, `null`, `false`, 0, NaN, `""`, `[]` and `{}` are false; everything else is true.
    #[inline]
    pub fn is_true(self) -> bool {
        match self {
            Node::Missing | Node::Null => false,
            Node::Boolean(value) => value,
            Node::Number(number) => number.value() != 0.0 && !number.value().is_nan(),
            Node::Text(text) => !text.is_empty(),
            Node::List(list) => !list.is_empty(),
            Node::Object(object) => !object.is_empty(),
        }
    }

    /// The text of a text value; nothing for every other kind. See [`Node::to_text`] for the conversion.
    #[inline]
    pub const fn as_str(self) -> Option<&'a str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list; empty for every other kind.
    #[inline]
    pub const fn elements(self) -> &'a [Node<'a>] {
        match self {
            Node::List(list) => list,
            _ => &[],
        }
    }

    /// The object, if it is one.
    #[inline]
    pub const fn as_object(self) -> Option<Object<'a>> {
        match self {
            Node::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The value of a number; nothing for every other kind. See [`Node::to_number`] for the conversion.
    #[inline]
    pub const fn as_f64(self) -> Option<f64> {
        match self {
            Node::Number(number) => Some(number.value()),
            _ => None,
        }
    }

    /// The members of an object or the elements of a list, counted; 0 for every other kind.
    pub fn size(self) -> usize {
        match self {
            Node::List(list) => list.len(),
            Node::Object(object) => object.len(),
            _ => 0,
        }
    }

    /// The member of an object, or [`Node::Missing`].
    #[inline]
    pub fn get<'k>(self, key: impl Into<Key<'k>>) -> Node<'a> {
        match self {
            Node::Object(object) => object.get(key),
            _ => Node::Missing,
        }
    }

    /// The element of a list, or the member whose key is this number's text.
    #[inline]
    pub fn at(self, index: usize) -> Node<'a> {
        match self {
            Node::List(list) => list.get(index).copied().unwrap_or_default(),
            Node::Object(object) => {
                let mut text = String::with_capacity(10);
                write_number(index as f64, &mut text);
                object.get(&text)
            }
            _ => Node::Missing,
        }
    }

    /// A number's value; the number that starts a text (`"12 kg"` is 12, and text without one is NaN); 1 for true;
    /// 0 for everything else.
    pub fn to_number(self) -> f64 {
        match self {
            Node::Number(number) => number.value(),
            Node::Text(text) if text.contains('.') => parse_float(text),
            Node::Text(text) => parse_int(text),
            Node::Boolean(value) => f64::from(u8::from(value)),
            _ => 0.0,
        }
    }

    /// A boolean's value; true for the text `true` and for whole numbers other than 0; false for everything else.
    pub fn to_boolean(self) -> bool {
        match self {
            Node::Boolean(value) => value,
            Node::Text(text) => text == "true",
            Node::Number(number) => {
                let value = number.value();
                value != 0.0 && value.trunc() == value && value.abs() < 1e21
            }
            _ => false,
        }
    }
}

impl<'a> From<&'a str> for Node<'a> {
    fn from(text: &'a str) -> Self {
        Node::Text(text)
    }
}

impl From<bool> for Node<'_> {
    fn from(value: bool) -> Self {
        Node::Boolean(value)
    }
}

impl From<f64> for Node<'_> {
    fn from(value: f64) -> Self {
        Node::number(value)
    }
}
