//! What runs: templates, words and the state of a render. They stand in one file because each needs the others: a
//! template holds the calls of its words, a word works on the state, and the state knows the templates it renders.

mod frame;
mod named;
mod note;
mod options;

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Error, ErrorKind, Fault};
use crate::instruction::{Binding, Branch, Condition, Evaluation, Instruction, Range, TextFunction};
use crate::lines::Lines;
use crate::node::{Arena, Node};
use crate::variable::{Segment, Span};

pub(crate) use frame::Frame;
pub(crate) use named::Named;
pub(crate) use note::MAX_NOTES;
pub use note::Note;
pub use options::{Injectables, Limits, Mode, RenderOptions};

/// A formatter call: its arguments are parsed already, when the template was compiled.
///
/// Use it for formatters that turn values into a value. Formatters that produce text are better off as a
/// [`Writer`](crate::Writer), which prints without making a value of the text first.
pub trait Formatter: Send + Sync {
    /// Changes `values[0]`, the value of the first name in the tag, which is what the next formatter sees and what is
    /// printed. The other values are those of the tag's other names (T-008). `values` is never empty.
    ///
    /// # Errors
    /// A [`Fault`] is reported as `UNEXPECTED_ERROR`; the tag prints nothing. For an error of its own a formatter
    /// calls [`Context::error`] and sets whatever value it likes.
    fn apply<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault>;

    /// Called in place of [`Formatter::apply`] for the last formatter of a tag that prints: does the same and prints
    /// the value.
    ///
    /// # Errors
    /// As [`Formatter::apply`].
    fn print<'r>(&self, values: &mut [Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        self.apply(values, context)?;
        context.print(values[0]);
        Ok(())
    }

    /// The function that is all there is to this formatter, if it only turns a scalar's text into another text and
    /// looks at nothing else; tags with such a formatter alone are rendered by a shorter way.
    fn as_text_function(&self) -> Option<TextFunction> {
        None
    }
}

/// A predicate call: its arguments are parsed already.
pub trait Predicate: Send + Sync {
    /// Whether the block runs.
    ///
    /// # Errors
    /// A [`Fault`] is reported as `UNEXPECTED_ERROR`; neither the block nor its `{.or}` runs.
    fn test<'r>(&self, context: &mut Context<'r>) -> Result<bool, Fault>;
}

/// A formatter call.
pub(crate) struct Call {
    pub(crate) formatter: Box<dyn Formatter>,
    pub(crate) name: Span,
    /// From the delimiter on; empty when there is nothing after the name.
    pub(crate) arguments: Span,
}

/// A predicate call; without implementation the name is unknown and the test is false.
pub(crate) struct Test {
    pub(crate) predicate: Option<Box<dyn Predicate>>,
    pub(crate) name: Span,
    pub(crate) arguments: Span,
}

/// A compiled template.
///
/// It belongs to the [`Engine`](crate::Engine) that compiled it and may be rendered by many threads at once.
pub struct Template {
    pub(crate) name: Arc<str>,
    pub(crate) source: Arc<str>,
    lines: OnceLock<Lines>,
    pub(crate) code: Vec<Instruction>,
    pub(crate) root: Range,
    /// Whether the text ended outside of every block.
    pub(crate) ended: bool,
    pub(crate) segments: Vec<Segment>,
    pub(crate) paths: Vec<Range>,
    pub(crate) calls: Vec<Call>,
    pub(crate) tests: Vec<Test>,
    pub(crate) branches: Vec<Branch>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) evaluations: Vec<Evaluation>,
}

impl Template {
    pub(crate) fn new(name: Arc<str>, source: Arc<str>) -> Self {
        Template {
            name,
            source,
            lines: OnceLock::new(),
            code: Vec::new(),
            root: Range::default(),
            ended: false,
            segments: Vec::new(),
            paths: Vec::new(),
            calls: Vec::new(),
            tests: Vec::new(),
            branches: Vec::new(),
            conditions: Vec::new(),
            bindings: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    /// An error at a tag of this template.
    pub(crate) fn error(&self, kind: ErrorKind, offset: u32) -> Error {
        let lines = self.lines.get_or_init(|| Lines::of(&self.source));
        Error::at(kind, &self.name, &self.source, lines, offset)
    }

    /// The template's name, as errors show it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text it was compiled from.
    pub fn source(&self) -> &str {
        &self.source
    }
}

/// A compiled template with every error found in it. A template with errors renders too: what did not read as a tag is
/// text.
#[derive(Debug)]
pub struct Compiled {
    /// The template.
    pub template: Template,
    /// The errors, in the order of the source.
    pub errors: Vec<Error>,
}

/// The partials of a site by their names.
pub(crate) type Partials = FxHashMap<Box<str>, Compiled>;

/// A macro and its block.
#[derive(Clone, Copy)]
pub(crate) struct Macro<'r> {
    pub(crate) template: &'r Template,
    pub(crate) block: Range,
}

/// Why rendering ended early: the error has been recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop;

/// The state of one render.
///
/// `'r` is the time of the render: everything a formatter reads or makes lives that long.
pub struct Context<'r> {
    pub(crate) partials: &'r Partials,
    pub(crate) arena: &'r Arena,
    pub(crate) options: &'r RenderOptions<'r>,
    pub(crate) out: String,
    pub(crate) frames: Vec<Frame<'r>>,
    pub(crate) locals: Named<'r, Node<'r>>,
    pub(crate) macros: Named<'r, Macro<'r>>,
    pub(crate) errors: Vec<Error>,
    /// What was printed where, in the order of the ends; empty unless the options ask for it.
    pub(crate) notes: Vec<Note>,
    /// The instruction that runs, for errors.
    pub(crate) template: &'r Template,
    pub(crate) at: u32,
    pub(crate) partial_depth: u32,
    pub(crate) nesting: u32,
    pub(crate) steps: u64,
    /// Set when a limit or strict mode ended the render.
    pub(crate) stopped: bool,
    /// Partials and expressions whose faults have been reported in this render.
    pub(crate) reported: FxHashSet<usize>,
    /// How much the arena held when the render began.
    pub(crate) arena_before: usize,
}

impl std::fmt::Debug for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Template").field("name", &self.name).field("code", &self.code.len()).finish()
    }
}
