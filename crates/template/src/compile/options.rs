//! How a template is read.

use crate::expr::ExpressionLimits;

/// How a template is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompileOptions {
    /// Limits of `{.eval}`.
    pub(crate) expressions: ExpressionLimits,
    /// Keeps comments and does not join neighbouring texts, for a code tree.
    pub(crate) faithful: bool,
    /// Keeps a list of every tag, for editors.
    pub(crate) tags: bool,
    /// Which tags run: plain ones, or those of a preprocessor run.
    pub(crate) pass: Pass,
}

/// Which tags of a template run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Plain tags run; `{^…}` is text.
    #[default]
    Plain,
    /// Only `{^…}` tags run; plain tags stay text, so that the result is a template again.
    Preprocess,
}
