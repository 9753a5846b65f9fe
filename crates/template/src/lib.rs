//! The JSON-Template language: compile once, render many.
//!
//! A template is text with tags in braces; data is JSON. An [`Engine`] holds the words of the language (a
//! [`Vocabulary`]) and a site's partials, compiles templates, and renders them over values of an [`Arena`].
//!
//! ```
//! use loggia_template::{Arena, Engine, RenderOptions, Vocabulary};
//!
//! let engine = Engine::new(Vocabulary::core());
//! let page = engine.compile(
//!     "list.html",
//!     "{.repeated section loaves}{@index}. {name|html}{.alternates with}, {.or}Sold out.{.end}",
//! );
//! assert!(page.errors.is_empty());
//!
//! let arena = Arena::new();
//! let data = arena.parse(r#"{"loaves": [{"name": "Rye"}, {"name": "Salt & seed"}]}"#)?;
//! let output = engine.render(&page.template, data, &RenderOptions::default());
//! assert_eq!(output.text, "1. Rye, 2. Salt &amp; seed");
//!
//! // Errors are collected with their places, and never stop a render.
//! let broken = engine.compile("list.html", "{.section loaves}{name|shout}");
//! assert_eq!(broken.errors[0].to_string(), "list.html:1:18: SyntaxError: Formatter 'shout' is unknown");
//! assert_eq!(broken.errors[1].code(), "EOF_IN_BLOCK");
//! # Ok::<(), loggia_template::JsonError>(())
//! ```
//!
//! The crate knows JSON and text. It knows no shop, no disk, no clock and no locale: those come in as data, as options
//! of a render, and as words that other crates add to the vocabulary.

mod arguments;
mod batch;
#[cfg(feature = "testing")]
pub mod case;
mod code_tree;
mod compile;
mod context;
mod engine;
mod error;
mod escape;
mod executor;
mod expr;
mod formatters;
mod instruction;
mod node;
mod opcode;
mod predicates;
mod report;
mod scan;
mod variable;
mod vocabulary;

pub use arguments::Arguments;
pub use batch::{Batch, Host};
pub use context::{Context, Injectables, Limits, Mode, RenderOptions};
pub use engine::{Compiled, Engine, EngineBuilder, MAX_PARTIAL_DEPTH, Output};
pub use error::{Error, ErrorFamily, ErrorKind, Fault};
pub use escape::{escape_attribute, escape_html};
pub use expr::ExpressionLimits;
pub use formatters::slugify;
pub use instruction::Template;
pub use node::{
    Arena, JsonError, Key, MAX_DEPTH, Node, Number, Object, parse_float, parse_int, utf16_len,
    write_json_text, write_number,
};
pub use opcode::Opcode;
pub use report::Report;
pub use scan::is_js_space;
pub use variable::Path;
pub use vocabulary::{Formatter, Fragment, Predicate, TextFunction, Vocabulary, Writer};
