//! One level of the stack.

use crate::node::Node;

/// One level of the scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'r> {
    /// The current value, `@`.
    pub(crate) node: Node<'r>,
    /// The position in a list that is being repeated, from 0; -1 outside.
    pub(crate) position: i64,
    /// Whether the search for names stops here (`apply … private`).
    pub(crate) barrier: bool,
    /// Where this level's `@names` start on the stack of all `@names`.
    pub(crate) locals: u32,
    /// Where this level's macros start on the stack of all macros.
    pub(crate) macros: u32,
}
