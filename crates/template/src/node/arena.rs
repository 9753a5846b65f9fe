//! The place where values live while pages are rendered.

use bumpalo::Bump;

use super::number::Number;
use super::value::Node;

/// Memory for values that live together and go together.
///
/// A site's data is parsed into arenas that live as long as the build; each page builds the few values of its own in a
/// short-lived arena, and its root object refers to the site's values without copying them: [`Node`] is `Copy`, and a
/// `Node<'site>` is a `Node<'page>`.
///
/// An arena belongs to one thread at a time; the values in it may be read by many. To parse files in parallel give
/// each file its own arena:
///
/// ```
/// use loggia_template::{Arena, Node};
///
/// let texts = vec![r#"{"title": "About"}"#.to_owned(), r#"{"title": "Shop"}"#.to_owned()];
/// let mut arenas: Vec<Arena> = texts.iter().map(|_| Arena::new()).collect();
/// let pages: Vec<Node<'_>> = std::thread::scope(|scope| {
///     let running: Vec<_> = arenas
///         .iter_mut()
///         .zip(&texts)
///         .map(|(arena, text)| scope.spawn(move || (&*arena).parse(text)))
///         .collect();
///     running.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect()
/// });
///
/// let page = Arena::new();
/// let root = page.object([("collection", pages[1]), ("pages", page.list(&pages))]);
/// assert_eq!(root.get("collection").get("title").as_str(), Some("Shop"));
/// ```
#[derive(Default)]
pub struct Arena {
    memory: Bump,
}

impl Arena {
    /// An empty arena; it takes no memory until it is used.
    pub fn new() -> Self {
        Self::default()
    }

    /// An arena that takes memory in pieces of so many bytes at least, the first of them now.
    pub fn with_room(bytes: usize) -> Self {
        Arena { memory: Bump::with_capacity(bytes) }
    }

    /// Forgets every value and keeps the memory for the next page.
    pub fn reset(&mut self) {
        self.memory.reset();
    }

    /// Bytes taken from the system.
    pub fn allocated_bytes(&self) -> usize {
        self.memory.allocated_bytes()
    }

    /// Keeps a copy of a text.
    pub fn text<'a>(&'a self, text: &str) -> &'a str {
        if text.is_empty() { "" } else { self.memory.alloc_str(text) }
    }

    /// A text value with its own copy of the text.
    pub fn text_node<'a>(&'a self, text: &str) -> Node<'a> {
        Node::Text(self.text(text))
    }

    /// A number value; JavaScript's text of it is made when it is printed.
    pub fn number(&self, value: f64) -> Node<'_> {
        Node::Number(Number::new(value))
    }

    /// A list of values.
    pub fn list<'a>(&'a self, values: &[Node<'a>]) -> Node<'a> {
        Node::List(self.copy_slice(values))
    }

    pub(crate) fn keep<T: Plain>(&self, value: T) -> &T {
        self.memory.alloc(value)
    }

    pub(crate) fn copy_slice<T: Copy>(&self, values: &[T]) -> &[T] {
        if values.is_empty() { &[] } else { self.memory.alloc_slice_copy(values) }
    }
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").field("allocated_bytes", &self.allocated_bytes()).finish()
    }
}

/// What may live in an arena, whose memory is given back without running destructors.
pub(crate) trait Plain {}
impl Plain for &str {}
