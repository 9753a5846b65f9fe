//! What an expression may do, and what it asks of the template around it.

use crate::node::Node;
use crate::variable::Path;

/// Limits of one expression; 0 means none (T-048).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpressionLimits {
    /// Tokens of one tag.
    pub tokens: usize,
    /// UTF-16 code units of one concatenation.
    pub text: usize,
}

impl Default for ExpressionLimits {
    fn default() -> Self {
        ExpressionLimits { tokens: 1000, text: 100_000 }
    }
}

/// What an expression asks of its surroundings.
pub(crate) trait Scope<'r> {
    /// The value of a name.
    fn value(&self, path: &Path) -> Node<'r>;

    /// Binds an `@name`.
    fn assign(&mut self, name: &'r str, value: Node<'r>);

    /// Keeps a text for as long as values live.
    fn keep(&self, text: &str) -> &'r str;

    /// Reports that the expression cannot be computed.
    fn fail(&mut self, detail: String);
}
