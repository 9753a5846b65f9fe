//! Text to tree, with every fault found: a tokenizer that reads tags leniently, and an assembler that nests them.

mod assembler;
mod grammar;
mod names;
mod options;
mod tag;
mod tags;
mod tokenizer;

use std::sync::Arc;

use names::Names;
pub(crate) use options::{CompileOptions, Pass};
pub(crate) use tags::tags;
pub use tags::{Tag, TagCall};

use crate::error::Error;
use crate::runtime::Template;

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
