//! Text to tree, with every fault found: a tokenizer that reads tags leniently, and an assembler that nests them.

mod assembler;
mod grammar;
mod names;
mod tag;
mod tokenizer;

use std::sync::Arc;

pub(crate) use names::Names;

use crate::error::Error;
use crate::expr::ExpressionLimits;
use crate::instruction::Template;

/// How a template is read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompileOptions {
    /// Limits of `{.eval}`.
    pub(crate) expressions: ExpressionLimits,
    /// Keeps comments and does not join neighbouring texts, for a code tree.
    pub(crate) faithful: bool,
    /// Which tags run: plain ones, or those of a preprocessor run.
    pub(crate) pass: Pass,
    /// Stops at the first error.
    pub(crate) strict: bool,
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

/// Compiles a text.
pub(crate) fn compile(
    name: &str,
    source: &str,
    names: &dyn Names,
    options: CompileOptions,
) -> (Template, Vec<Error>) {
    let template = Template::new(Arc::from(name), Arc::from(source));
    let text = Arc::clone(&template.source);
    let mut assembler = assembler::Assembler::new(template, options);
    tokenizer::tokenize(&text, names, options, &mut assembler);
    assembler.finish()
}
