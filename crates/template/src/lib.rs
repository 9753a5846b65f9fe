#![doc = include_str!("../README.md")]

mod arguments;
mod batch;
#[cfg(feature = "testing")]
pub mod case;
mod code_tree;
mod compile;
mod context;
mod core_words;
mod engine;
mod error;
mod escape;
mod executor;
mod expr;
mod formatters;
mod instruction;
mod lines;
mod nearest;
mod node;
mod opcode;
mod predicates;
mod report;
mod runtime;
mod scan;
mod variable;
mod vocabulary;

pub use arguments::Arguments;
pub use batch::Batch;
pub use compile::{Tag, TagCall};
pub use context::MAX_ERRORS;
pub use engine::{Engine, EngineBuilder, Output};
pub use error::{Error, ErrorFamily, ErrorKind, Fault};
pub use escape::{escape_attribute, escape_html};
pub use executor::MAX_PARTIAL_DEPTH;
pub use expr::ExpressionLimits;
pub use formatters::slugify;
pub use instruction::TextFunction;
pub use nearest::nearest;
pub use node::{
    Arena, JsonError, Keeper, Key, MAX_DEPTH, Node, Number, Object, Origin, parse_float, parse_int,
    utf16_len, write_json_text, write_number,
};
pub use opcode::Opcode;
pub use report::Report;
pub use runtime::{
    Compiled, Context, Formatter, Injectables, Limits, Mode, Note, Predicate, RenderOptions, Template,
};
pub use scan::is_js_space;
pub use variable::Path;
pub use vocabulary::{Vocabulary, Writer};
