//! Which value a value is.

use super::value::Node;

/// Which of the values in memory a text or an object is: two that say the same are two. It means something only while
/// the arena that holds the value is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(pub usize);

impl Node<'_> {
    /// Which text or object this is; nothing for an empty text and for every other kind.
    #[inline]
    pub fn origin(self) -> Option<Origin> {
        match self {
            Node::Text(text) if !text.is_empty() => Some(Origin(text.as_ptr().addr())),
            Node::Object(object) => Some(Origin(std::ptr::from_ref(object.0).addr())),
            _ => None,
        }
    }
}
